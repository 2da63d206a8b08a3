import { NativeSelect } from '@mantine/core'
import type { Municipality } from '@rd4-loket/contract'
import { useState } from 'react'
import fieldStyles from '../../kit/forms/Field.module.css'
import { useSession } from '../../session/session.ts'
import styles from './MunicipalityChoice.module.css'

/** Returns the employee's own municipality, or the chosen one with its select for an employee of all municipalities. */
export function useMunicipalityChoice() {
  const { user, municipalities = [] } = useSession() ?? {}
  const [chosen, choose] = useState(municipalities[0]?.id)
  const municipality: Municipality | undefined = user?.municipality ?? municipalities.find(({ id }) => id === chosen)
  const choice = !user?.municipality && (
    <NativeSelect
      label="Gemeente"
      className={styles.municipality}
      classNames={fieldStyles}
      value={chosen}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      data={municipalities.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
  return { municipality, choice }
}
