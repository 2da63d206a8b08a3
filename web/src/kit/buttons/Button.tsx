// Reasons: docs/web.md

import type { Refusal } from '@rd4-loket/contract/general'
import { createLink, Link } from '@tanstack/react-router'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { type KeyNote, useKeyNotes } from '../browser/keys.ts'
import { Icon } from '../theme/Icon.tsx'
import styles from './Button.module.css'
import { KeyHint } from './KeyHint.tsx'

type ButtonStyle = {
  /** `filled`: main action. `default`: another action. `subtle`: minor action. `danger`: action hard to undo. */
  variant?: 'filled' | 'default' | 'subtle' | 'danger'
  /** `md` is as high as a field, `lg` as a large field. */
  size?: 'xs' | 'sm' | 'md' | 'lg'
  fullWidth?: boolean
  icon?: ReactNode
}

const lookOf = ({ variant = 'filled', size = 'sm', fullWidth }: ButtonStyle) => ({
  // Buttons are not printed.
  className: `screen-only ${styles.button}`,
  'data-variant': variant,
  'data-size': size,
  'data-full-width': fullWidth || undefined,
})

export type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Why the action is not allowed. The button then ignores clicks, and the sentence is below it. */
    refusal?: Refusal
  }

/** A button in the style of the portal. `isBusy` shows a turning ring in place of the text. */
export const Button = ({
  variant,
  size,
  fullWidth,
  icon,
  isBusy = false,
  refusal,
  children,
  ...button
}: ButtonProps & { isBusy?: boolean }) => {
  const id = useId()
  const refused = refusal !== undefined && {
    'aria-disabled': true,
    'aria-describedby': id,
    'data-waits': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
  const shown = (
    <button
      type="button"
      {...button}
      {...refused}
      {...lookOf({ variant, size, fullWidth })}
      data-busy={isBusy || undefined}
    >
      {isBusy && <span className={`turning ${styles.ring}`} aria-hidden="true" />}
      <span className={styles.text}>
        {icon}
        {children}
      </span>
    </button>
  )
  if (!refused) return shown
  return (
    <span className={`screen-only ${styles.refused}`}>
      {shown}
      <span id={id} data-refusal className="remark">
        {refusal}
      </span>
    </span>
  )
}

/** A link to a page outside the portal, with the style of a button. */
export const AnchorButton = ({
  variant,
  size,
  fullWidth,
  icon,
  children,
  ...link
}: ButtonStyle & Omit<ComponentProps<'a'>, 'className'>) => (
  <a {...link} {...lookOf({ variant, size, fullWidth })}>
    <span className={styles.text}>
      {icon}
      {children}
    </span>
  </a>
)

/** A link to a screen, with the style of a button. */
export const LinkButton = createLink(AnchorButton)

/** A link from a page to the page above it. */
export const BackLink = createLink(({ children, ...link }: Omit<ComponentProps<'a'>, 'className'>) => (
  <a {...link} className={`inline ${styles.back}`}>
    <Icon name="arrow-left" size={20} />
    <span>{children}</span>
  </a>
))

type ActionButtonProps = {
  busy?: boolean
  /** Whether the action of another button is in flight. This button ignores clicks until that action ends. */
  waits?: boolean
} & Omit<ButtonProps, 'disabled'>

/** The second press of a double Enter comes within this time, in ms. */
export const doublePress = 1000

/**
 * A button that starts its action once, and shows a turning ring while the action is in flight. The button is never
 * `disabled`, because a disabled button loses the focus.
 */
export function ActionButton({ busy = false, waits = false, onClick, ...button }: ActionButtonProps) {
  const lastPress = useRef(Number.NEGATIVE_INFINITY)
  const actOnce = (event: MouseEvent<HTMLButtonElement>) => {
    // A double click or a double Enter is one request, even if the reply to the first has already arrived. A click has
    // detail 0 when a key caused it. A form ignores the second press by itself.
    const isKey = event.detail === 0 && button.type !== 'submit'
    const isSecondPress = isKey && event.timeStamp - lastPress.current < doublePress
    if (isKey) lastPress.current = event.timeStamp
    if (busy || waits || event.detail > 1 || isSecondPress) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...button}
      isBusy={busy}
      data-waits={waits || undefined}
      aria-disabled={busy || waits || undefined}
      onClick={actOnce}
    />
  )
}

/** The button that submits a form, as high as a field. */
export const SubmitButton = (button: ComponentProps<typeof ActionButton>) => (
  <ActionButton type="submit" size="md" {...button} />
)

/** A row of buttons: the main action first, cancelling last. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>

/** Copies a text to the clipboard and reports the result. */
export function CopyButton({
  text,
  label,
  keyHint,
}: {
  text: string
  label: string
  /** The single key that presses the button, on a page that handles it. */
  keyHint?: string
}) {
  const [result, setResult] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Gekopieerd'),
      () => setResult('Kopiëren lukte niet'),
    )
  return (
    <span className={`inline screen-only ${styles.copy}`}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        onClick={copy}
        onBlur={() => setResult('')}
        aria-keyshortcuts={keyHint}
      >
        <Icon name={result === 'Gekopieerd' ? 'check' : 'copy'} size={18} />
        {keyHint && <KeyHint>{keyHint}</KeyHint>}
      </button>
      <span role="status">{result}</span>
    </span>
  )
}

export const PrintButton = () => (
  <Button variant="default" onClick={() => print()} icon={<Icon name="print" size={20} />}>
    Afdrukken
  </Button>
)

/** `keyHint`: the single key that follows the link, on a page that handles it. */
export type PillLink = { name: string; search: Record<string, string>; current: boolean; keyHint?: string | undefined }

const keyNotes: KeyNote[] = [
  { keys: ['←', '→'], action: 'Naar de keuze ernaast' },
  { keys: ['Enter'], action: 'Kiezen' },
]

/** Moves the focus to the previous or the next link. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const next = step && links[links.indexOf(event.target as HTMLAnchorElement) + step]
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  next.focus()
}

/** Links to the views of one page, each with its own URL. Not printed: the heading below them names the view. */
export function PillLinks({ label, links }: { label: string; links: PillLink[] }) {
  useKeyNotes(label, keyNotes)
  return (
    <nav aria-label={label} onKeyDown={moveFocus}>
      <ul className={`screen-only ${styles.pills}`}>
        {links.map(({ name, search, current, keyHint }) => (
          <li key={name}>
            <Link
              to="."
              search={search}
              state={true}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={current ? 'page' : undefined}
              aria-keyshortcuts={keyHint}
            >
              {name}
              {keyHint && <KeyHint>{keyHint}</KeyHint>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
