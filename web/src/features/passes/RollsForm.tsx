import { issueRolls, parseInput, type Resident } from '@rd4-loket/contract'
import { type SubmitEvent, useId, useState } from 'react'
import { useFieldError, useReaderEnd } from '../../domain/passes/pass-keys.tsx'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { parseTypedNumber } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { ErrorReference } from '../../kit/page/Page.tsx'
import { rollText } from '../../session/session.ts'
import { issueOnCard } from './pass-desk.ts'
import styles from './ResidentCard.module.css'
import { failureText } from './roll-issues.ts'
import type { PassDesk } from './use-pass-desk.ts'

const makeKeyNotes = (): KeyNote[] => [{ keys: ['Cijfer', 'Enter'], action: rollText('Zoveel rollen uitgeven') }]

/** The field for the number of rolls to issue. */
export function RollsForm({ desk, resident }: { desk: PassDesk; resident: Resident }) {
  const { typedRolls, cardControl } = desk
  const issue = issueOnCard(desk)
  const id = useId()
  const { rolls } = resident
  const [fieldError, setFieldError] = useFieldError()
  const onKeyDown = useReaderEnd()
  const [keyNotes] = useState(makeKeyNotes)
  useKeyNotes('Milieupas', keyNotes)
  const failure = issue?.error
  const busy = issue !== undefined && !failure

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = typedRolls.trim()
    // The pass of the next customer was scanned in the field for the number of rolls.
    if (typed.length >= 6) return desk.enterOnCard(typed)
    if (typed === '' && desk.isDoublePress()) return
    const { environmental_pass_number } = resident
    const typedNumber = parseTypedNumber(typed)
    const { errors } = parseInput(issueRolls.body, { environmental_pass_number, rolls: typedNumber })
    setFieldError(errors?.rolls?.[0])
    if (errors || typedNumber === undefined) cardControl.current?.select()
    else desk.send({ type: 'rolls entered', rolls: typedNumber })
  }

  return (
    <form className={styles.task} onSubmit={enter} noValidate aria-label={rollText('Rollen uitgeven')}>
      <TextInput
        ref={cardControl}
        id={`${id}rolls`}
        name="rolls"
        value={typedRolls}
        onKeyDown={onKeyDown}
        onChange={(event) => desk.send({ type: 'rolls typed', typed: event.currentTarget.value })}
        label={rollText('Aantal rollen')}
        description={rolls && rolls.allowance !== null && `Ten hoogste ${rolls.allowance - rolls.this_year}`}
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
