import { ApiError } from '@rd4-loket/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { ActionButton } from '../buttons/ActionButton.tsx'
import { Icon } from '../theme/Icon.tsx'
import styles from './Result.module.css'

/** What a query of the cache is asked for here. */
type Asked<T> = {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

const long = 6_000

/** What is forbidden or does not exist, is so the next time as well. */
const final = [403, 404]

/** Grey bars in the place of what is on its way; they show themselves only after 200 ms, and say so when it takes long. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), long)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Bezig met laden</span>
      {Array.from({ length: lines }, (_, line) => `regel ${line}`).map((line) => (
        <span key={line} className={styles.bar} />
      ))}
      {slow && <p className={styles.slow}>Dit duurt langer dan u gewend bent. Het loket is nog bezig.</p>}
    </div>
  )
}

/** What to mention to whoever looks after the loket: the code of a failure, and the number of the call. */
export function ErrorReference({ error }: { error: Error }) {
  const { status = 0, request_id = undefined } = error instanceof ApiError ? error : {}
  if (!request_id) return null
  return (
    <p className={styles.reference}>
      Meldt u dit? Noem dan foutcode {status} en <span className="code">{request_id}</span>
    </p>
  )
}

/** Says what went wrong in its own place, and lets the user try again where that may help. */
export function Failure({ error, retry, busy = false }: { error: Error; retry: () => unknown; busy?: boolean }) {
  return (
    <div className={styles.failure} role="alert">
      <Icon name="alert" />
      <div>
        <p>{error.message}</p>
        <ErrorReference error={error} />
      </div>
      {!(error instanceof ApiError && final.includes(error.status)) && (
        <ActionButton
          variant="default"
          size="sm"
          icon={<Icon name="retry" size={18} />}
          busy={busy}
          onClick={() => retry()}
        >
          Opnieuw proberen
        </ActionButton>
      )}
    </div>
  )
}

/** The four faces of a query: waiting, failed, empty, found. Field errors are the form's to show. */
export function Result<T>({
  of: query,
  empty,
  waiting = <Skeleton />,
  isEmpty = (found) => Array.isArray(found) && found.length === 0,
  children,
}: {
  of: Asked<T>
  empty?: ReactNode
  waiting?: ReactNode
  isEmpty?: (found: T) => boolean
  children: (found: T) => ReactNode
}) {
  const { data, error, isFetching, isPlaceholderData } = query
  if (error && data === undefined) {
    if (isFetching) return waiting
    if (error instanceof ApiError && error.status === 422) return null
    return <Failure error={error} retry={query.refetch} />
  }
  if (data === undefined) return waiting && <div data-waiting>{waiting}</div>
  // What is still on screen answers an earlier question: it keeps its place, and fades when the new answer is slow.
  if (isPlaceholderData)
    return (
      <div className={styles.stale} aria-busy="true" inert>
        {children(data)}
      </div>
    )
  return isEmpty(data) ? empty : children(data)
}
