/** A storage of the browser. If the browser blocks it, every entry is missing and nothing is stored. */
const storeIn = (storage: () => Storage) => ({
  read: (name: string) => orUndefined(() => storage().getItem(name)) ?? null,
  /** Returns whether the text was stored. */
  write: (name: string, text: string) => orUndefined(() => storage().setItem(name, text) ?? true) ?? false,
  remove: (name: string) => orUndefined(() => storage().removeItem(name)),
})

/** Persists between visits. */
export const localStore = storeIn(() => localStorage)

/** Persists until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage)

function orUndefined<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
