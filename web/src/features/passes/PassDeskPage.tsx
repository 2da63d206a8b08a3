import { ApiError, addressLine, cancelRollIssue, deskPurposes, purposeNames } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { PassField, usePassScan } from '../../domain/passes/PassField.tsx'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { countText, groupedCode, timeText } from '../../kit/browser/format.ts'
import { ActionButton, Button } from '../../kit/buttons/Button.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import {
  ActionError,
  Announcement,
  Empty,
  ErrorReference,
  errorText,
  Failure,
  Panel,
  Skeleton,
} from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { takePasses } from '../../session/carried-pass.ts'
import { Extra } from '../../session/extra-calls.tsx'
import issuedRollsStyles from './IssuedRolls.module.css'
import styles from './PassDeskPage.module.css'
import purposeStyles from './PurposeChoice.module.css'
import { type PassDesk, usePassDesk } from './pass-desk.ts'
import { noIssueReason, ResidentCard, statusText } from './ResidentCard.tsx'
import { type DeskIssue, failureText, isUncertain } from './roll-issues.ts'

/** Returns whether a text is a number of rolls: one or two digits. Any other text is a pass number. */
const isRolls = (text: string) => /^\d{1,2}$/.test(text)

/** The pass desk. A scan and Enter show the resident. A number and Enter issue that number of rolls. */
export function PassDeskPage() {
  const desk = usePassDesk()
  const field = useRef<HTMLInputElement>(null)
  const [refused, scan] = usePassScan(desk.find)

  const enter = (typed: string) => {
    if (!isRolls(typed) || !desk.isServing) return scan(typed)
    desk.issue(Number(typed))
    return true
  }

  const onCarried = useEffectEvent((number: string) => {
    scan(number)
    field.current?.focus()
  })
  useEffect(() => takePasses(onCarried), [])

  const { resident, lookup, unissued } = desk
  const rejected =
    lookup.error instanceof ApiError ? lookup.error.errors.environmental_pass_number?.join(' ') : undefined
  const reason = resident && noIssueReason(resident)
  const isIdle = !resident && !unissued && lookup.isIdle
  const summary = resident && [statusText(resident), resident.name, reason].filter(Boolean).join('. ')
  return (
    <ServicesPage>
      <div className={`stack ${styles.desk}`}>
        <Panel title="Milieupas">
          <PassField field={field} error={refused || rejected} onEnter={enter} />
          <Extra>
            <PurposeChoice of={desk.purpose} />
          </Extra>
        </Panel>
        <div className={`stack ${styles.serving}`}>
          {lookup.isPending && (
            <div className={styles.waiting}>
              <Skeleton lines={4} />
            </div>
          )}
          {lookup.error && (
            <NotFoundPanel
              error={lookup.error}
              number={lookup.variables.number}
              onRetry={() => desk.findAgain(lookup.variables)}
            />
          )}
          {unissued && <UnissuedRollsPanel {...unissued} onRetry={() => desk.findAgain(unissued)} />}
          <Announcement>{desk.retryPage ? idleTitle : !reason && summary}</Announcement>
          {reason && (
            <p role="alert" className="visually-hidden">
              {summary}
            </p>
          )}
          {desk.retryPage && <IdlePanel onShow={desk.retryPage} />}
          <p role="status" className={styles.soon}>
            {desk.clearsSoon && 'Over 30 seconden gaat de bewoner van het scherm. Druk op een toets om door te gaan.'}
          </p>
          {resident && (
            <ResidentCard
              key={resident.environmental_pass_number}
              desk={desk}
              resident={resident}
              passField={field}
              onScan={scan}
            />
          )}
          {isIdle && (
            <div className={styles.first}>
              <Empty drawing="scan">
                <p>Scan een pas. Dan ziet u hier van wie de pas is, en hoeveel rollen er nog zijn.</p>
              </Empty>
            </div>
          )}
        </div>
        <div className={styles.issued}>
          <IssuedRolls desk={desk} passField={field} />
        </div>
      </div>
    </ServicesPage>
  )
}

/** Shown instead of the card when the lookup of a pass failed. */
function NotFoundPanel({ error, number, onRetry }: { error: Error; number: string; onRetry: () => void }) {
  const isRejected = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={`Pas ${groupedCode(number)}`}>
      {isRejected ? (
        <div role="alert">
          <p>
            <strong>{errorText(error).replace(/\.?$/, '.')}</strong>
          </p>
          <p>Scan de pas nog eens, of controleer het nummer.</p>
          <ErrorReference error={error} />
        </div>
      ) : (
        <Failure error={error} retry={onRetry} />
      )}
    </Panel>
  )
}

type UnissuedRollsPanelProps = {
  number: string
  rolls?: number
  error: Error
  onRetry: () => void
}

/** Rolls that were entered before the card was on screen. They were not issued, because the lookup failed. */
function UnissuedRollsPanel({ number, rolls = 0, error, onRetry }: UnissuedRollsPanelProps) {
  return (
    <Panel title={`Niet uitgegeven: ${countText(rolls, 'rol', 'rollen')} voor pas ${groupedCode(number)}`}>
      <Failure error={error} retry={onRetry} />
    </Panel>
  )
}

const idleTitle = 'Bewoner van het scherm gehaald'

/** Replaces a card that was removed from an idle screen. A button shows the card and the typed number again. */
function IdlePanel({ onShow }: { onShow: () => void }) {
  return (
    <Panel title={idleTitle}>
      <p>Vijf minuten heeft niemand iets gedaan. Wat u had ingevuld, is bewaard.</p>
      <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={onShow}>
        Toon de bewoner weer
      </Button>
    </Panel>
  )
}

function PurposeChoice({ of: { purpose, choose } }: { of: PassDesk['purpose'] }) {
  const name = useId()
  return (
    <fieldset className={`row ${purposeStyles.purposes}`}>
      <legend>Waarvoor komt deze klant?</legend>
      {deskPurposes.map((it) => (
        <label className="line" key={it}>
          <input type="radio" name={name} value={it} checked={it === purpose} onChange={() => choose(it)} />
          {purposeNames[it]}
        </label>
      ))}
    </fieldset>
  )
}

/** The time within which the server accepts the undoing of an issue, in ms. */
const undoTime = 5 * 60_000

type IssuedRollsProps = { desk: PassDesk; passField: RefObject<HTMLInputElement | null> }

function IssuedRow({ issue, desk, passField }: { issue: DeskIssue } & IssuedRollsProps) {
  const { resident, rolls, at, request_id, rolls_this_year = 0, error } = issue
  const { address, rolls: total } = resident
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), at + undoTime - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  const undo = useMutation({
    mutationFn: (id: number) => call(cancelRollIssue, { params: { request_id: String(id) } }),
    onSuccess: () => {
      desk.onUndone(issue)
      showMessage('De uitgifte is ongedaan gemaakt')
    },
  })
  const uncertain = error !== undefined && isUncertain(error)
  const what = `${countText(rolls, 'rol', 'rollen')} voor ${resident.name}`
  const act = (action: () => void) => () => {
    action()
    passField.current?.focus()
  }
  return (
    <li className={`row ${issuedRollsStyles.row}`} data-failed={error ? true : undefined}>
      <Icon name={error ? 'alert' : 'check'} size={28} />
      <div>
        <p className="bold">{error ? `${uncertain ? 'Niet zeker' : 'Niet uitgegeven'}: ${what}` : what}</p>
        <p className="dimmed small">
          {address && `${addressLine(address)}, `}
          {!error && total && `nog ${total.allowance - rolls_this_year} van ${total.allowance} dit jaar, `}
          {timeText(new Date(at).toISOString())} uur
        </p>
        {error && <ActionError error={error}>{failureText(error)}</ActionError>}
        {!error && undo.error && <ActionError error={undo.error} />}
      </div>
      {uncertain && (
        <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={act(() => desk.retry(issue))}>
          Opnieuw proberen
          <span className="visually-hidden">: {what}</span>
        </Button>
      )}
      {request_id !== undefined && !isLate && (
        <ActionButton
          variant="default"
          icon={<Icon name="undo" size={18} />}
          busy={undo.isPending}
          onClick={act(() => undo.mutate(request_id))}
        >
          Ongedaan maken
          <span className="visually-hidden">: {what}</span>
        </ActionButton>
      )}
    </li>
  )
}

/** The rolls just issued, which can be undone for five minutes, and the requests that failed. */
function IssuedRolls({ desk, passField }: IssuedRollsProps) {
  // Excludes a failed request for the resident on screen, because the resident's card shows that error.
  const issues = desk.issues.filter((it) => it.request_id !== undefined || (it.error && it.resident !== desk.resident))
  if (issues.length === 0) return null
  return (
    <Panel title="Net uitgegeven">
      <ul className="ruled">
        {issues.map((issue) => (
          <IssuedRow key={issue.key} issue={issue} desk={desk} passField={passField} />
        ))}
      </ul>
    </Panel>
  )
}
