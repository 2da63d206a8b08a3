import { useSyncExternalStore } from 'react'

/** A value outside the components. Components that `use` it render again when it changes. */
export function makeStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  const listen = (listener: (value: T) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const read = () => value
  return {
    read,
    write(next: T) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener(value)
    },
    /** Calls the listener with each new value. Returns a function that removes the listener. */
    listen,
    use: () => useSyncExternalStore(listen, read),
  }
}
