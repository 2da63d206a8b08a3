import { useState } from 'react'

/** Why what was entered at a field is refused, for its `error`; told to who listens each time, also in the same words. */
export function useFieldError() {
  const [{ reason, times }, tell] = useState<{ reason?: string | undefined; times: number }>({ times: 0 })
  const refuse = (why: string | undefined) => tell((before) => ({ reason: why, times: before.times + 1 }))
  const refused = reason && (
    <span key={times} role="alert">
      {reason}
    </span>
  )
  return [refused, refuse] as const
}
