import { forgotPassword, parseInput } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form, type Values } from '../../kit/forms/Form.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'

const toBody = ({ email = '' }: Values) => ({ email })

/** Requests a link for a new password. The page never shows whether the e-mail address is known. */
export function ForgotPasswordPage() {
  const request = useMutation({ mutationFn: (values: Values) => call(forgotPassword, { body: toBody(values) }) })
  return (
    <Page
      intro={
        request.isSuccess
          ? undefined
          : 'Vul uw e-mailadres in. U krijgt een mail met een link om een nieuw wachtwoord te kiezen.'
      }
    >
      {/* Always present: screen readers announce changes of an existing live region only. */}
      <div role="status" className={request.isSuccess ? 'column gap-3' : 'visually-hidden'}>
        {request.isSuccess && (
          <>
            <p>
              Als dit adres bij ons bekend is, krijgt u binnen enkele minuten een mail op{' '}
              <strong>{request.variables.email}</strong>.
            </p>
            <p>De link in de mail werkt één keer, tot 60 minuten na nu. Geen mail? Kijk ook bij ongewenste mail.</p>
          </>
        )}
      </div>
      {!request.isSuccess && (
        <Form
          label="Wachtwoord vergeten"
          error={request.error}
          check={(values) => parseInput(forgotPassword.body, toBody(values)).errors}
          onSubmit={request.mutate}
        >
          <Field
            name="email"
            label="E-mailadres"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            data-focus-first
          />
          <SubmitButton fullWidth busy={request.isPending}>
            Stuur een link
          </SubmitButton>
        </Form>
      )}
      <p>
        <Link to="/login">Terug naar inloggen</Link>
      </p>
    </Page>
  )
}
