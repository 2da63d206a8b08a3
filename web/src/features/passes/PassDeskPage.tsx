import { ApiError, findResidentAtAddress, purposeNames } from '@rd4-loket/contract'
import { type ReactNode, useId, useRef } from 'react'
import { type DeskTask, deskTaskNames, deskTasks } from '../../domain/passes/desk-tasks.ts'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { isFiling, useUndoable } from '../../domain/undo/undo.tsx'
import { undoKey, useUndoKey } from '../../domain/undo/undo-key.ts'
import { countText, groupedCode } from '../../kit/browser/format.ts'
import type { KeyNote } from '../../kit/browser/keys.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { headerField } from '../../kit/forms/header-field.ts'
import { Announcement, Empty, ErrorReference, errorText, Failure, Panel, Skeleton } from '../../kit/page/Page.tsx'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { useDeskMunicipality, useNeverLoadedText } from '../../session/never-loaded.ts'
import { isOffered } from '../../session/offered.tsx'
import { rollText } from '../../session/session.ts'
import { FirstPass, usePassless } from './FirstPass.tsx'
import { IssuedRolls } from './IssuedRolls.tsx'
import styles from './PassDeskPage.module.css'
import { fieldRejection, isLookingUp, type Lookup, type Rejected, takesAddress, taskOf } from './pass-desk.ts'
import { noRollsReason, passHeadline } from './pass-headline.ts'
import cardStyles from './ResidentCard.module.css'
import { ResidentCard } from './ResidentCard.tsx'
import { type PassDesk, usePassDesk } from './use-pass-desk.ts'

const taskTexts: Record<DeskTask, { icon: IconName; hint: string }> = {
  extra_rollen: { icon: 'rolls', hint: 'Scan, cijfer, Enter' },
  vraag_inwoner: { icon: 'question', hint: 'Scan de pas' },
  pas_defect: { icon: 'retry', hint: 'Scan de oude, dan de nieuwe' },
  pas_kwijt: { icon: 'alert', hint: 'Typ het adres, scan de nieuwe' },
  pas_vergeten: { icon: 'search', hint: 'Typ het adres' },
  eerste_pas: { icon: 'pass', hint: 'Typ het adres, scan de pas' },
  aanslag_bezwaar: { icon: 'scale', hint: 'Scan de pas, schrijf het op' },
}

const undoNotes: KeyNote[] = [{ keys: ['Ctrl', 'Z'], action: 'De laatste uitgifte ongedaan maken' }]

/** The pass desk. A scan and Enter show the resident. A number and Enter issue that number of rolls. */
export function PassDeskPage() {
  const desk = usePassDesk()
  const page = useRef<HTMLDivElement>(null)
  const { resident, passless, failed, unissued, removed, purpose, send } = desk
  const { title: passlessWords } = usePassless()
  const rejected = fieldRejection(desk)
  const reason = resident && noRollsReason(resident, purpose)
  const isWaiting = isLookingUp(desk)
  const isEmpty = !resident && !passless && !unissued && !failed && !isWaiting && !rejected && !removed
  const summary = resident && [passHeadline(resident, purpose).text, resident.name, reason].filter(Boolean).join('. ')
  const [latest] = useUndoable()
  // Presses the button of the card, or else that of the newest row. A later filing of the desk goes first.
  useUndoKey('Milieupas', undoNotes, () => {
    const buttons = [...(page.current?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${undoKey}"]`) ?? [])]
    buttons.at(latest && isFiling(latest) ? -1 : 0)?.click()
  })
  return (
    <ServicesPage>
      <div ref={page} className={`stack ${styles.desk}`}>
        {isOffered(findResidentAtAddress) && <TaskChoice desk={desk} />}
        <div className={`stack ${styles.serving}`}>
          {rejected && (
            <Notice icon="alert" headline={rejectionHeadline(rejected)}>
              <p key={rejected.id} id={desk.errorId} role="alert">
                {rejected.reason}
              </p>
              <p className="dimmed">Er is niemand opgezocht.</p>
            </Notice>
          )}
          {isWaiting && (
            <div className={styles.waiting}>
              <Skeleton lines={4} />
            </div>
          )}
          {failed && (
            <NotFoundPanel
              id={desk.errorId}
              error={failed.error}
              request={failed}
              onRetry={() => send({ type: 'lookup retried', lookup: failed })}
            />
          )}
          {unissued && (
            <UnissuedRollsPanel {...unissued} onRetry={() => send({ type: 'lookup retried', lookup: unissued })} />
          )}
          <Announcement>{removed ? idleTitle : passless ? passlessWords : !reason && summary}</Announcement>
          {reason && (
            <p role="alert" className="visually-hidden">
              {summary}
            </p>
          )}
          {removed && <IdlePanel onShow={() => send({ type: 'shown again' })} />}
          <p role="status" className={styles.soon}>
            {desk.isIdleSoon &&
              (resident || passless) &&
              'Over 30 seconden gaat de inwoner van het scherm. Druk op een toets om door te gaan.'}
          </p>
          {passless && <FirstPass key={passless.alias} desk={desk} address={passless} />}
          {resident && <ResidentCard key={resident.environmental_pass_number} desk={desk} resident={resident} />}
          {isEmpty && <FirstStep desk={desk} />}
        </div>
        <div className={styles.issued}>
          <IssuedRolls desk={desk} />
        </div>
      </div>
    </ServicesPage>
  )
}

type NoticeProps = { icon: IconName; headline: string; verdict?: 'done' | 'valid'; children: ReactNode }

/** A card without a resident: its headline says what happened, and the text below it what to do. */
const Notice = ({ icon, headline, verdict = 'valid', children }: NoticeProps) => (
  <section className={`stack ${cardStyles.card}`} data-verdict={verdict}>
    <div className={`beside ${cardStyles.headline}`}>
      <Icon name={icon} size={32} />
      <h2>{headline}</h2>
    </div>
    <div className="column gap-2">{children}</div>
  </section>
)

/** Returns what is wrong with a rejected text, as the headline of its card. */
function rejectionHeadline({ typed, miss }: Rejected) {
  const count = countText(typed.replace(/[\s-]/g, '').length, 'teken', 'tekens')
  if (miss === 'too_short') return `${count}: deze pas is te kort`
  if (miss === 'too_long') return `${count}: deze pas is te lang`
  return 'Nog geen pas gelezen'
}

/** Shown while there is no customer: the rolls that were just issued, or what to do first. */
function FirstStep({ desk }: { desk: PassDesk }) {
  const [last] = desk.issues
  const minutes = useUndoable().find(({ kind, id }) => kind === 'roll_issue' && id === last?.request_id)?.minutes_left
  if (last?.request_id !== undefined && minutes !== undefined)
    return (
      <Notice icon="check" verdict="done" headline={`${rollText(countText(last.rolls, 'rol', 'rollen'))} uitgegeven`}>
        <p>Het veld is leeg: scan de volgende pas.</p>
        <p className="dimmed">
          Ongedaan maken kan nog {countText(minutes, 'minuut', 'minuten')}, ook als u de pas opnieuw scant.
        </p>
      </Notice>
    )
  return (
    <div className={styles.first}>
      <Empty drawing="scan">
        <p>
          {takesAddress(desk)
            ? 'Typ bovenaan het adres van de inwoner. Dan ziet u hier van wie de pas is.'
            : rollText('Scan een pas. Dan ziet u hier van wie de pas is, en hoeveel rollen er nog zijn.')}
        </p>
      </Empty>
    </div>
  )
}

type NotFoundProps = { id: string; error: Error; request: Lookup; onRetry: () => void }

/** Shown instead of the card when the lookup of a pass or an address failed. */
function NotFoundPanel({ id, error, request, onRetry }: NotFoundProps) {
  const isPass = request.alias === undefined
  const neverLoaded = useNeverLoadedText('passes', useDeskMunicipality())
  const isRejected = error instanceof ApiError && [404, 422].includes(error.status)
  return (
    <Panel title={isPass ? `Pas ${groupedCode(request.number)}` : rollText(purposeNames[request.purpose])}>
      {isRejected ? (
        <div role="alert">
          <p id={id}>
            <strong>{errorText(error).replace(/\.?$/, '.')}</strong>
          </p>
          <p>{isPass ? 'Scan de pas nog eens, of controleer het nummer.' : 'Controleer het adres.'}</p>
          {error.status === 404 && (
            <p>
              {neverLoaded ?? 'Komt de inwoner uit een andere gemeente? Verwijs dan naar de balie van die gemeente.'}
            </p>
          )}
          <ErrorReference error={error} />
        </div>
      ) : (
        <Failure error={error} retry={onRetry} />
      )}
    </Panel>
  )
}

type UnissuedRollsPanelProps = Lookup & { error: Error; onRetry: () => void }

/** Rolls that were entered before the card was on screen. They were not issued, because the lookup failed. */
function UnissuedRollsPanel({ number, alias, rolls = 0, error, onRetry }: UnissuedRollsPanelProps) {
  const subject = alias === undefined ? `pas ${groupedCode(number)}` : 'het gekozen adres'
  return (
    <Panel title={`Niet uitgegeven: ${rollText(countText(rolls, 'rol', 'rollen'))} voor ${subject}`}>
      <Failure error={error} retry={onRetry} />
    </Panel>
  )
}

const idleTitle = 'Inwoner van het scherm gehaald'

/** Replaces a card that was removed from an idle screen. A button shows the card and the typed number again. */
function IdlePanel({ onShow }: { onShow: () => void }) {
  return (
    <Panel title={idleTitle}>
      <p>Vijf minuten heeft niemand iets gedaan. Wat u had ingevuld, is bewaard.</p>
      <Button variant="default" icon={<Icon name="retry" size={18} />} onClick={onShow}>
        Toon de inwoner weer
      </Button>
    </Panel>
  )
}

function TaskChoice({ desk }: { desk: PassDesk }) {
  const id = useId()
  const chosen = taskOf(desk)
  return (
    <fieldset className={styles.tasks}>
      <legend>Waarvoor komt deze klant?</legend>
      <div>
        {deskTasks.map((task) => {
          const { icon, hint } = taskTexts[task]
          const title = rollText(deskTaskNames[task])
          return (
            <label key={task} className={styles.task}>
              <input
                type="radio"
                name={id}
                value={task}
                checked={task === chosen}
                aria-label={title}
                aria-describedby={`${id}${task}`}
                onChange={() => desk.send({ type: 'task chosen', task })}
                onClick={({ detail }) => {
                  // A second click asks for another address. A click continues in the box; an arrow key does not.
                  if (task === chosen) desk.send({ type: 'task chosen', task })
                  if (detail > 0) headerField.current?.focus()
                }}
              />
              <Icon name={icon} size={22} />
              <span>
                <span className="bold">{title}</span>
                <small id={`${id}${task}`} className="dimmed">
                  {hint}
                </small>
              </span>
            </label>
          )
        })}
      </div>
      <p className={`dimmed small ${styles.arrows}`}>
        <kbd>↑</kbd> <kbd>↓</kbd> kiest zolang het pasveld leeg is.{' '}
        {rollText('Na elke klant staat Extra rollen weer klaar.')}
      </p>
    </fieldset>
  )
}
