import { useSyncExternalStore } from 'react'

/** A value that lives outside the components; those that `use` it follow it. */
export function makeStore<T>(first: T) {
  let value = first
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
    /** Calls with every other value; gives the way to stop. */
    listen,
    use: () => useSyncExternalStore(listen, read),
  }
}
