/** What a browser keeps of this portal between visits. One that refuses to keep anything is as one that kept nothing yet. */
export const localStore = {
  read: (place: string) => tried(() => localStorage.getItem(place)) ?? null,
  write: (place: string, text: string) => tried(() => localStorage.setItem(place, text)),
  remove: (place: string) => tried(() => localStorage.removeItem(place)),
}

function tried<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
