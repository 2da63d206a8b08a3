import { ApiError, type FieldErrors } from '@rd4-loket/contract'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ErrorReference } from '../page/Result.tsx'
import styles from './Form.module.css'
import { markSaved, settleSubmit } from './unsaved-work.ts'

/** What the server refused of what was filled in; any other failure is said in the place of the answer. */
export const inputErrorIn = (error: Error | null) => (error instanceof ApiError && error.status === 422 ? error : null)

/** Why something failed, where there are no fields to say it at. */
export const errorText = (error: Error) =>
  (error instanceof ApiError && Object.values(error.errors).flat().join(' ')) || error.message

/** What stands in a form's fields, by the names of the API; everything is text as it was typed. */
export type Values = Record<string, string>

type FormState = { id: string; values: Values; errors: FieldErrors; fill: (name: string, value: string) => void }
const FormContext = createContext<FormState>({ id: '', values: {}, errors: {}, fill: () => {} })

/** How a field takes part in its form: its id, what was typed, and what is wrong with it. */
export function useField(name: string) {
  const { id, values, errors, fill } = useContext(FormContext)
  return {
    id: `${id}${name}`,
    name,
    value: values[name] ?? '',
    error: errors[name]?.join(' '),
    onChange: (event: { currentTarget: { value: string } }) => fill(name, event.currentTarget.value),
  }
}

/** What a field is called on screen: by its group where it is one choice of several, or else by its label. */
const nameOf = (field: Element) =>
  (
    field.closest('fieldset')?.querySelector('legend') ??
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`) ??
    document.getElementById(field.getAttribute('aria-labelledby') ?? '')
  )?.textContent

/** What is wrong, on top of the form: each sentence names its field and leads to it. */
function ErrorSummary({ error, formId }: { error: Error; formId: string }) {
  const fields = error instanceof ApiError ? Object.entries(error.errors) : []
  // The fields stand below; where a form begins with an error, they are there only after the first drawing.
  const [drawn, setDrawn] = useState(false)
  useLayoutEffect(() => setDrawn(true), [])
  // In the order in which they stand below; what belongs to none of them comes first.
  const ids = drawn ? [...document.querySelectorAll('[id]')].map(({ id }) => id) : []
  const placeOf = ([name]: (typeof fields)[number]) => ids.indexOf(formId + name)
  fields.sort((one, other) => placeOf(one) - placeOf(other))
  const sentences = fields.length > 0 ? fields : [['', [error.message]] as const]
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} id={`${formId}summary`}>
      <p className={styles.problem}>{fields.length > 0 ? 'Dit gaat nog niet goed' : 'Het is niet gelukt'}</p>
      <ul>
        {sentences.map(([name, messages]) => {
          const field = drawn && document.getElementById(`${formId}${name}`)
          const sentence = messages.join(' ')
          if (!field) return <li key={name}>{sentence}</li>
          const label = nameOf(field)
          const focusField = (event: MouseEvent) => {
            event.preventDefault()
            field.focus()
          }
          return (
            <li key={name}>
              <a href={`#${field.id}`} onClick={focusField}>
                {label ? `${label}: ${sentence}` : sentence}
              </a>
            </li>
          )
        })}
      </ul>
      {error instanceof ApiError && error.status >= 500 && <ErrorReference error={error} />}
    </div>
  )
}

/**
 * A form that keeps what was typed whatever happens. `check` refuses by the contract's rules before anything is sent;
 * `error` is what the server said. Either is shown on top and at its fields.
 */
export function Form({
  filled = {},
  check,
  error: answered,
  onSubmit,
  onFill,
  onReset,
  children,
  label,
}: {
  filled?: Values | undefined
  check?: (values: Values) => FieldErrors | undefined
  error?: Error | null
  onSubmit: (values: Values) => void
  /** What else becomes of it when a field is filled otherwise. */
  onFill?: () => void
  /** What else begins again when a button of type `reset` empties the fields. */
  onReset?: () => void
  children: ReactNode
  label: string
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(filled)
  const [refused, setRefused] = useState<ApiError>()
  const [attempts, setAttempts] = useState(0)
  const [wasFilled, setWasFilled] = useState(filled)

  // The criteria stand in the address of the page: going back fills the form as it was then.
  const filling = JSON.stringify(filled)
  if (JSON.stringify(wasFilled) !== filling) {
    setWasFilled(filled)
    setValues(filled)
    setRefused(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is filled in from elsewhere, is kept there.
  useEffect(() => markSaved(form.current), [filling])

  const error = refused ?? answered ?? undefined
  const errors = error instanceof ApiError ? error.errors : {}

  useEffect(() => {
    if (!error) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const summary = form.current?.querySelector<HTMLElement>('[role="alert"]')
    ;(invalid ?? summary)?.focus()
    const title = document.title
    document.title = `Fout: ${title}`
    return () => {
      document.title = document.title.replace(/^Fout: /, '')
    }
  }, [error])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Read from the page, not from the state: a password manager may have filled a field without a key pressed.
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const wrong = check?.(typed)
    setAttempts(attempts + 1)
    setRefused(wrong && new ApiError(422, '', wrong))
    if (wrong) settleSubmit({ kept: false })
    else onSubmit(typed)
  }

  const empty = (event: { preventDefault: () => void }) => {
    // The browser would bring back what the fields were first filled with.
    event.preventDefault()
    setValues({})
    setRefused(undefined)
    onReset?.()
  }

  const fill = (name: string, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    onFill?.()
  }

  return (
    <FormContext value={{ id, values, errors, fill }}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onReset={empty} aria-label={label}>
        {/* Anew at each attempt: what is wrong a second time is heard a second time. */}
        {error && <ErrorSummary key={attempts} error={error} formId={id} />}
        {children}
      </form>
    </FormContext>
  )
}
