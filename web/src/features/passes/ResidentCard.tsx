import {
  aboveAllowanceText,
  addressLine,
  addressNoteText,
  isRollPurpose,
  mayReplacePass,
  type Resident,
  type RollCount,
  replacePass,
  townLine,
  wholeAddressLine,
} from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useLayoutEffect } from 'react'
import { handoverStateText } from '../../domain/bill/HandoverText.tsx'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { MissedCollectionPanel } from '../../domain/missed-collections/MissedCollectionPanel.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { UndoButton, undoableText, useUndoable } from '../../domain/undo/undo.tsx'
import { undoKey } from '../../domain/undo/undo-key.ts'
import { countText, dayText, groupedCode, timeText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { headerField } from '../../kit/forms/header-field.ts'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { isOffered } from '../../session/offered.tsx'
import { calendarSetting } from '../../session/page-settings.ts'
import { rollText } from '../../session/session.ts'
import { HandoverTask } from './HandoverTask.tsx'
import { PassTask } from './PassTask.tsx'
import { isPassChange } from './pass-desk.ts'
import { noRollsReason, type PassVerdict, passHeadline } from './pass-headline.ts'
import { ResidentBill } from './ResidentBill.tsx'
import styles from './ResidentCard.module.css'
import { ResidentName } from './ResidentName.tsx'
import { RollsForm } from './RollsForm.tsx'
import type { PassDesk } from './use-pass-desk.ts'

const verdictIcons: Record<PassVerdict, IconName> = {
  rolls_left: 'check',
  no_allowance: 'alert',
  all_issued: 'alert',
  expired: 'alert',
  blocked: 'alert',
  valid: 'pass',
}

type RollsThisYearProps = { desk: PassDesk; rolls: RollCount }

function RollsThisYear({ rolls, desk }: RollsThisYearProps) {
  const { this_year, on_previous_pass = 0, allowance, last_request } = rolls
  const explanation = aboveAllowanceText(rolls)
  const undoable = useUndoable().find(({ kind, id }) => kind === 'roll_issue' && id === last_request?.request_id)
  return (
    <div className={`column gap-2 ${styles.rolls}`}>
      <p>
        <strong>
          {allowance !== null && `${this_year} van `}
          {rollText(countText(allowance ?? this_year, 'rol', 'rollen'))}
        </strong>{' '}
        gehad dit jaar{on_previous_pass > 0 && `, waarvan ${on_previous_pass} op de vorige pas`}
      </p>
      {explanation && <p className="small">{explanation}</p>}
      {allowance !== null && <Pips given={this_year} of={allowance} />}
      <p className="dimmed small">
        {last_request
          ? `Laatst: ${rollText(countText(last_request.rolls, 'rol', 'rollen'))} op ${dayText(last_request.requested_at)} om ${timeText(last_request.requested_at)}, door ${last_request.requested_by}`
          : rollText('Nog niet eerder rollen gehad.')}
      </p>
      {undoable && (
        <div className="row gap-2">
          <UndoButton
            of={undoable}
            size="xs"
            subject={`${rollText(countText(undoable.rolls ?? 0, 'rol', 'rollen'))}, de laatste uitgifte`}
            keyshortcuts={undoKey}
            onUndone={() => desk.send({ type: 'undone', action: undoable })}
          />
        </div>
      )}
    </div>
  )
}

// More marks than this are not counted at a glance, and the sentence above them states the number.
const maxPips = 12

/** A mark for each roll of the allowance. A roll that was given is hatched. */
const Pips = ({ given, of: allowance }: { given: number; of: number }) =>
  allowance > 0 &&
  allowance <= maxPips && (
    <div className={styles.pips} aria-hidden="true">
      {Array.from({ length: allowance }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no other key, and the marks have no state.
        <i key={at} data-given={at < given || undefined} />
      ))}
    </div>
  )

type CardProps = { desk: PassDesk; resident: Resident }

/** The last change of the pass, while this employee can undo it. */
function ChangeUndo({ resident: { change_id }, desk }: CardProps) {
  const change = useUndoable().find((action) => isPassChange(action) && action.id === change_id)
  if (!change) return null
  return (
    <div className={`row ${styles.task}`}>
      <p>{undoableText(change)}</p>
      <UndoButton
        of={change}
        size="xs"
        subject={`${undoableText(change)}, de pas op het scherm`}
        keyshortcuts={undoKey}
        onUndone={() => desk.send({ type: 'undone', action: change })}
      />
    </div>
  )
}

type NextStepProps = { desk: PassDesk; onStart: () => void; children: ReactNode }

/** The next step for a pass that gives no rolls. The button has the focus, so Enter starts the step. */
const NextStep = ({ desk, onStart, children }: NextStepProps) => (
  <div className={styles.task}>
    <Button ref={desk.cardControl} onClick={onStart}>
      {children}
    </Button>
  </div>
)

/** The resident of a pass, whether rolls may be issued, and the task of the chosen purpose. */
export function ResidentCard({ desk, resident }: CardProps) {
  const id = useId()
  const { address, rolls, replaced_by } = resident
  const { card, purpose, send } = desk
  const { verdict, text } = passHeadline(resident, purpose)
  const reason = noRollsReason(resident, purpose)
  // Runs before the focus moves to a field of the card. That alone would scroll a part of the card below the header.
  useLayoutEffect(() => {
    if ((card.current?.getBoundingClientRect().bottom ?? 0) > innerHeight) card.current?.scrollIntoView()
  }, [card])

  return (
    <section
      ref={card}
      tabIndex={-1}
      className={`stack ${styles.card}`}
      data-verdict={verdict}
      aria-labelledby={`${id}name`}
    >
      <div className={`beside ${styles.headline}`}>
        <Icon name={verdictIcons[verdict]} size={32} />
        <p>{purpose === 'pas_defect' && desk.newPass ? 'Nieuwe pas gescand' : text}</p>
      </div>
      <div className={styles.holder}>
        <ResidentName
          id={`${id}name`}
          desk={desk}
          resident={resident}
          onShown={() => (card.current?.querySelector('input') ?? headerField.current)?.focus()}
        />
        {address && (
          <>
            <p>{addressLine(address)}</p>
            <p>{townLine(address)}</p>
            {resident.address_retired_on && (
              <p className="error">
                Dit adres bestaat niet meer sinds {dayText(resident.address_retired_on)}.{' '}
                {address.notes?.map((note) => `${addressNoteText(note)}. `).join('')}
              </p>
            )}
          </>
        )}
        <p className="dimmed small">
          Pas <span className="code">{groupedCode(resident.environmental_pass_number)}</span>
        </p>
        {purpose !== 'aanslag_bezwaar' &&
          resident.handovers?.map((it) => (
            <p key={it.id} className="small">
              {handoverStateText(it)}
            </p>
          ))}
        {resident.collection_system && (
          <p className="dimmed small">Deze pas opent alleen {resident.collection_system}.</p>
        )}
        {address && calendarSetting() === 'api' && (
          <p>
            <Link to="/calendar" search={{ address: address.alias }}>
              Ophaalkalender
            </Link>
          </p>
        )}
      </div>
      {rolls && <RollsThisYear rolls={rolls} desk={desk} />}
      {purpose === 'vraag_inwoner' && address && (
        <>
          <div className={styles.task}>
            <ResidentBill number={resident.environmental_pass_number} />
          </div>
          <div className={styles.task}>
            <MissedCollectionPanel
              alias={address.alias}
              purpose={purpose}
              hasLetterKeys={false}
              opener={desk.cardControl}
            />
          </div>
          <div className={styles.task}>
            <PickupAppointments
              alias={address.alias}
              purpose={purpose}
              municipality={address.municipality.id}
              place={wholeAddressLine(address)}
            />
          </div>
          {calendarSetting() === 'api' && (
            <div className={styles.task}>
              <NextCollections
                of={{ address: address.alias }}
                purpose={purpose}
                municipality={address.municipality.id}
              />
            </div>
          )}
        </>
      )}
      {purpose === 'aanslag_bezwaar' && (
        <div className={styles.task}>
          <HandoverTask
            key={resident.handovers?.map(({ id }) => id).join()}
            desk={desk}
            number={resident.environmental_pass_number}
          />
        </div>
      )}
      <ChangeUndo resident={resident} desk={desk} />
      {replaced_by && (
        <NextStep desk={desk} onStart={() => send({ type: 'successor opened', number: replaced_by })}>
          Open de nieuwe pas {groupedCode(replaced_by)}
        </NextStep>
      )}
      {reason && resident.status !== 'active' && !mayReplacePass(resident) && isOffered(replacePass) && (
        <NextStep desk={desk} onStart={() => send({ type: 'replacement started' })}>
          Nieuwe pas uitgeven
        </NextStep>
      )}
      {purpose === 'pas_vergeten' && resident.status === 'active' && isOffered(replacePass) && (
        <div className={`row ${styles.task}`}>
          <Button variant="default" onClick={() => send({ type: 'loss reported' })}>
            Pas is kwijt: vervangen
          </Button>
        </div>
      )}
      {purpose === 'pas_defect' && !replaced_by && <PassTask desk={desk} resident={resident} />}
      {purpose === 'eerste_pas' && (
        <p className={`beside ${styles.task} ${styles.reason}`}>
          <Icon name="info" />
          {rollText('Dit adres heeft al een milieupas. Kies ‘Pas werkt niet’ om die te vervangen, of ‘Extra rollen’.')}
        </p>
      )}
      {isRollPurpose(purpose) && !reason && <RollsForm desk={desk} resident={resident} />}
      {verdict === 'no_allowance' && (
        <div className={styles.task}>
          <Button ref={desk.cardControl} refusal={reason}>
            {rollText('Rollen uitgeven')}
          </Button>
        </div>
      )}
      {reason && verdict !== 'no_allowance' && (
        <p className={`beside ${styles.task} ${styles.reason}`}>
          <Icon name="info" />
          {reason}
        </p>
      )}
    </section>
  )
}
