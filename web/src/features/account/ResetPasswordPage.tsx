import { ApiError, parseInput, resetPassword } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

function readLink(fragment: string) {
  const parts = new URLSearchParams(fragment.slice(1))
  return { email: parts.get('email') ?? '', token: parts.get('token') ?? '' }
}

/** The e-mail address and the token that the mail's link carries in its fragment, taken out of the page's address at once. */
function useLink() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const { hash } = useLocation()
  // The history's own text: the router's has been decoded once already, which makes a space of a plus.
  const [link, keep] = useState(() => readLink(history.location.hash))
  useEffect(() => {
    // The history is ahead of the router: there it may be taken out already.
    if (!hash || !history.location.hash) return
    keep(readLink(history.location.hash))
    void navigate({ to: '.', hash: '', replace: true })
  }, [hash, history, navigate])
  return link
}

/** Where a link no longer works, or never did, there is a way to a new one. */
const NewLink = () => (
  <p>
    <Link to="/account/wachtwoord-vergeten">Vraag een nieuwe link aan</Link>
  </p>
)

function ChoosePassword({ email, token }: ReturnType<typeof readLink>) {
  const body = ({ password = '' }: Values) => ({ email, token, password })
  const reset = useMutation({ mutationFn: (values: Values) => call(resetPassword, { body: body(values) }) })
  const linkEnded = reset.error instanceof ApiError && 'token' in reset.error.errors

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
  if (linkEnded)
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
        check={(values) => parseInput(resetPassword.body, body(values)).errors}
        onSubmit={reset.mutate}
      >
        {/* Lets a password manager know whose password this is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordField />
        <ActionButton type="submit" size="md" fullWidth busy={reset.isPending}>
          Wachtwoord opslaan
        </ActionButton>
      </Form>
    </Page>
  )
}

/** Lets an employee choose a password with the link that was mailed. */
export function ResetPasswordPage() {
  const link = useLink()
  return <ChoosePassword key={link.token} {...link} />
}
