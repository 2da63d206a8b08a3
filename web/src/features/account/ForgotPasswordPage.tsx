import { forgotPassword, parseInput } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Field } from '../../kit/forms/Field.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import styles from './ForgotPasswordPage.module.css'

const asked = ({ email = '' }: Values) => ({ email })

/** Asks for a link to choose a new password. Whether the e-mail address is known is told to nobody. */
export function ForgotPasswordPage() {
  const ask = useMutation({ mutationFn: (values: Values) => call(forgotPassword, { body: asked(values) }) })
  return (
    <Page
      intro={
        ask.isSuccess
          ? undefined
          : 'Vul uw e-mailadres in. U krijgt een mail met een link om een nieuw wachtwoord te kiezen.'
      }
    >
      {/* Heard when it is filled only because it was there before. */}
      <div role="status" className={ask.isSuccess ? styles.sent : 'visually-hidden'}>
        {ask.isSuccess && (
          <>
            <p>
              Als dit adres bij ons bekend is, krijgt u binnen enkele minuten een mail op{' '}
              <strong>{ask.variables.email}</strong>.
            </p>
            <p>De link in de mail werkt één keer, tot 60 minuten na nu. Geen mail? Kijk ook bij ongewenste mail.</p>
          </>
        )}
      </div>
      {!ask.isSuccess && (
        <Form
          label="Wachtwoord vergeten"
          error={ask.error}
          check={(values) => parseInput(forgotPassword.body, asked(values)).errors}
          onSubmit={ask.mutate}
        >
          <Field
            name="email"
            label="E-mailadres"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            data-focus-first
          />
          <ActionButton type="submit" size="md" fullWidth busy={ask.isPending}>
            Stuur een link
          </ActionButton>
        </Form>
      )}
      <p>
        <Link to="/login">Terug naar inloggen</Link>
      </p>
    </Page>
  )
}
