import type { FieldErrors } from '@rd4-loket/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'

type FactorFormProps = {
  label: string
  filled?: Values
  check: (values: Values) => FieldErrors | undefined
  /** Makes the change, or prepares it in a first step. */
  change: Pick<UseMutationResult<unknown, Error, Values>, 'error' | 'isPending' | 'mutate'>
  /** The text of the button that submits the form. */
  action: string
  onCancel: () => void
  children: ReactNode
}

/** A form in the dialog that changes a second factor. 'Annuleren' closes the dialog. */
export const FactorForm = ({ label, filled, check, change, action, onCancel, children }: FactorFormProps) => (
  <Form label={label} filled={filled} error={change.error} check={check} onSubmit={change.mutate}>
    {children}
    <Buttons>
      <SubmitButton busy={change.isPending}>{action}</SubmitButton>
      <Button variant="default" size="md" onClick={onCancel}>
        Annuleren
      </Button>
    </Buttons>
  </Form>
)
