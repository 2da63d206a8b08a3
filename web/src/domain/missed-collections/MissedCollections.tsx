// Reasons: docs/missed-collections.md

import {
  ApiError,
  countTasks,
  listMissedCollections,
  listMissedReports,
  listTasks,
  listUndoable,
  type MissedCollection,
  type MissedCollectionReason,
  maxReportAge_days,
  mayReportMissedCollection,
  mayUndo,
  nonClearanceReasonNames,
  type Purpose,
  parseInput,
  type Reply,
  reportMissedCollection,
  retractMissedReport,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { momentText } from '../../kit/browser/format.ts'
import { isFreeKey, type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { ActionButton, Button, Buttons, CopyButton, doublePress, SubmitButton } from '../../kit/buttons/Button.tsx'
import { KeyHint } from '../../kit/buttons/KeyHint.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Form } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { briefDayText } from '../collections/collections.ts'
import styles from './MissedCollections.module.css'

/** What was decided, in the few words of a row. The text to read aloud explains it. */
const shortDecisions: Record<Exclude<MissedCollectionReason, 'reason_from_truck'>, string> = {
  ok: 'melden kan',
  street_likely_missed: 'hele straat gemeld',
  records_differ: 'gegevens spreken elkaar tegen',
  emptied: 'wel geleegd',
  open_report: 'al gemeld',
  recollection_planned: 'wagen komt opnieuw',
  street_missed: 'wagen komt opnieuw',
  decided: 'al bekeken',
  crew_not_done: 'wagen nog onderweg',
  outside_window: 'te lang geleden',
  not_collection_day: 'geen ophaaldag',
  moved_day: 'dag verplaatst',
  holiday: 'dag verplaatst',
  cancelled: 'ging niet door',
  no_container: 'geen container',
  container_removed: 'container weggehaald',
  shared_container: 'verzamelcontainer',
  no_collection_days: 'geen ophaaldagen',
}

const shortDecision = ({ reason, truck_reason }: MissedCollection) => {
  if (reason !== 'reason_from_truck') return shortDecisions[reason]
  return truck_reason ? nonClearanceReasonNames[truck_reason] : 'reden van de inzamelaar'
}

const nameOf = ({ waste_type, container }: MissedCollection) =>
  [wasteStreamNames[waste_type], container?.volume_litres && `${container.volume_litres} l`].filter(Boolean).join(' ')

const keyOf = ({ waste_type, container }: MissedCollection) => `${waste_type} ${container?.id ?? ''}`

const keyNotes: KeyNote[] = [
  { keys: ['1', '2', '3'], action: 'Een container of zak kiezen', single: true },
  { keys: ['Enter'], action: 'De melding doorgeven' },
  { keys: ['C'], action: 'De tekst kopiëren', single: true },
  { keys: ['D'], action: 'Melden dat de inwoner de reden betwist', single: true },
  { keys: ['K'], action: 'Naar de lediging', single: true },
  { keys: ['Esc'], action: 'Sluiten' },
]
const noKeys: KeyNote[] = []

/** Moves the focus to the lift of a container on a day, in the list of lifts on this page. */
function goToLift({ waste_type, container, day }: MissedCollection) {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-stop]')]
  const lifted = container?.number ?? wasteStreamNames[waste_type]
  const isLifted = (row: HTMLElement) => row.closest('table')?.caption?.textContent.includes(lifted) === true
  const lift = rows.find((row) => isLifted(row) && (row.querySelector('time')?.dateTime ?? '') >= (day ?? ''))
  if (lift) lift.focus()
  else showMessage('Deze lediging staat niet in de lijst. Kies eerst het jaar van de lediging.')
}

type ShownCollections = { alias: string; purpose: Purpose | undefined; day: string | undefined }

/** The query of what can be reported at an address, for the latest collections or for a day. */
const collectionsOf = ({ alias, purpose, day }: ShownCollections) =>
  query(listMissedCollections, { params: { alias }, query: day === undefined ? {} : { day } }, { purpose })

const noRequest = { row: '', text: '', key: '' }

type MissedCollectionsProps = {
  alias: string
  purpose: Purpose | undefined
  hasLetterKeys: boolean
  onClose: () => void
}

/** What can be reported at an address, or why not, for the latest collection of each stream or for a chosen day. */
export function MissedCollections({ onClose, ...props }: MissedCollectionsProps) {
  const { alias, purpose, hasLetterKeys } = props
  const [day, setDay] = useState<string>()
  const list = useQuery(collectionsOf({ alias, purpose, day }))
  useKeyNotes('Container niet geleegd', hasLetterKeys ? keyNotes : noKeys)
  const dayError = list.error instanceof ApiError && list.error.errors.day ? list.error : null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only closes the panel that the focus is in.
    <div
      className="column gap-3"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {!dayError && (
        <Result of={list} empty={<p className="dimmed">Voor dit adres zijn geen containers of ophaaldagen bekend.</p>}>
          {({ data, meta }) => <Choice key={day} {...props} day={day} rows={data} retired={meta.retired} />}
        </Result>
      )}
      <details>
        <summary>Andere dag</summary>
        <Form
          label="Andere ophaaldag"
          error={dayError}
          check={(values) => parseInput(listMissedCollections.query, { day: values.day }).errors}
          onSubmit={(values) => setDay(values.day)}
        >
          <DateField name="day" label="Ophaaldag" description={`Ten hoogste ${maxReportAge_days} dagen geleden`} />
          <SubmitButton busy={list.isFetching}>Toon deze dag</SubmitButton>
        </Form>
      </details>
    </div>
  )
}

type ChoiceProps = Omit<MissedCollectionsProps, 'onClose'> & {
  day: string | undefined
  rows: MissedCollection[]
  retired: boolean
}

/** The containers and bags to choose from, and below them what was decided about the chosen one. */
function Choice({ alias, purpose, hasLetterKeys, day, rows, retired }: ChoiceProps) {
  const client = useQueryClient()
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const [chosenKey, choose] = useState<string>()
  const chosen = rows.find((row) => keyOf(row) === chosenKey) ?? rows[0]
  // A retry of the same report, for example after a lost response, uses the same idempotency key.
  const lastRequest = useRef(noRequest)
  const lastEnter = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => frame.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  // The report was stored although its response was lost. After a retraction, the next report is another one.
  useEffect(() => {
    if (rows.some((row) => row.report && keyOf(row) === lastRequest.current.row)) lastRequest.current = noRequest
  }, [rows])

  const reload = () => invalidate(client, listMissedCollections, listMissedReports, listUndoable, listTasks, countTasks)
  const report = useMutation({
    mutationFn: ({ of, disputed }: { of: MissedCollection; disputed: boolean }) => {
      const { waste_type, container } = of
      const body = { waste_type, container_id: container?.id ?? null, ...(day && { day }), disputed }
      const text = JSON.stringify(body)
      if (lastRequest.current.text !== text) lastRequest.current = { row: keyOf(of), text, key: crypto.randomUUID() }
      const { key: idempotency_key } = lastRequest.current
      return call(reportMissedCollection, { params: { alias }, body }, { purpose, idempotency_key })
    },
    onSuccess: (stored) => {
      lastRequest.current = noRequest
      client.setQueryData<Reply<typeof listMissedCollections>>(
        collectionsOf({ alias, purpose, day }).queryKey,
        (list) => list && { ...list, data: list.data.map((row) => (keyOf(row) === keyOf(stored) ? stored : row)) },
      )
      showMessage('De melding is doorgegeven')
    },
    // The server has answered: the next report is another one. Without an answer, the report may have been stored.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) lastRequest.current = noRequest
    },
    // Reloads after a refusal too: the rows then show why.
    onSettled: reload,
  })
  const retract = useMutation({
    mutationFn: (report_id: number) =>
      call(retractMissedReport, { params: { report_id: `${report_id}` } }, { purpose }),
    onSuccess: () => showMessage('De melding is ingetrokken'),
    onSettled: reload,
  })
  if (!chosen) return null
  const refusal = mayReportMissedCollection({ retired })
  const isBusy = report.isPending || retract.isPending
  const send = (disputed: boolean) => {
    if (!isBusy && !refusal) report.mutate({ of: chosen, disputed })
  }
  /** Enter at a row. The second press of a double Enter does nothing. */
  const reportOnce = ({ timeStamp }: { timeStamp: number }) => {
    const isSecondPress = timeStamp - lastEnter.current < doublePress
    lastEnter.current = timeStamp
    if (chosen.allowed && !isSecondPress) send(false)
  }
  const select = (row: MissedCollection) => {
    report.reset()
    retract.reset()
    choose(keyOf(row))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      return reportOnce(event)
    }
    if (!hasLetterKeys || !isFreeKey(event.nativeEvent)) return
    const key = event.key.toUpperCase()
    if (!/^[1-9CDK]$/.test(key)) return
    // The page has other meanings for these keys.
    event.preventDefault()
    const row = rows[Number(key) - 1]
    if (row) {
      select(row)
      event.currentTarget.querySelectorAll<HTMLElement>('input[type="radio"]')[Number(key) - 1]?.focus()
    } else event.currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
  }
  return (
    <fieldset ref={frame} className="column gap-3" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">Wat is niet geleegd?</legend>
      <div className={styles.rows}>
        {rows.map((row, at) => (
          <label key={keyOf(row)}>
            <input type="radio" name={id} checked={row === chosen} onChange={() => select(row)} />
            <span>
              <strong className="bold">{nameOf(row)}</strong>{' '}
              <span className="below small">
                {[row.day && briefDayText(row.day), shortDecision(row)].filter(Boolean).join(' · ')}
              </span>
            </span>
            {hasLetterKeys && at < 9 && <KeyHint>{`${at + 1}`}</KeyHint>}
          </label>
        ))}
      </div>
      <div className={styles.decision} data-allowed={chosen.allowed || undefined}>
        <div className="row gap-2">
          <strong className="small">Lees voor</strong>
          <CopyButton
            key={chosen.text}
            text={chosen.text}
            label="Kopieer de tekst"
            {...(hasLetterKeys && { keyHint: 'C' })}
          />
        </div>
        <p role="status">{chosen.text}</p>
        {chosen.report && (
          <p className="dimmed small">
            Gemeld door {chosen.report.reported_by}, {momentText(chosen.report.reported_at)}
            {chosen.report.disputed && '. De inwoner betwist de reden'}
          </p>
        )}
      </div>
      {refusal && <p className="remark">{refusal}.</p>}
      <Buttons>
        {chosen.allowed && !refusal && (
          <ActionButton busy={report.isPending} onClick={() => send(false)}>
            Melding doorgeven
          </ActionButton>
        )}
        {chosen.may_dispute && !refusal && (
          <ActionButton
            variant="default"
            busy={report.isPending}
            aria-keyshortcuts={hasLetterKeys ? 'D' : undefined}
            onClick={() => send(true)}
          >
            Inwoner betwist dit
            {hasLetterKeys && <KeyHint>D</KeyHint>}
          </ActionButton>
        )}
        {chosen.step === 'dispute_lift' && hasLetterKeys && (
          <Button variant="default" aria-keyshortcuts="K" onClick={() => goToLift(chosen)}>
            Naar de lediging
            <KeyHint>K</KeyHint>
          </Button>
        )}
        {chosen.report && mayUndo(chosen.report) === undefined && (
          <ActionButton
            variant="default"
            busy={retract.isPending}
            onClick={() => chosen.report && retract.mutate(chosen.report.id)}
          >
            Melding intrekken
          </ActionButton>
        )}
      </Buttons>
      {report.error && <ActionError error={report.error} />}
      {retract.error && <ActionError error={retract.error} />}
    </fieldset>
  )
}
