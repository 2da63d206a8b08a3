import type { FieldErrors } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Fields, Form, type Values } from '../../kit/forms/Form.tsx'

/** A form for one setting: a field with its own save button. */
export function SettingForm<Saved>({
  label,
  filled,
  check,
  save,
  onSaved,
  saves,
  minFieldWidth = '12rem',
  field,
  children,
}: {
  label: string
  filled: Values
  check: (values: Values) => FieldErrors | undefined
  save: (values: Values) => Promise<Saved>
  onSaved: (saved: Saved) => Promise<unknown>
  /** What the button saves, for screen readers. */
  saves: string
  minFieldWidth?: `${number}rem`
  field: ReactNode
  /** The content below the field. */
  children?: ReactNode
}) {
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved })
  return (
    <Form label={label} filled={filled} error={saving.error} check={check} onSubmit={saving.mutate}>
      <Fields
        minWidth={minFieldWidth}
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
