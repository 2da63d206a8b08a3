const fields = 'main :is(input, select, textarea, [contenteditable="true"])'

/** The fields that somebody began in, with what stood in them then. */
const begun = new Map<Element, string>()
let submitted: EventTarget | null = null

function contentOf(field: Element) {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  return 'value' in field ? String(field.value) : (field.textContent ?? '')
}

/** Keeps an eye on what is typed on the page; gives the way to stop. */
export function watchUnsavedWork() {
  const begin = (at: EventTarget | null) => {
    for (const field of begun.keys()) if (!field.isConnected) begun.delete(field)
    if (at instanceof Element && at.matches(fields) && !begun.has(at)) begun.set(at, contentOf(at))
  }
  const onFocus = ({ target }: FocusEvent) => begin(target)
  const onSubmit = ({ target }: SubmitEvent) => {
    submitted = target
  }
  begin(document.activeElement)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('submit', onSubmit, true)
  return () => {
    begun.clear()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('submit', onSubmit, true)
  }
}

/** Stands something on the page that would be lost with it, and that nobody has saved yet? */
export const hasUnsavedWork = () =>
  [...begun].some(([field, content]) => field.isConnected && !['', content].includes(contentOf(field)))

/** What stands in this form is kept elsewhere now. */
export function markSaved(form: EventTarget | null) {
  for (const field of begun.keys()) if (field.closest('form') === form) begun.set(field, contentOf(field))
}

/** What the form sent that was submitted last is answered: it is kept now, or it was refused or only looked at. */
export function settleSubmit({ kept }: { kept: boolean }) {
  if (kept) markSaved(submitted)
  submitted = null
}
