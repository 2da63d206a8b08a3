declare global {
  interface Window {
    /** The keys pressed since the first script of index.html, in memory only. Undefined after the portal took them. */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

const fields = 'input, select, textarea, [contenteditable]'

/** Returns whether an element takes typed text, or another key that a page must not use. */
export const isField = (target: EventTarget | null) => target instanceof Element && target.matches(fields)

// The keys pressed while a page loads; undefined while no page loads.
let keys: KeyboardEvent[] | undefined

const keep = (event: KeyboardEvent) => {
  // A key in a field belongs to that field, and a password is never kept.
  if (!isField(event.target)) keys?.push(event)
}
const drop = ({ target }: FocusEvent) => {
  if (isField(target) && keys) keys = []
}

/** Keeps the keys that are pressed outside fields while a page loads. Drops them when a field gets the focus. */
export function watchEarlyKeys() {
  keys = window.earlyKeys ?? []
  window.earlyKeys = undefined
  window.onkeydown = null
  document.addEventListener('keydown', keep)
  document.addEventListener('focusin', drop)
}

/** Ends `watchEarlyKeys`. Returns the keys that were pressed since then. */
export function takeEarlyKeys(): KeyboardEvent[] {
  const taken = keys ?? []
  keys = undefined
  document.removeEventListener('keydown', keep)
  document.removeEventListener('focusin', drop)
  return taken
}

/** Returns whether a page loads, so that its field must get the keys pressed now. */
export const areKeysEarly = () => keys !== undefined
