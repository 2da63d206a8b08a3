import { Button, TextInput } from '@mantine/core'
import { findResident, parseInput } from '@rd4-loket/contract'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId } from 'react'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import fieldStyles from '../../kit/forms/Field.module.css'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './PassField.module.css'
import { useReaderEnd } from './reader-end.ts'

/** Why what was entered cannot be the number of a pass; undefined when it can. */
export const whyNoPass = (typed: string) =>
  parseInput(findResident.body, { environmental_pass_number: typed }).errors?.environmental_pass_number?.join(' ')

const takesKeys = 'input:not([type=radio]), select, textarea, [contenteditable], dialog *'
const takesSpace = 'a, button, summary'

/** A scan must not be lost because somebody clicked beside the field: what nothing else takes goes there. */
function useStrayKeys(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const toField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const at = document.activeElement
      if (key.length !== 1 || ctrlKey || metaKey || altKey || at?.matches(takesKeys)) return
      // Else the Enter at the end of a scan would press the button that has the focus.
      if (!at?.matches(takesSpace) || /^[\da-z]$/i.test(key)) field.current?.focus()
    }
    document.addEventListener('keydown', toField)
    return () => document.removeEventListener('keydown', toField)
  }, [field])
}

const keyNotes: KeyNote[] = [{ keys: ['Pas', 'Enter'], does: 'De pas opzoeken; een scan werkt ook naast het veld' }]

/** The field in which a pass is scanned, with a button for who has no Enter key. What `onEnter` does not take stays to be read; the next scan writes over it. */
export function PassField({
  field,
  error,
  onEnter,
}: {
  field: RefObject<HTMLInputElement | null>
  error: ReactNode
  onEnter: (typed: string) => boolean
}) {
  const id = useId()
  useStrayKeys(field)
  useKeyNotes('Milieupas', keyNotes)
  const onKeyDown = useReaderEnd()

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    const typed = input?.value.trim()
    // Also after the button was pressed, the next key is for the field.
    input?.focus()
    if (!input || !typed) return
    if (onEnter(typed)) input.value = ''
    else input.select()
  }

  return (
    <form className={styles.scan} onSubmit={enter} noValidate aria-label="Milieupas zoeken">
      <TextInput
        ref={field}
        id={`${id}pass`}
        name="environmental_pass_number"
        label="Pasnummer"
        description="Scan de pas, of typ het nummer en druk op Enter."
        error={error}
        size="lg"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onKeyDown={onKeyDown}
        classNames={{ ...fieldStyles, input: `${fieldStyles.input} ${styles.number}` }}
        leftSection={<Icon name="pass" />}
        inputContainer={(input) => (
          <div className={fieldStyles.line}>
            {input}
            <Button type="submit" size="lg" variant="default">
              Zoek pas
            </Button>
          </div>
        )}
        data-code
        data-focus-first
      />
    </form>
  )
}
