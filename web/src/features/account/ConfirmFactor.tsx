import { ApiError, confirmFactor, type FactorRequest } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { ActionError, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { useLogout } from '../../session/logout.ts'
import { LoginFactor, type TypedFactor } from './LoginFactor.tsx'

const confirm = (body: TypedFactor) => call(confirmFactor, { body })

/** Returns the factors of the employee. The server names them when it refuses a confirmation without a factor. */
async function requestFactor(): Promise<FactorRequest> {
  try {
    await confirm({})
  } catch (error) {
    if (error instanceof ApiError && error.factor_request.second_factor) return error.factor_request
    throw error
  }
  return {}
}

/**
 * Requests the second factor of an employee whom an organisation logged in. An employee who wants another account ends
 * this login, also at the organisation.
 */
export function ConfirmFactor({ onLogin }: { onLogin: () => unknown }) {
  const requested = useQuery({
    queryKey: ['factor request'],
    queryFn: requestFactor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const loggingOut = useLogout()
  return (
    <>
      <Result of={requested}>
        {(request) => (
          <LoginFactor
            firstStep="Uw organisatie heeft u ingelogd."
            request={request}
            send={confirm}
            onLogin={onLogin}
          />
        )}
      </Result>
      <ActionButton variant="subtle" fullWidth busy={loggingOut.isPending} onClick={() => loggingOut.mutate()}>
        Ander account
      </ActionButton>
      {loggingOut.error && <ActionError error={loggingOut.error} />}
    </>
  )
}
