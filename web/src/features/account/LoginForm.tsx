import { ApiError, login, parseInput } from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form, PasswordField, type Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import { beginSession } from '../../session/session.ts'

// Most employees do not need this step, and it loads the code for passkeys.
const LoginFactor = lazy(async () => ({ default: (await import('./LoginFactor.tsx')).LoginFactor }))

const credentials = ({ email = '', password = '' }: Values) => ({ email, password })

/** Logs an employee in, and starts their session. A second step follows if the employee has a second factor. */
export function LoginForm({ email = '', onLogin }: { email?: string; onLogin: () => unknown }) {
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: async (values: Values) => beginSession(client, await call(login, { body: credentials(values) })),
    onSuccess: onLogin,
  })
  const request = attempt.error instanceof ApiError ? attempt.error.factor_request : {}
  const typed = attempt.variables
  if (request.second_factor && typed)
    return (
      <Suspense>
        <LoginFactor
          firstStep="Uw wachtwoord klopt."
          request={request}
          send={(factor) => call(login, { body: { ...credentials(typed), ...factor } })}
          onLogin={onLogin}
          onCancel={attempt.reset}
        />
      </Suspense>
    )
  return (
    <Form
      label="Inloggen"
      filled={{ email }}
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
        data-focus-first={email === '' || undefined}
      />
      <PasswordField name="password" label="Wachtwoord" autoComplete="current-password" />
      <SubmitButton fullWidth busy={attempt.isPending}>
        Inloggen
      </SubmitButton>
    </Form>
  )
}
