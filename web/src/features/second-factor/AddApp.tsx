import { addTotp, parseInput, type Reply, startTotp } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../../kit/buttons/Button.tsx'
import { Field, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { QrCode } from '../../kit/page/QrCode.tsx'
import { call } from '../../session/api.ts'
import { FactorForm } from './FactorForm.tsx'
import type { FactorChange } from './RecoveryCodes.tsx'
import styles from './SecondFactorPanel.module.css'

type AddProps = { onAdded: (change: FactorChange) => Promise<unknown>; onCancel: () => void }

/** Adds an authenticator app in two steps: the password, unless it is not needed, and then a code of the app. */
export function AddApp({ needsPassword, onAdded, onCancel }: AddProps & { needsPassword: boolean }) {
  const toPassword = ({ current_password = '' }: Values) => (needsPassword ? { current_password } : {})
  const start = useMutation({
    gcTime: 0,
    mutationFn: (values: Values) => call(startTotp, { body: toPassword(values) }),
  })
  if (start.data) return <TypeCode started={start.data} onAdded={onAdded} onCancel={onCancel} />
  return (
    <FactorForm
      label="App toevoegen"
      check={(values) => parseInput(startTotp.body, toPassword(values)).errors}
      change={start}
      action="Verder"
      onCancel={onCancel}
    >
      <p>U hebt een app nodig die codes maakt, zoals Google Authenticator, Microsoft Authenticator of 2FAS.</p>
      {needsPassword && (
        <PasswordField name="current_password" label="Huidig wachtwoord" autoComplete="current-password" />
      )}
    </FactorForm>
  )
}

/** Shows the secret as a QR code and as a text, and asks for a code to prove that the app has the secret. */
function TypeCode({
  started: { secret, uri, enrolment },
  onAdded,
  onCancel,
}: AddProps & { started: Reply<typeof startTotp> }) {
  const frame = useRef<HTMLDivElement>(null)
  // The form of the first step had the focus.
  useEffect(() => frame.current?.querySelector('input')?.focus(), [])
  const toBody = ({ name = '', code = '' }: Values) => ({ enrolment, name, code })
  const add = useMutation({
    mutationFn: async (values: Values) => {
      const { recovery_codes } = await call(addTotp, { body: toBody(values) })
      return { text: `${values.name} is toegevoegd`, recovery_codes }
    },
    onSuccess: onAdded,
  })
  return (
    <div ref={frame} className="column gap-5">
      <div className={styles.secret}>
        <QrCode text={uri} title="QR-code voor de app" className={styles.code} />
        <div className="column gap-2">
          <p>Scan de code met de app, of typ daar dit geheim:</p>
          <p className={styles.text}>
            <span className="code">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
            <CopyButton text={secret} label="Kopieer het geheim" />
          </p>
        </div>
      </div>
      <FactorForm
        label="App bevestigen"
        filled={{ name: 'Telefoon' }}
        check={(values) => parseInput(addTotp.body, toBody(values)).errors}
        change={add}
        action="Toevoegen"
        onCancel={onCancel}
      >
        <Field
          name="code"
          label="Code uit de app"
          description="De zes cijfers die de app nu toont."
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <Field name="name" label="Naam" description="Zo herkent u de app later." autoComplete="off" />
      </FactorForm>
    </div>
  )
}
