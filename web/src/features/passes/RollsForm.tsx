import { issueRolls, parseInput, type Resident } from '@rd4-loket/contract'
import { type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useFieldError, useReaderEnd } from '../../domain/passes/PassField.tsx'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { parseTypedNumber } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { ErrorReference } from '../../kit/page/Page.tsx'
import type { PassDesk } from './pass-desk.ts'
import styles from './ResidentCard.module.css'
import { failureText } from './roll-issues.ts'

const keyNotes: KeyNote[] = [{ keys: ['Cijfer', 'Enter'], action: 'Zoveel rollen uitgeven' }]

type RollsFormProps = {
  desk: PassDesk
  resident: Resident
  passField: RefObject<HTMLInputElement | null>
  /** Called when the pass of the next customer is scanned in the field for the number of rolls. */
  onScan: (typed: string) => boolean
}

/** The field for the number of rolls to issue. */
export function RollsForm({
  desk: { issues, issue: issueRollsTo, typedRolls },
  resident,
  passField,
  onScan,
}: RollsFormProps) {
  const issue = issues.find((it) => it.resident === resident)
  const id = useId()
  const { rolls } = resident
  const field = useRef<HTMLInputElement>(null)
  const [fieldError, setFieldError] = useFieldError()
  const onKeyDown = useReaderEnd()
  useKeyNotes('Milieupas', keyNotes)
  const busy = issue !== undefined && !issue.error
  const failure = issue?.error

  // Moves the focus to the card, unless the clerk is already typing in the pass field.
  useEffect(() => {
    if (busy || document.activeElement !== passField.current || passField.current?.value !== '') return
    if (failure && field.current) field.current.value = String(issue.rolls)
    field.current?.focus()
    field.current?.select()
  }, [busy, failure, issue, passField])

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    if (!input || busy) return
    const typed = input.value.trim()
    if (typed.length >= 6) {
      input.value = ''
      passField.current?.focus()
      if (!onScan(typed) && passField.current) {
        passField.current.value = typed
        passField.current.select()
      }
      return
    }
    const { environmental_pass_number } = resident
    const typedNumber = parseTypedNumber(typed)
    const { errors } = parseInput(issueRolls.body, { environmental_pass_number, rolls: typedNumber })
    setFieldError(errors?.rolls?.join(' '))
    if (errors || typedNumber === undefined) {
      input.select()
      return
    }
    // Moves the focus to the pass field before the response arrives: a pass reader types into the focused field.
    input.value = ''
    typedRolls.current = ''
    passField.current?.focus()
    issueRollsTo(typedNumber)
  }

  return (
    <form className={styles.task} onSubmit={enter} noValidate aria-label="Rollen uitgeven">
      <TextInput
        ref={field}
        id={`${id}rolls`}
        name="rolls"
        defaultValue={typedRolls.current}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          typedRolls.current = event.currentTarget.value
        }}
        label="Aantal rollen"
        description={rolls && `Ten hoogste ${rolls.allowance - rolls.this_year}`}
        error={
          fieldError ??
          (failure && (
            <>
              {failureText(failure)}
              <ErrorReference error={failure} />
            </>
          ))
        }
        large
        inputMode="numeric"
        data-code
        autoComplete="off"
        inputClassName={styles.number}
        submit={
          <ActionButton type="submit" size="lg" busy={busy}>
            Uitgeven
          </ActionButton>
        }
      />
    </form>
  )
}
