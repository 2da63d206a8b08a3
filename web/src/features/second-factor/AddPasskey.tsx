import { addPasskey, parseInput, startPasskey } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { createPasskey } from '../../domain/second-factor/passkeys.ts'
import { Field, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import { FactorForm } from './FactorForm.tsx'
import type { FactorChange } from './RecoveryCodes.tsx'

/** Adds a passkey: the browser asks where to store it. */
export function AddPasskey({
  needsPassword,
  onAdded,
  onCancel,
}: {
  needsPassword: boolean
  onAdded: (change: FactorChange) => Promise<unknown>
  onCancel: () => void
}) {
  const toBody = ({ current_password = '', name = '' }: Values) => ({
    name,
    ...(needsPassword && { current_password }),
  })
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
    <FactorForm
      label="Passkey toevoegen"
      filled={{ name: 'Deze computer' }}
      check={(values) => parseInput(startPasskey.body, toBody(values)).errors}
      change={add}
      action="Passkey maken"
      onCancel={onCancel}
    >
      <p>Een passkey staat op uw telefoon, computer of beveiligingssleutel. De browser vraagt zo waar.</p>
      {needsPassword && (
        <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />
      )}
      <Field name="name" label="Naam" description="Zo herkent u de passkey later." autoComplete="off" />
    </FactorForm>
  )
}
