import type { Municipality } from '@rd4-loket/contract'
import { useState } from 'react'
import { ChoiceField } from '../../kit/forms/Form.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { useSession } from '../../session/session.ts'
import styles from './MunicipalityChoice.module.css'

/** Returns the employee's own municipality, or the chosen one with its select for an employee of all municipalities. */
export function useMunicipalityChoice() {
  const { user, municipalities = [] } = useSession() ?? {}
  const [chosen, choose] = useState(municipalities[0]?.id)
  const municipality: Municipality | undefined = user?.municipality ?? municipalities.find(({ id }) => id === chosen)
  const choice = !user?.municipality && (
    <SelectInput
      label="Gemeente"
      className={styles.municipality}
      value={chosen}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      options={municipalities}
    />
  )
  return { municipality, choice }
}

/** The municipality of a form, for an employee of all municipalities. */
export function MunicipalityField() {
  const { user, municipalities = [] } = useSession() ?? {}
  if (user?.municipality) return null
  return <ChoiceField name="municipality_id" label="Gemeente" none="Alle gemeenten" options={municipalities} />
}
