import { ApiError, confirmFactor, type FactorRequest } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
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

/** Requests the second factor of an employee whom an organisation logged in of the portal. */
export function ConfirmFactor({ onLogin }: { onLogin: () => unknown }) {
  const requested = useQuery({
    queryKey: ['factor request'],
    queryFn: requestFactor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Result of={requested}>
      {(request) => (
        <LoginFactor firstStep="Uw organisatie heeft u ingelogd." request={request} send={confirm} onLogin={onLogin} />
      )}
    </Result>
  )
}
