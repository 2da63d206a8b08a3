import {
  cancelRollIssue,
  countTasks,
  handoverOutcomeNames,
  listAddressHandovers,
  listBillYears,
  listCorrections,
  listHandovers,
  listMissedCollections,
  listMissedReports,
  listQuarantine,
  listTasks,
  listUndoable,
  reopenMissedReports,
  retractMissedReport,
  retractObjection,
  showBill,
  showCorrection,
  showQuarantineLine,
  type UndoableAction,
  undo_minutes,
  undoCorrection,
  undoHandover,
  undoObjectionDecision,
  undoPassChange,
  undoQuarantineLine,
} from '@rd4-loket/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clockText, countText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/Button.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { resetArea } from '../../session/client-areas.ts'
import { invalidate } from '../../session/queries.ts'
import { rollText } from '../../session/session.ts'
import { useMayUndo, useUndoableQuery } from './undoable.ts'

const minute = 60_000

/** Reloads the list of actions that can be undone. */
export const reloadUndoable = (client: QueryClient) => invalidate(client, listUndoable)

/** Reloads what a decision about a correction changes. */
export const reloadCorrected = (client: QueryClient) =>
  invalidate(
    client,
    ...[listCorrections, showCorrection, showBill, listBillYears, listAddressHandovers, listHandovers],
    ...[listTasks, countTasks],
  )

/** Returns why the actions that can be undone failed to load, with a retry; undefined if they have loaded. */
export function useUndoableFailure() {
  const { error, refetch, isFetching } = useUndoableQuery()
  return error ? { error, retry: refetch, busy: isFetching } : undefined
}

/**
 * An action that this employee can still undo. `moment` is when it was done, as text: `07:31:05 uur`. Actions of the
 * same second also have a number, so that no two actions have the same moment. `minutes_left` is rounded up.
 */
export type DoneAction = UndoableAction & { moment: string; minutes_left: number }

/** Returns when an action was done. An older server sends only the remaining time. */
const doneAt = ({ done_at }: UndoableAction, end: number) =>
  clockText(done_at === undefined ? end - undo_minutes * 60_000 : Date.parse(done_at))

/** Returns the actions that this employee can still undo, latest first. The server selects these actions. */
export function useUndoable(): DoneAction[] {
  const mayUndo = useMayUndo()
  const { data = [], dataUpdatedAt } = useUndoableQuery()
  const [now, setNow] = useState(() => Date.now())
  const endOf = ({ seconds_left }: UndoableAction) => dataUpdatedAt + seconds_left * 1000
  const left = mayUndo ? data.filter((action) => endOf(action) > now) : []
  const minutesLeft = left.map((action) => Math.ceil((endOf(action) - now) / minute))
  // The next moment at which an action has one minute less, or ends.
  const nextChange = Math.min(...left.map((action, at) => endOf(action) - ((minutesLeft[at] ?? 1) - 1) * minute))
  useEffect(() => {
    if (!Number.isFinite(nextChange)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(nextChange - Date.now(), 0) + 1)
    return () => clearTimeout(timer)
  }, [nextChange])
  const clocks = left.map((action) => doneAt(action, endOf(action)))
  return left.map((action, at) => {
    const clock = clocks[at]
    const count = clocks.filter((other) => other === clock).length
    // The latest action is first, and has the highest number.
    const order = clocks.slice(at).filter((other) => other === clock).length
    const moment = `${clock} uur${count > 1 ? `, nummer ${order} van ${count}` : ''}`
    return { ...action, moment, minutes_left: Math.min(minutesLeft[at] ?? 1, undo_minutes) }
  })
}

/** Returns whether the pass desk recorded what a resident says, so that no card and no row of issues shows it. */
export const isFiling = ({ kind }: UndoableAction) => kind === 'handover_filing' || kind === 'missed_report'

/** Returns what an action did: `2 rollen op pas …0101`. */
export function undoableText({ kind, rolls, pass_ending, outcome, reports }: UndoableAction) {
  const pass = `pas …${pass_ending}`
  switch (kind) {
    case 'roll_issue':
      return `${rollText(countText(rolls ?? 0, 'rol', 'rollen'))} op ${pass}`
    case 'issue':
      return `Uitgegeven: ${pass}`
    case 'block':
      return `Geblokkeerd: ${pass}`
    case 'replace':
      return `Vervangen: ${pass}`
    case 'activate':
      return `Ander verzamelsysteem: ${pass}`
    case 'objection':
      return `Betwiste lediging ${outcome ? handoverOutcomeNames[outcome].toLowerCase() : 'beslist'}`
    case 'handover':
      return `Bezwaar ${outcome ? handoverOutcomeNames[outcome].toLowerCase() : 'beslist'}`
    case 'objection_filing':
      return 'Klopt niet: lediging betwist'
    case 'handover_filing':
      return 'Bezwaar tegen aanslag vastgelegd'
    case 'quarantine_line':
      return `Uitzoeken: ${countText(reports ?? 1, 'lediging', 'ledigingen')}`
    case 'missed_report':
      return 'Niet geleegd: melding doorgegeven'
    case 'missed_outcome':
      return `Niet geleegd: uitkomst van ${countText(reports ?? 1, 'melding', 'meldingen')}`
    case 'correction':
      return 'Correctie goedgekeurd'
  }
}

const changeUndone = 'De wijziging van de pas is ongedaan gemaakt'
const undoneTexts: Record<UndoableAction['kind'], string> = {
  roll_issue: 'De uitgifte is ongedaan gemaakt',
  issue: 'De pas is weer vrij, en het adres heeft geen milieupas',
  block: changeUndone,
  replace: changeUndone,
  activate: changeUndone,
  objection: 'De beslissing is ongedaan gemaakt. De vraag of het bezwaar is weer open.',
  handover: 'De uitkomst is ongedaan gemaakt. Het bezwaar is weer open.',
  objection_filing: 'De vraag of het bezwaar over de lediging is ingetrokken',
  handover_filing: 'Het bezwaar is verwijderd',
  quarantine_line: 'De ledigingen wachten weer',
  missed_report: 'De melding is ingetrokken',
  missed_outcome: 'De uitkomst is ongedaan gemaakt. De meldingen zijn weer open.',
  correction: 'De correctie is ongedaan gemaakt',
}

/** Returns a mutation that undoes an action of the employee. */
export function useUndo(onUndone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, id }: UndoableAction) => {
      if (kind === 'roll_issue') await call(cancelRollIssue, { params: { request_id: String(id) } })
      else if (kind === 'objection') await call(undoObjectionDecision, { params: { objection_id: String(id) } })
      else if (kind === 'objection_filing') await call(retractObjection, { params: { objection_id: `${id}` } })
      else if (kind === 'missed_report') await call(retractMissedReport, { params: { report_id: `${id}` } })
      else if (kind === 'missed_outcome') await call(reopenMissedReports, { body: { report_id: id } })
      else if (kind === 'correction') await call(undoCorrection, { params: { correction_id: `${id}` }, body: {} })
      else if (kind === 'handover' || kind === 'handover_filing')
        await call(undoHandover, { params: { handover_id: String(id) } })
      else if (kind === 'quarantine_line') await call(undoQuarantineLine, { params: { line_id: `${id}` } })
      else {
        const purpose = kind === 'issue' ? 'eerste_pas' : 'pas_defect'
        await call(undoPassChange, { params: { change_id: String(id) } }, { purpose })
      }
    },
    onSuccess: (_done, { kind }) => {
      if (/^(objection|handover)/.test(kind))
        void invalidate(client, showBill, listBillYears, listAddressHandovers, listHandovers, listTasks, countTasks)
      else if (kind === 'missed_outcome' || kind === 'missed_report')
        void invalidate(client, listMissedReports, listMissedCollections, listTasks, countTasks)
      else if (kind === 'correction') void reloadCorrected(client)
      else if (kind === 'quarantine_line')
        void invalidate(client, listQuarantine, showQuarantineLine, showBill, listBillYears, countTasks)
      else resetArea.resident(client)
      onUndone?.()
      showMessage(undoneTexts[kind])
    },
    // Reloads after a failure too, because the time to undo may have expired.
    onSettled: () => reloadUndoable(client),
  })
}

type UndoButtonProps = {
  of: DoneAction
  size?: 'xs' | 'sm'
  onUndone?: () => void
  /** The shortcut key of the button, for assistive technology. */
  keyshortcuts?: string
  /** What is undone, for screen readers. The moment is added, so that two buttons never have the same name. */
  subject?: string
}

/** A button that undoes an action of the employee. An error of this call is shown below the button. */
export function UndoButton({ of, size = 'sm', onUndone, keyshortcuts, subject = undoableText(of) }: UndoButtonProps) {
  const undo = useUndo(onUndone)
  return (
    <>
      <ActionButton
        variant="default"
        size={size}
        icon={<Icon name="undo" size={18} />}
        busy={undo.isPending}
        aria-keyshortcuts={keyshortcuts}
        onClick={() => undo.mutate(of)}
      >
        Ongedaan maken
        <span className="visually-hidden">
          : {subject}, {of.moment}
        </span>
      </ActionButton>
      {keyshortcuts && <kbd className="key-hint">Ctrl Z</kbd>}
      <span className="dimmed small">nog {of.minutes_left} min</span>
      {undo.error && (
        <div className="whole-line">
          <ActionError error={undo.error} />
        </div>
      )}
    </>
  )
}
