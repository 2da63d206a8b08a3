import {
  type AccessToken,
  ApiError,
  confirmFactor,
  type FactorRequest,
  parseInput,
  type RequestInput,
} from '@rd4-loket/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { passkeyObstacle, signWithPasskey } from '../../domain/second-factor/passkeys.ts'
import { ActionButton, Button, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Form } from '../../kit/forms/Form.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { beginSession } from '../../session/session.ts'

/** A second factor as an employee gives it. */
export type TypedFactor = RequestInput<typeof confirmFactor>['body']
type FactorKind = NonNullable<FactorRequest['second_factor']>[number]

const switchTexts: Record<FactorKind, string> = {
  passkey: 'Gebruik uw passkey',
  totp: 'Gebruik een code uit de app',
  recovery: 'Gebruik een herstelcode',
}

const codeFields = {
  totp: {
    name: 'code',
    label: 'Code uit de app',
    description: 'Zes cijfers, uit de app op uw telefoon.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    name: 'recovery_code',
    label: 'Herstelcode',
    description: 'Tien tekens. Elke herstelcode werkt één keer.',
    autoComplete: 'off',
    autoCapitalize: 'none',
  },
} as const

type LoginFactorProps = {
  /** The first step of the login, which has succeeded. */
  firstStep: string
  request: FactorRequest
  /** Logs in with a factor. */
  send: (factor: TypedFactor) => Promise<AccessToken>
  onLogin: () => unknown
  /** Goes back to the first step, if that is possible. */
  onCancel?: () => void
}

/** The second step of a login: a passkey, a code of an app, or a recovery code. */
export function LoginFactor({ firstStep, request: firstRequest, send, onLogin, onCancel }: LoginFactorProps) {
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: async (factor: TypedFactor) => beginSession(client, await send(factor)),
    onSuccess: onLogin,
  })
  // A rejected attempt has a new challenge for the passkeys.
  const again = attempt.error instanceof ApiError ? attempt.error.factor_request : {}
  const { second_factor: kinds = [], passkey_request } = again.second_factor ? again : firstRequest
  const obstacle = passkey_request && passkeyObstacle(passkey_request.rpId)
  const firstKind = passkey_request && !obstacle ? 'passkey' : kinds.find((it) => it !== 'passkey')
  const [kind, setKind] = useState<FactorKind>(firstKind ?? 'passkey')

  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind has other fields.
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, button')?.focus(), [kind])

  const switchTo = (next: FactorKind) => {
    attempt.reset()
    setKind(next)
  }
  return (
    <div ref={frame} className="column gap-5">
      <p role="status">{firstStep} Bevestig nu dat u het bent.</p>
      {kind === 'passkey' ? (
        <PasskeyStep
          obstacle={obstacle}
          sign={async () => passkey_request && attempt.mutateAsync({ passkey: await signWithPasskey(passkey_request) })}
        />
      ) : (
        <Form
          key={kind}
          label={switchTexts[kind]}
          error={attempt.error}
          check={(values) => parseInput(confirmFactor.body, factorIn(kind, values)).errors}
          onSubmit={(values) => attempt.mutate(factorIn(kind, values))}
        >
          <Field {...codeFields[kind]} />
          <SubmitButton fullWidth busy={attempt.isPending}>
            Inloggen
          </SubmitButton>
        </Form>
      )}
      <div className="column gap-2">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="default" fullWidth onClick={() => switchTo(other)}>
              {switchTexts[other]}
            </Button>
          ))}
        {onCancel && (
          <Button variant="subtle" fullWidth onClick={onCancel}>
            Terug
          </Button>
        )}
      </div>
      <p className="dimmed small">Alles kwijt? Een beheerder kan uw tweede factor verwijderen.</p>
    </div>
  )
}

const factorIn = (kind: 'totp' | 'recovery', { code = '', recovery_code = '' }: Record<string, string>) =>
  kind === 'totp' ? { code } : { recovery_code }

/** The button that asks the browser for a passkey, or the reason why that is not possible here. */
function PasskeyStep({ obstacle, sign }: { obstacle: string | undefined; sign: () => Promise<unknown> }) {
  const signing = useMutation({ mutationFn: sign })
  if (obstacle) return <p>{obstacle}</p>
  return (
    <>
      {signing.error && <ActionError error={signing.error} />}
      <ActionButton size="md" fullWidth busy={signing.isPending} onClick={() => signing.mutate()}>
        Log in met uw passkey
      </ActionButton>
    </>
  )
}
