import {
  ApiError,
  changePassword,
  forgotPassword,
  minPasswordLength,
  minPasswordLengthWithFactor,
  parseInput,
  resetPassword,
  tooShortText,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form, PasswordField, useField, type Values } from '../../kit/forms/Form.tsx'
import { Page, Panel } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { renewSession, useSession } from '../../session/session.ts'
import newPasswordFieldStyles from './NewPasswordField.module.css'

const toEmail = ({ email = '' }: Values) => ({ email })

/** Requests a link for a new password. The page never shows whether the e-mail address is known. */
export function ForgotPasswordPage() {
  const request = useMutation({ mutationFn: (values: Values) => call(forgotPassword, { body: toEmail(values) }) })
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
          check={(values) => parseInput(forgotPassword.body, toEmail(values)).errors}
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

function readLink(fragment: string) {
  const parts = new URLSearchParams(fragment.slice(1))
  return { email: parts.get('email') ?? '', token: parts.get('token') ?? '' }
}

/** Returns the e-mail address and token from the URL fragment of the mailed link, and removes the fragment at once. */
function useMailedLink() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const { hash } = useLocation()
  // The router decodes its hash: a plus sign becomes a space. The history has the original hash.
  const [link, setLink] = useState(() => readLink(history.location.hash))
  useEffect(() => {
    // The fragment may already be removed from the history while the router still has it.
    if (!hash || !history.location.hash) return
    setLink(readLink(history.location.hash))
    void navigate({ to: '.', hash: '', replace: true })
  }, [hash, history, navigate])
  return link
}

const NewLink = () => (
  <p>
    <Link to="/account/wachtwoord-vergeten">Vraag een nieuwe link aan</Link>
  </p>
)

function ChoosePassword({ email, token }: ReturnType<typeof readLink>) {
  const toBody = ({ password = '' }: Values) => ({ email, token, password })
  const reset = useMutation({ mutationFn: (values: Values) => call(resetPassword, { body: toBody(values) }) })
  const isLinkExpired = reset.error instanceof ApiError && 'token' in reset.error.errors

  if (reset.isSuccess)
    return (
      <Page title="Uw wachtwoord is gewijzigd">
        <p role="status">Log in met uw nieuwe wachtwoord.</p>
        <p>
          <Link to="/login">Naar inloggen</Link>
        </p>
      </Page>
    )
  if (!email || !token)
    return (
      <Page title="Deze link is niet compleet">
        <p>Open de link in de mail nog eens, of kopieer hem helemaal.</p>
        <NewLink />
      </Page>
    )
  if (isLinkExpired)
    return (
      <Page title="Deze link werkt niet meer">
        <p role="alert">De link is al gebruikt, of verlopen.</p>
        <NewLink />
      </Page>
    )
  return (
    <Page intro={`Voor ${email}`}>
      <Form
        label="Nieuw wachtwoord kiezen"
        error={reset.error}
        check={(values) => parseInput(resetPassword.body, toBody(values)).errors}
        onSubmit={reset.mutate}
      >
        {/* For password managers: the account of this password. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField isFirst />
        <SubmitButton fullWidth busy={reset.isPending}>
          Wachtwoord opslaan
        </SubmitButton>
      </Form>
    </Page>
  )
}

/** The page of a mailed link, on which an employee chooses a password. */
export function ResetPasswordPage() {
  const link = useMailedLink()
  return <ChoosePassword key={link.token} {...link} />
}

const toPasswords = ({ current_password = '', password = '' }: Values) => ({ current_password, password })

/** Changes the employee's password. Shows the reason to an employee who must change it. */
export function ChangePasswordPage() {
  const client = useQueryClient()
  const session = useSession()
  const change = useMutation({
    mutationFn: async (values: Values) => {
      await call(changePassword, { body: toPasswords(values) })
      // The password is changed even if renewing the session fails. The link below then reloads the page.
      return renewSession(client).then(
        () => ({ renewed: true }),
        () => ({ renewed: false }),
      )
    },
  })
  const minLength = session?.user.second_factor?.is_set ? minPasswordLengthWithFactor : minPasswordLength
  const errorsOf = (values: Values) => {
    const passwords = toPasswords(values)
    const isTooShort = passwords.password.length < minLength
    const { errors } = parseInput(changePassword.body, passwords)
    return errors ?? (isTooShort ? { password: [tooShortText(minLength)] } : undefined)
  }
  const mustChange = session?.user.renew_password && !change.isSuccess
  return (
    <Page
      intro={
        mustChange
          ? 'Dit wachtwoord kreeg u van een ander. Kies eerst een eigen wachtwoord, dan kunt u verder.'
          : 'Na het wijzigen bent u op andere apparaten uitgelogd.'
      }
    >
      <div className="stack narrow">
        {change.isSuccess ? (
          <Panel title="Uw wachtwoord is gewijzigd">
            <p role="status">Gebruik vanaf nu uw nieuwe wachtwoord.</p>
            <p>
              <Link to="/dashboard" reloadDocument={!change.data.renewed}>
                Naar het dashboard
              </Link>
            </p>
          </Panel>
        ) : (
          <Panel>
            <Form label="Wachtwoord wijzigen" error={change.error} check={errorsOf} onSubmit={change.mutate}>
              {/* For password managers: the account of this password. */}
              <input type="hidden" name="email" autoComplete="username" value={session?.user.email ?? ''} />
              <PasswordField
                name="current_password"
                label="Huidig wachtwoord"
                autoComplete="current-password"
                data-focus-first
              />
              <NewPasswordField minLength={minLength} />
              <div>
                <SubmitButton busy={change.isPending}>Wachtwoord wijzigen</SubmitButton>
              </div>
            </Form>
          </Panel>
        )}
        <Panel title="Een goed wachtwoord">
          <p>Neem een paar woorden die niets met elkaar of met u te maken hebben.</p>
          <p>Gebruik het nergens anders. Dan heeft een lek bij een ander geen gevolg voor dit loket.</p>
          <p>Laat uw browser of een wachtwoordkluis het onthouden.</p>
        </Panel>
      </div>
    </Page>
  )
}

const ampleLength = 20

const missingText = (more: number) => (more === 1 ? 'Nog 1 teken' : `Nog ${more} tekens`)

/**
 * A field for a new password, with a bar that shows its length, because a longer password is stronger. It never calls a
 * password strong: only the server knows the leaked passwords, and checks them when the password is saved. `isFirst`
 * gives the field the focus when the page opens.
 */
function NewPasswordField({ isFirst = false, minLength = minPasswordLength }) {
  const { length } = useField('password').value
  const reached = length >= ampleLength ? 'Ruim lang genoeg' : length >= minLength ? 'Lang genoeg' : ''
  return (
    <div>
      <PasswordField
        name="password"
        label="Nieuw wachtwoord"
        description={`Ten minste ${minLength} tekens. Een korte zin onthoudt u gemakkelijk. Bij het opslaan controleren we of het wachtwoord gelekt is.`}
        autoComplete="new-password"
        data-focus-first={isFirst || undefined}
      />
      <div className={`line remark ${newPasswordFieldStyles.length}`}>
        <div className={newPasswordFieldStyles.track} aria-hidden="true">
          <div
            className={newPasswordFieldStyles.bar}
            data-reached={length >= minLength || undefined}
            style={{ '--part': length / ampleLength }}
          />
        </div>
        {/* A screen reader announces at most two texts. A count after each key would disturb its users. */}
        <p role="status">{reached}</p>
        {!reached && <p>{missingText(minLength - length)}</p>}
      </div>
    </div>
  )
}
