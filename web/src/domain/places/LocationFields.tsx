import type { ReactNode } from 'react'
import { ChoiceField, Field } from '../../kit/forms/Field.tsx'
import { useSession } from '../../session/session.ts'
import styles from './LocationFields.module.css'
import { StreetField } from './StreetField.tsx'

/** The six search fields that addresses and collection systems share, and the fields of one screen after them. */
export function LocationFields({ first, children }: { first: boolean; children?: ReactNode }) {
  const municipalities = useSession()?.municipalities ?? []
  return (
    <div className={styles.fields}>
      <Field name="postal_code" label="Postcode" autoComplete="off" data-code data-focus-first={first || undefined} />
      <Field name="house_number" label="Huisnummer" autoComplete="off" data-code />
      <Field name="house_number_extension" label="Toevoeging" autoComplete="off" data-code />
      <StreetField label="Straat" />
      <ChoiceField name="municipality_id" label="Gemeente" none="Alle gemeenten" options={municipalities} />
      <Field name="object_code" label="Objectcode" autoComplete="off" data-code />
      {children}
    </div>
  )
}
