import type { FieldErrors, Municipality } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Fields, Form, useField, type Values } from '../../kit/forms/Form.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { chosenMunicipality } from '../../session/chosen-municipality.ts'
import { useDraft } from '../../session/drafts.ts'
import { useSession } from '../../session/session.ts'
import styles from './MunicipalityChoice.module.css'

type SettingFormProps<Saved> = {
  label: string
  filled: Values
  check: (values: Values) => FieldErrors | undefined
  save: (values: Values) => Promise<Saved>
  onSaved: (saved: Saved) => Promise<unknown>
  /** The text of the save button. It names the setting and the municipality. */
  saves: string
  field: ReactNode
  /** Whether `field` is several fields, which need more columns. */
  hasSeveralFields?: boolean
  /** The content below the field. */
  children?: ReactNode
}

/** A form for one setting: a field, or several fields, with their own save button. */
export function SettingForm<Saved>(props: SettingFormProps<Saved>) {
  const { save, onSaved, saves, field, hasSeveralFields, children, ...form } = props
  // The text of the button differs for each setting, year and municipality.
  const draft = useDraft(saves, { survivesReload: true })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      draft.discard()
      return onSaved(saved)
    },
  })
  return (
    <Form {...form} draft={draft} error={saving.error} onSubmit={saving.mutate}>
      <Fields
        {...(!hasSeveralFields && { width: 'wide' })}
        button={
          <SubmitButton variant="default" busy={saving.isPending}>
            {saves}
          </SubmitButton>
        }
      >
        {field}
      </Fields>
      {children}
    </Form>
  )
}

/**
 * Returns the employee's own municipality or, for an employee of all municipalities, a select and its value. The value
 * is undefined until the employee chooses a municipality. Other pages start with the chosen municipality. A page that
 * only shows something starts with the first one.
 */
export function useMunicipalityChoice({ startsWithFirst = false } = {}) {
  const { user, municipalities = [] } = useSession() ?? {}
  const [chosen, setChosen] = useState(chosenMunicipality.read)
  const choose = (id: number) => {
    chosenMunicipality.write(id)
    setChosen(id)
  }
  const municipality: Municipality | undefined =
    user?.municipality ??
    municipalities.find(({ id }) => id === chosen) ??
    (startsWithFirst ? municipalities[0] : undefined)
  const choice = !user?.municipality && (
    <SelectInput
      label="Gemeente"
      className={styles.municipality}
      description={municipality ? undefined : 'Kies eerst een gemeente.'}
      value={municipality?.id ?? ''}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      {...(municipality ? {} : { none: 'Kies een gemeente' })}
      options={municipalities}
    />
  )
  return { municipality, choice }
}

const allMunicipalities = 'all'

/**
 * The field for a municipality. Shown only to an employee of all municipalities, who must choose: a new form has no
 * choice, unless the employee chose a municipality before.
 */
export function MunicipalityField() {
  const { user, municipalities = [] } = useSession() ?? {}
  if (user?.municipality) return null
  const options = [{ id: allMunicipalities, name: 'Alle gemeenten' }, ...municipalities]
  return <ChoiceField name="municipality_id" label="Gemeente" none="Kies een gemeente" options={options} />
}

/** The text of a save button: the action, and the municipality that the form names. */
export function SavesFor({ action }: { action: string }) {
  const { user, municipalities = [] } = useSession() ?? {}
  const { value } = useField('municipality_id')
  if (user?.municipality) return `${action} ${forMunicipality(user.municipality)}`
  if (value === '') return action
  return `${action} ${forMunicipality(municipalities.find(({ id }) => String(id) === value) ?? null)}`
}

/** Returns the value of the field for a municipality. Null: all municipalities. */
export const chosenValue = (municipality: Municipality | null) =>
  municipality ? String(municipality.id) : allMunicipalities

/**
 * Returns the municipality of the API for a value of the field. Null: all municipalities, or the employee's own when
 * the form has no field. Returns NaN when nothing is chosen: the contract rejects NaN.
 */
export const municipalityIn = (value: string | undefined) =>
  value === undefined || value === allMunicipalities ? null : Number(value || Number.NaN)

/** Returns the municipality of a notice or an employee in words: 'voor Heerlen' or 'voor alle gemeenten'. */
export const forMunicipality = (municipality: Municipality | null) => `voor ${municipality?.name ?? 'alle gemeenten'}`
