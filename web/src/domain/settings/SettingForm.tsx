import type { FieldErrors } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Fields, Form, type Values } from '../../kit/forms/Form.tsx'

type SettingFormProps<Saved> = {
  label: string
  filled: Values
  check: (values: Values) => FieldErrors | undefined
  save: (values: Values) => Promise<Saved>
  onSaved: (saved: Saved) => Promise<unknown>
  /** What the button saves, for screen readers. */
  saves: string
  minWidth?: `${number}rem`
  field: ReactNode
  /** The content below the field. */
  children?: ReactNode
}

/** A form for one setting: a field with its own save button. */
export function SettingForm<Saved>(props: SettingFormProps<Saved>) {
  const { save, onSaved, saves, minWidth = '12rem', field, children, ...form } = props
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved })
  return (
    <Form {...form} error={saving.error} onSubmit={saving.mutate}>
      <Fields
        minWidth={minWidth}
        button={
          <SubmitButton variant="default" busy={saving.isPending}>
            Opslaan<span className="visually-hidden">{saves}</span>
          </SubmitButton>
        }
      >
        {field}
      </Fields>
      {children}
    </Form>
  )
}
