import {
  addressLine,
  blockedReasonNames,
  issueRolls,
  type PassStatus,
  type Purpose,
  parseInput,
  type Resident,
  showResidentName,
  townLine,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useFieldError, useReaderEnd } from '../../domain/passes/PassField.tsx'
import { countText, dayText, groupedCode, timeText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { parseTypedNumber } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { ActionError, Announcement, ErrorReference } from '../../kit/page/Page.tsx'
import { Meter } from '../../kit/tables/Table.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { Extra } from '../../session/extra-calls.tsx'
import { calendarSetting } from '../../session/page-settings.ts'
import type { PassDesk } from './pass-desk.ts'
import { ResidentBill } from './ResidentBill.tsx'
import styles from './ResidentCard.module.css'
import residentNameStyles from './ResidentName.module.css'
import { failureText } from './roll-issues.ts'

const keyNotes: KeyNote[] = [{ keys: ['Cijfer', 'Enter'], action: 'Zoveel rollen uitgeven' }]
const noKeys: KeyNote[] = []

const statusIcons: Record<PassStatus, IconName> = { active: 'check', blocked: 'alert', expired: 'alert' }

type RollCount = NonNullable<Resident['rolls']>

function RollsThisYear({ rolls: { this_year, allowance, last_request } }: { rolls: RollCount }) {
  const left = Math.max(allowance - this_year, 0)
  return (
    <div className={`column gap-2 ${styles.rolls}`}>
      <p>
        <strong>
          {this_year} van {countText(allowance, 'rol', 'rollen')}
        </strong>{' '}
        gehad dit jaar, nog {left}
      </p>
      <div className={styles.meter}>
        <Meter percent={allowance > 0 ? (this_year / allowance) * 100 : 0} />
      </div>
      <p className="dimmed small">
        {last_request
          ? `Laatst: ${countText(last_request.rolls, 'rol', 'rollen')} op ${dayText(last_request.requested_at)} om ${timeText(last_request.requested_at)}, door ${last_request.requested_by}`
          : 'Nog niet eerder rollen gehad.'}
      </p>
    </div>
  )
}

/** The resident of a pass, the status of the pass, its rolls of this year, and the field for the number to issue. */
export function ResidentCard({
  desk: { issues, issue: issueRollsTo, typedRolls, purpose },
  resident,
  passField,
  onScan,
}: {
  desk: PassDesk
  resident: Resident
  passField: RefObject<HTMLInputElement | null>
  /** Called when the pass of the next customer is scanned in the field for the number of rolls. */
  onScan: (typed: string) => boolean
}) {
  const issue = issues.find((it) => it.resident === resident)
  const id = useId()
  const { address, rolls } = resident
  const field = useRef<HTMLInputElement>(null)
  const [fieldError, setFieldError] = useFieldError()
  const onKeyDown = useReaderEnd()
  const reason = noIssueReason(resident)
  useKeyNotes('Milieupas', reason ? noKeys : keyNotes)
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
    // The focus moves to the pass field before the response arrives, so that the next scan is typed in that field.
    input.value = ''
    typedRolls.current = ''
    passField.current?.focus()
    issueRollsTo(typedNumber)
  }

  return (
    <section className={`stack ${styles.card}`} data-status={resident.status} aria-labelledby={`${id}name`}>
      <div className={`beside ${styles.status}`}>
        <Icon name={statusIcons[resident.status]} size={32} />
        <p>{statusText(resident)}</p>
      </div>
      <div className={styles.holder}>
        <ResidentName
          id={`${id}name`}
          resident={resident}
          purposeOf={purpose.forPass}
          onShown={() => (field.current ?? passField.current)?.focus()}
        />
        {address && (
          <>
            <p>{addressLine(address)}</p>
            <p>{townLine(address)}</p>
          </>
        )}
        <p className="dimmed small">
          Pas <span className="code">{groupedCode(resident.environmental_pass_number)}</span>
        </p>
        {address && calendarSetting() === 'api' && (
          <p>
            <Link to="/calendar" search={{ address: address.alias }}>
              Ophaalkalender
            </Link>
          </p>
        )}
      </div>
      {purpose.purpose === 'vraag_inwoner' && address && (
        <Extra>
          <ResidentBill number={resident.environmental_pass_number} />
        </Extra>
      )}
      {rolls && <RollsThisYear rolls={rolls} />}
      {reason ? (
        <p className={`beside ${styles.reason}`}>
          <Icon name="info" />
          {reason}
        </p>
      ) : (
        <form className={styles.issue} onSubmit={enter} noValidate aria-label="Rollen uitgeven">
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
      )}
    </section>
  )
}

type ResidentNameProps = {
  id: string
  resident: Resident
  purposeOf: (pass: string) => Purpose
  /** Called when the button has disappeared, to move the focus. */
  onShown: () => void
}

/** The shortened name of a resident, with a button for the whole name. The button's call is logged separately. */
function ResidentName({ id, resident: { environmental_pass_number, name }, purposeOf, onShown }: ResidentNameProps) {
  const fullName = useMutation({
    gcTime: 0,
    mutationFn: () =>
      call(
        showResidentName,
        { body: { environmental_pass_number } },
        { purpose: purposeOf(environmental_pass_number) },
      ),
    onSuccess: onShown,
  })
  return (
    <div className={`row ${residentNameStyles.name}`}>
      <h2 id={id}>{fullName.data?.name ?? name}</h2>
      {!fullName.data && (
        <Extra>
          <ActionButton variant="default" size="xs" busy={fullName.isPending} onClick={() => fullName.mutate()}>
            Toon naam
          </ActionButton>
        </Extra>
      )}
      <Announcement>{fullName.data?.name}</Announcement>
      {fullName.error && (
        <div className="whole-line">
          <ActionError error={fullName.error} />
        </div>
      )}
    </div>
  )
}

const statusNames: Record<PassStatus, string> = { active: 'Actief', blocked: 'Geblokkeerd', expired: 'Vervallen' }

type PassFacts = Pick<Resident, 'status' | 'blocked_reason' | 'replaced_by'>

/** Returns the status of a pass, with the reason of a block and the number of its replacement. */
export function statusText({ status, blocked_reason, replaced_by }: PassFacts) {
  const reason = blocked_reason && `: ${blockedReasonNames[blocked_reason]}`
  return `${statusNames[status]}${reason ?? ''}${replaced_by ? `, vervangen door ${groupedCode(replaced_by)}` : ''}`
}

/** Returns why no rolls can be issued on a pass; undefined if rolls can be issued. */
export function noIssueReason({ status, replaced_by, rolls }: PassFacts & Pick<Resident, 'rolls'>): string | undefined {
  if (status !== 'active')
    return `Op deze pas kunt u geen rollen uitgeven. ${replaced_by ? 'Vraag naar de nieuwe pas.' : 'De inwoner kan een nieuwe pas aanvragen.'}`
  // If the number of rolls so far is unknown, the server decides.
  return !rolls || rolls.this_year < rolls.allowance
    ? undefined
    : `Deze pas heeft dit jaar alle ${countText(rolls.allowance, 'rol', 'rollen')} al gehad.`
}
