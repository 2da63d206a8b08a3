import { addPasskey, parseInput, startPasskey } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { createPasskey } from '../../domain/second-factor/passkeys.ts'
import { Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import type { FactorChange } from './RecoveryCodes.tsx'

const toBody = ({ current_password = '', name = '' }: Values) => ({ current_password, name })

/** Adds a passkey: the browser asks where to store it. */
export function AddPasskey({
  onAdded,
  onCancel,
}: {
  onAdded: (change: FactorChange) => Promise<unknown>
  onCancel: () => void
}) {
  const add = useMutation({
    mutationFn: async (values: Values) => {
      const body = toBody(values)
      const { name } = body
      const passkey = await createPasskey(await call(startPasskey, { body }))
      const { recovery_codes } = await call(addPasskey, { body: { name, passkey } })
      return { text: `${name} is toegevoegd`, recovery_codes }
    },
    onSuccess: onAdded,
  })
  return (
    <Form
      label="Passkey toevoegen"
      filled={{ name: 'Deze computer' }}
      error={add.error}
      check={(values) => parseInput(startPasskey.body, toBody(values)).errors}
      onSubmit={add.mutate}
    >
      <p>Een passkey staat op uw telefoon, computer of beveiligingssleutel. De browser vraagt zo waar.</p>
      <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />
      <Field name="name" label="Naam" description="Zo herkent u de passkey later." autoComplete="off" />
      <Buttons>
        <SubmitButton busy={add.isPending}>Passkey maken</SubmitButton>
        <Button variant="default" size="md" onClick={onCancel}>
          Annuleren
        </Button>
      </Buttons>
    </Form>
  )
}
