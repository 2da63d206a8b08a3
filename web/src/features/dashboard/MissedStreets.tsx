import {
  countTasks,
  decideMissedReports,
  hasOutcomeDay,
  listMissedCollections,
  listMissedReports,
  listTasks,
  listUndoable,
  type MissedCollectionOutcome,
  type MissedStreet,
  maxDecidedReports,
  maxMissedCollectionAnswer,
  maxMissedStreets,
  missedCollectionOutcomeNames,
  parseInput,
  undo_minutes,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { settle } from '../../domain/tasks/settle.ts'
import { countText, momentText, weekdayText } from '../../kit/browser/format.ts'
import { ActionButton, Buttons } from '../../kit/buttons/Button.tsx'
import { CountedLinesField } from '../../kit/forms/CountedLinesField.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Form, useField, type Values } from '../../kit/forms/Form.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import styles from './TaskList.module.css'
import { dueText } from './task-text.ts'

const outcomes = Object.entries(missedCollectionOutcomeNames).map(([id, name]) => ({ id, name }))

const keyOf = ({ street, city, waste_type, day }: MissedStreet) => `${street} ${city} ${waste_type} ${day}`

const dayAndMonth = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** What a street waits for: `Restafval · di 10 maart · 6 adressen: waarschijnlijk rit gemist`. */
function streetText({ waste_type, day, addresses, likely_missed }: MissedStreet) {
  const count = `${countText(addresses, 'adres', 'adressen')}${likely_missed ? ': waarschijnlijk rit gemist' : ''}`
  return `${wasteStreamNames[waste_type]} · ${weekdayText(day)} ${dayAndMonth.format(new Date(day))} · ${count}`
}

/** The streets with open reports of missed collections, the overdue ones first. Each opens the form of its outcome. */
export function MissedStreets({ today }: { today: string }) {
  const streets = useQuery(query(listMissedReports, {}))
  return (
    <Result of={streets}>
      {({ data, meta }) => (
        <>
          <ul>
            {data.map((street) => (
              <StreetRow key={keyOf(street)} of={street} today={today} />
            ))}
          </ul>
          {meta.total > maxMissedStreets && <p className="remark">Hier staan de eerste {maxMissedStreets} straten.</p>}
        </>
      )}
    </Result>
  )
}

/** The fields of an outcome: the day and the answer follow from what is chosen. */
function OutcomeFields() {
  const outcome = useField('outcome').value as MissedCollectionOutcome | ''
  return (
    <>
      <RadioField name="outcome" legend="Uitkomst" options={outcomes} />
      {outcome && hasOutcomeDay(outcome) && <DateField name="outcome_day" label="Dag waarop de wagen komt" />}
      <CountedLinesField
        name="answer"
        label="Antwoord voor de inwoner"
        maxLength={maxMissedCollectionAnswer}
        isOptional={outcome !== 'unfounded'}
      />
    </>
  )
}

/** One line for a street, which opens the form with one outcome of all its open reports. */
function StreetRow({ of: street, today }: { of: MissedStreet; today: string }) {
  const client = useQueryClient()
  const row = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { overdue, likely_missed } = street
  const reports = street.reports.slice(0, maxDecidedReports)
  const [only] = reports.length === 1 ? reports : []
  const place = only ? only.address.line : `${street.street}, ${street.city}`
  const due = dueText({ due_on: street.due_at.slice(0, 10), overdue }, today)
  const bodyOf = ({ outcome, outcome_day = '', answer = '' }: Values) => ({
    reports: reports.map(({ id, version }) => ({ id, version })),
    outcome: outcome as MissedCollectionOutcome,
    outcome_day: hasOutcomeDay(outcome as MissedCollectionOutcome) ? outcome_day : null,
    answer: answer.trim() === '' ? null : answer,
  })
  const decided = useMutation({
    mutationFn: (values: Values) => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-task]')]
      const at = rows.indexOf(row.current as HTMLElement)
      next.current = rows[at + 1] ?? rows[at - 1] ?? null
      return settle(
        call(decideMissedReports, { body: bodyOf(values) }),
        () => invalidate(client, listMissedReports, listMissedCollections, listTasks, countTasks, listUndoable),
        `De uitkomst is vastgelegd voor ${countText(reports.length, 'melding', 'meldingen')}`,
      )
    },
    onSuccess: () => setOpen(false),
  })
  // The browser focuses the first choice, from where Tab would go to the chosen one first.
  useEffect(() => {
    if (isOpen) dialog.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [isOpen])
  // The decided street leaves the list. Then the next line has the focus.
  useEffect(() => () => next.current?.focus(), [])
  const close = () => {
    if (decided.isPending) return
    setOpen(false)
    decided.reset()
  }
  return (
    <li className={styles.row}>
      <button
        ref={row}
        type="button"
        className={styles.task}
        data-task
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span />
        <b className="bold">{place}</b>
        <span className={styles.text}>{streetText(street)}</span>
        <span className={styles.due} data-urgency={due.urgency}>
          {due.text}
        </span>
      </button>
      <Dialog
        ref={dialog}
        open={isOpen}
        title={place}
        size="medium"
        closedby={decided.isPending ? 'none' : undefined}
        onCancel={close}
      >
        <p>
          {streetText(street)}. Deze uitkomst geldt voor{' '}
          {only ? 'deze melding' : `alle ${reports.length} open meldingen`}. U kunt dit {undo_minutes} minuten ongedaan
          maken.
        </p>
        <Form
          label={`Uitkomst voor ${place}`}
          filled={likely_missed ? { outcome: 'route_missed' } : undefined}
          check={(values) => parseInput(decideMissedReports.body, bodyOf(values)).errors}
          error={decided.error}
          onSubmit={decided.mutate}
        >
          <OutcomeFields />
          <Buttons>
            <ActionButton type="submit" busy={decided.isPending}>
              Uitkomst vastleggen
            </ActionButton>
            <ActionButton variant="default" waits={decided.isPending} onClick={close}>
              Annuleren
            </ActionButton>
          </Buttons>
        </Form>
        <details open={only !== undefined}>
          <summary>{countText(reports.length, 'melding', 'meldingen')}</summary>
          <ul className="column gap-2 small">
            {reports.map(({ id, address, container_number, disputed, reported_at, reported_by }) => (
              <li key={id}>
                <Link to="/address/$alias" params={{ alias: address.alias }}>
                  {address.line}
                </Link>
                {container_number && `, container ${container_number}`}
                {disputed && ', betwist de reden'}
                <span className="dimmed">
                  {' '}
                  · {reported_by}, {momentText(reported_at)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      </Dialog>
    </li>
  )
}
