import { afterAll } from 'vitest'

const endings: (() => unknown)[] = []

// Here, and not where something begins: a hook that is made within a hook or a test is never called.
afterAll(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Has this done when the file's tests are over, the last begun first. */
export function atEnd(end: () => unknown) {
  endings.unshift(end)
}
