const fields = 'main :is(input, select, textarea, [contenteditable="true"])'

/** The fields that have had the focus. The value is a field's content at the first focus, or when it was last saved. */
const entered = new Map<Element, string>()
let submittedForm: EventTarget | null = null

function contentOf(field: Element) {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  return 'value' in field ? String(field.value) : (field.textContent ?? '')
}

/** Watches the fields of the page. Returns a function that stops watching. */
export function watchUnsavedWork() {
  const enter = (target: EventTarget | null) => {
    for (const field of entered.keys()) if (!field.isConnected) entered.delete(field)
    if (target instanceof Element && target.matches(fields) && !entered.has(target))
      entered.set(target, contentOf(target))
  }
  const onFocus = ({ target }: FocusEvent) => enter(target)
  const onSubmit = ({ target }: SubmitEvent) => {
    submittedForm = target
  }
  enter(document.activeElement)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('submit', onSubmit, true)
  return () => {
    entered.clear()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('submit', onSubmit, true)
  }
}

/** Whether a field on the page has typed content that is not saved. */
export const hasUnsavedWork = () =>
  [...entered].some(([field, content]) => field.isConnected && !['', content].includes(contentOf(field)))

/** Marks the current content of a form as saved. */
export function markSaved(form: EventTarget | null) {
  for (const field of entered.keys()) if (field.closest('form') === form) entered.set(field, contentOf(field))
}

/** Ends the last submit. `saved` is false when the request failed or saves nothing, such as a preview. */
export function settleSubmit({ saved }: { saved: boolean }) {
  if (saved) markSaved(submittedForm)
  submittedForm = null
}
