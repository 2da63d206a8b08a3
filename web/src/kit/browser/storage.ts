/** What a browser keeps of this portal. One that refuses to keep anything is as one that kept nothing yet. */
const storeIn = (storage: () => Storage) => ({
  read: (place: string) => tried(() => storage().getItem(place)) ?? null,
  /** Whether it was kept. */
  write: (place: string, text: string) => tried(() => storage().setItem(place, text) ?? true) ?? false,
  remove: (place: string) => tried(() => storage().removeItem(place)),
})

/** What it keeps between visits. */
export const localStore = storeIn(() => localStorage)

/** What it keeps until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage)

function tried<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
