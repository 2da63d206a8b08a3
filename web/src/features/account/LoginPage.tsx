import { login, parseInput } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ActionButton } from '../../shared/ActionButton.tsx'
import { call } from '../../shared/api.ts'
import { Field, PasswordField } from '../../shared/Field.tsx'
import { Form, type Values } from '../../shared/Form.tsx'
import { Page } from '../../shared/Page.tsx'
import { beginSession } from '../../shared/session.ts'

const credentials = ({ email = '', password = '' }: Values) => ({ email, password })

/** Logs an employee in, and goes on to what was asked for. */
export function LoginPage() {
  const client = useQueryClient()
  const router = useRouter()
  const attempt = useMutation({
    mutationFn: async (values: Values) => beginSession(client, await call(login, { body: credentials(values) })),
    // The guard of this page sends who is logged in to where they were going.
    onSuccess: () => router.invalidate(),
  })
  return (
    <Page intro="Log in met uw account van het loket.">
      <Form
        label="Inloggen"
        error={attempt.error}
        check={(values) => parseInput(login.body, credentials(values)).errors}
        onSubmit={attempt.mutate}
      >
        <Field
          name="email"
          label="E-mailadres"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          data-focus-first
        />
        <PasswordField name="password" label="Wachtwoord" autoComplete="current-password" />
        <ActionButton type="submit" size="md" fullWidth busy={attempt.isPending}>
          Inloggen
        </ActionButton>
      </Form>
      <p>
        <Link to="/account/wachtwoord-vergeten">Wachtwoord vergeten?</Link>
      </p>
    </Page>
  )
}
