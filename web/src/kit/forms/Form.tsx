import { ApiError, decimalDigits, type FieldErrors } from '@rd4-loket/contract/general'
import {
  type ComponentProps,
  createContext,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button, doublePress } from '../buttons/Button.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import fieldStyles from './Field.module.css'
import fieldsStyles from './Fields.module.css'
import { LinesInput, type Option, SelectInput, TextInput, type TextInputProps } from './Inputs.tsx'
import { markSaved, settleSubmit } from './unsaved-work.ts'

/**
 * Returns the error of a query that the server rejected with 422 before any data had arrived; otherwise null.
 * The form shows this error, and no result is shown. `Result` shows all other errors.
 */
export const inputErrorIn = ({ error, isLoadingError }: { error: Error | null; isLoadingError: boolean }) =>
  isLoadingError && error instanceof ApiError && error.status === 422 ? error : null

/** The values of a form's fields as typed, by the field names of the API. */
export type Values = Record<string, string>

type FormState = { id: string; values: Values; errors: FieldErrors; fill: (name: string, value: string) => void }
const FormContext = createContext<FormState>({ id: '', values: {}, errors: {}, fill: () => {} })

/** Returns the id, value, error message and change handler of a field of the surrounding form. */
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

/** Returns the values of all fields of the surrounding form, as typed. */
export const useFormValues = () => useContext(FormContext).values

/** Stores what was typed in a form, until it is saved or discarded. `session/drafts.ts` implements it. */
export type Draft = {
  read: () => Values | undefined
  keep: (values: Values) => void
  discard: () => void
}

/** Whether the values differ from the initial values. */
const differ = (values: Values, filled: Values) =>
  Object.keys({ ...filled, ...values }).some((name) => (values[name] ?? '') !== (filled[name] ?? ''))

/** Keeps the draft of a form up to date. */
function useKeptDraft(draft: Draft | undefined, values: Values, filled: Values, isTouched: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the values changes the draft.
  useEffect(() => {
    if (!draft || !isTouched) return
    if (differ(values, filled)) draft.keep(values)
    else draft.discard()
  }, [values])
}

export type FormProps = {
  filled?: Values | undefined
  draft?: Draft | undefined
  check?: ((values: Values) => FieldErrors | undefined) | undefined
  error?: Error | null
  onSubmit: (values: Values) => void
  /** Called when the value of a field changes. */
  onFill?: () => void
  /** Called when a button of type `reset` empties the fields. */
  onReset?: () => void
  children: ReactNode
  label: string
}

/**
 * A form that keeps the typed values when a submit fails.
 * `check` applies the contract's rules before submitting; `error` is the server's error. With a `draft`, typed values
 * also stay when the user leaves the page; the caller discards the draft after saving.
 * Errors of `check` and of the server are shown above the form and at their fields.
 */
export function Form({
  filled = {},
  draft,
  check,
  error: rejection,
  onSubmit,
  onFill,
  onReset,
  children,
  label,
}: FormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [restored, setRestored] = useState(draft?.read)
  const [values, setValues] = useState(restored ?? filled)
  const [isTouched, setTouched] = useState(false)
  // Rich text reads its value only at its first render, so discarding a draft replaces the fields.
  const [round, setRound] = useState(0)
  useKeptDraft(draft, values, filled, isTouched)
  const [checkError, setCheckError] = useState<ApiError>()
  const [attempts, setAttempts] = useState(0)
  const [lastFilled, setLastFilled] = useState(filled)

  // A search form takes `filled` from the page's URL. When the user goes back, the form shows the criteria of that URL.
  // A form with a draft keeps the typed text instead: a reload of the record must not remove it. When the record has
  // the typed text, it was saved.
  const filledKey = JSON.stringify(filled)
  if (JSON.stringify(lastFilled) !== filledKey) {
    setLastFilled(filled)
    if (!draft || !(isTouched || restored) || !differ(values, filled)) {
      setValues(filled)
      setCheckError(undefined)
      setRestored(undefined)
      setTouched(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: new `filled` values are already stored.
  useEffect(() => markSaved(form.current), [filledKey])

  const error = checkError ?? rejection ?? undefined
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

  // The last values that `onSubmit` received. After a rejection, the same values may be sent again at once.
  const sent = useRef<{ values: string; at: number }>(undefined)
  useEffect(() => {
    if (rejection) sent.current = undefined
  }, [rejection])
  const isDoublePress = (now: { values: string; at: number }) => {
    const before = sent.current
    sent.current = now
    return before?.values === now.values && now.at - before.at < doublePress
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Read from the page, not from the state: a password manager can fill a field without an event.
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const errors = check?.(typed)
    setAttempts(attempts + 1)
    // Status 0, because no call was made.
    setCheckError(errors && new ApiError(0, '', errors))
    if (errors) settleSubmit({ saved: false })
    else if (!isDoublePress({ values: JSON.stringify(typed), at: event.timeStamp })) onSubmit(typed)
  }

  const empty = (event: { preventDefault: () => void }) => {
    // By default the browser restores the initial values instead of emptying the fields.
    event.preventDefault()
    setValues({})
    setCheckError(undefined)
    onReset?.()
  }

  const discardDraft = () => {
    draft?.discard()
    setRestored(undefined)
    setValues(filled)
    setCheckError(undefined)
    setTouched(false)
    setRound(round + 1)
  }
  useEffect(() => {
    // The pressed button no longer exists, so the focus moves to the first field.
    if (round > 0) form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
  }, [round])

  const fill = (name: string, value: string) => {
    setTouched(true)
    setValues((current) => ({ ...current, [name]: value }))
    onFill?.()
  }

  return (
    <FormContext value={{ id, values, errors, fill }}>
      <form ref={form} className="column gap-5" noValidate onSubmit={submit} onReset={empty} aria-label={label}>
        {/* Replaced at each attempt, so that a screen reader announces a repeated error. */}
        {error && <ErrorSummary key={`attempt ${attempts}`} error={error} formId={id} />}
        {restored && (
          <div className={`box row ${fieldsStyles.draft}`} role="status">
            <p>Concept hersteld. Wat u eerder typte, staat er weer.</p>
            <Button variant="default" size="sm" onClick={discardDraft}>
              Concept weggooien
            </Button>
          </div>
        )}
        <Fragment key={round}>{children}</Fragment>
      </form>
    </FormContext>
  )
}

type FieldsProps = {
  children: ReactNode
  /** The submit button, beside the last field. */
  button?: ReactNode
  /** The minimum width of a field, if not medium. */
  width?: 'narrow' | 'wide'
}

/** Shows fields in rows. Labels, hints, inputs, messages and the submit button are aligned. */
export function Fields({ children, button, width }: FieldsProps) {
  return (
    <div className={fieldsStyles.fields} data-width={width}>
      {children}
      {button && <div className={fieldsStyles.button}>{button}</div>}
    </div>
  )
}

/** The name of a field in the API, and its texts on the screen. */
export type FieldCaption = { name: string; label: string; description?: string }

/** A text field of a form. It reads its own value and error message from the form. */
export const Field = ({ name, ...props }: FieldCaption & TextInputProps) => <TextInput {...props} {...useField(name)} />

/** A field of several lines. */
export const LinesField = ({ name, ...props }: FieldCaption & ComponentProps<typeof LinesInput>) => (
  <LinesInput {...props} {...useField(name)} />
)

/** A choice from a list; the first option means no choice. */
export function ChoiceField({ name, options, ...props }: FieldCaption & { options: Option[]; none: string }) {
  const field = useField(name)
  const isKnown = field.value === '' || options.some(({ id }) => String(id) === field.value)
  // If the chosen option is missing, it is added: otherwise the browser would select the first option.
  const chosen = isKnown ? [] : [{ id: field.value, name: `Onbekende keuze (${field.value})` }]
  return <SelectInput {...props} {...field} options={[...options, ...chosen]} />
}

/** A password field with a button that shows the text, and a warning when Caps Lock is on. */
export function PasswordField({
  name,
  ...props
}: FieldCaption & { autoComplete: 'current-password' | 'new-password'; 'data-focus-first'?: true | undefined }) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <TextInput
        {...props}
        {...useField(name)}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyUp={watchCapsLock}
        endButton={
          <button
            type="button"
            className={fieldStyles.show}
            aria-pressed={isShown}
            aria-label={`${props.label} tonen`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Verberg' : 'Tonen'}
          </button>
        }
      />
      <p className={`dimmed small ${fieldStyles.capitals}`} role="status">
        {hasCapsLock && 'Caps Lock staat aan.'}
      </p>
    </div>
  )
}

/**
 * Parses a typed number with a comma or a point.
 * Returns undefined for an empty text. Returns NaN for any other text that is not a number: the contract rejects NaN.
 * `Number` alone would also accept `1e1`.
 */
export function parseTypedNumber(typed = '') {
  const text = decimalDigits(typed).trim()
  if (text === '') return undefined
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}
