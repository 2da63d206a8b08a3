import { type ComponentProps, type ReactNode, type SubmitEvent, useLayoutEffect } from 'react'
import { Icon, type IconName } from '../theme/Icon.tsx'
import styles from './HeaderBox.module.css'
import { headerField } from './header-field.ts'

// Whether the field had the focus that one box has just left to another box in its place.
let hadFocus = false

type HeaderBoxProps = ComponentProps<'input'> & {
  icon: IconName
  /** The accessible name of the field. It contains the visible label. */
  name: string
  /** The label before the text, and the name of the button after it. */
  label?: string | undefined
  submit?: string | undefined
  onEnter: () => void
  /** The list of suggestions. */
  children: ReactNode
}

/** The one box in the header of every page: an icon, a label, a field, and the list below it. */
export function HeaderBox({ icon, name, label, submit, onEnter, children, ...input }: HeaderBoxProps) {
  // A box that takes the place of another keeps the focus, so that typing continues.
  useLayoutEffect(() => {
    if (hadFocus) headerField.current?.focus()
    hadFocus = false
    const field = headerField.current
    return () => {
      hadFocus = document.activeElement === field
      queueMicrotask(() => {
        hadFocus = false
      })
    }
  }, [])
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    // A press of the button moved the focus to the button, but the next text must go into the field.
    headerField.current?.focus()
    onEnter()
  }
  // A form has a button to submit it. Without a button, Enter is handled by the field.
  const Frame = submit ? 'form' : 'div'
  return (
    <search className={styles.box}>
      <Frame className={`line relative ${styles.field}`} {...(submit && { onSubmit: enter, noValidate: true })}>
        <Icon name={icon} size={20} />
        {label && (
          <span className={styles.label} aria-hidden="true">
            {label}
          </span>
        )}
        <input
          {...input}
          ref={(element) => {
            headerField.current = element
            return () => {
              if (headerField.current === element) headerField.current = null
            }
          }}
          className={styles.input}
          type="text"
          aria-label={name}
          aria-keyshortcuts="/ Control+K"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <span className={styles.hint} aria-hidden="true">
          /
        </span>
        {submit && (
          <button type="submit" className={`icon-button ${styles.submit}`} aria-label={submit}>
            <Icon name="arrow-right" size={20} />
          </button>
        )}
        {children}
      </Frame>
    </search>
  )
}
