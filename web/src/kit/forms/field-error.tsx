import { useState } from 'react'

/** The `error` of a field, and a function that sets it. A screen reader announces each error anew. */
export function useFieldError() {
  const [{ message, times }, set] = useState<{ message?: string | undefined; times: number }>({ times: 0 })
  const setMessage = (next: string | undefined) => set((before) => ({ message: next, times: before.times + 1 }))
  const error = message && (
    <span key={times} role="alert">
      {message}
    </span>
  )
  return [error, setMessage] as const
}
