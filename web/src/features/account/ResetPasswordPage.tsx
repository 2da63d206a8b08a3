import { ApiError, parseInput, resetPassword } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

function readLink(fragment: string) {
  const parts = new URLSearchParams(fragment.slice(1))
  return { email: parts.get('email') ?? '', token: parts.get('token') ?? '' }
}

/** Returns the e-mail address and token from the URL fragment of the mailed link, and removes the fragment at once. */
function useMailedLink() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const { hash } = useLocation()
  // The router has already decoded its hash, which turns a plus into a space. The history's hash is unchanged.
  const [link, setLink] = useState(() => readLink(history.location.hash))
  useEffect(() => {
    // The history may already be without the fragment when the router still has it.
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
        <p role="alert">De link is al gebruikt, of ouder dan 60 minuten.</p>
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
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField />
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
