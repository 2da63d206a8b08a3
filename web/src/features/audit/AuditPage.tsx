import {
  checkLogs,
  type LogState,
  listLogs,
  logCheckText,
  type Processing,
  parseInput,
  purposeNames,
  showSubjectReport,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { countText, dayText, momentText, timeText } from '../../kit/browser/format.ts'
import { ActionButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Fields, Form } from '../../kit/forms/Form.tsx'
import { ActionError, Announcement, Panel, Result } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Table } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { PaperNote } from '../../session/ExportButtons.tsx'
import { invalidate, query, replaceReply } from '../../session/queries.ts'
import { rollText } from '../../session/session.ts'
import { actionName } from './ActionField.tsx'
import { AuditEvents } from './AuditEvents.tsx'
import { MonthReview } from './MonthReview.tsx'

const parts = {
  months: { name: 'Maandoverzicht', Part: MonthReview },
  events: { name: 'Zoeken', Part: AuditEvents },
  report: { name: 'Verslag voor een inwoner', Part: SubjectReport },
  logs: { name: 'Controle', Part: LogsPanel },
}
type PartName = keyof typeof parts

/** The audit pages of the administrator. The URL contains the name of the open part, but never a pass number. */
export function AuditPage() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  const shown: PartName = part !== undefined && Object.hasOwn(parts, part) ? (part as PartName) : 'months'
  const { Part } = parts[shown]
  const tabs = Object.entries(parts).map(([id, { name }]) => ({
    to: '.',
    name,
    search: { part: id },
    current: id === shown,
  }))
  return (
    <ServicesPage tabs={tabs}>
      <Part />
    </ServicesPage>
  )
}

const logNames: Record<LogState['log'], string> = {
  audit: 'Logboek',
  security: 'Beveiligingslogboek',
  processing: 'Verwerkingenlogboek',
}

/** Describes the result of the last check of a log. */
function stateText({ checked }: LogState) {
  if (!checked) return 'Nog niet gecontroleerd.'
  const checkedAt = `Gecontroleerd op ${dayText(checked.at)} om ${timeText(checked.at)}`
  return checked.fault === null
    ? `${checkedAt}: heel, er is niets weggehaald of gewijzigd.`
    : `${checkedAt}: ${logCheckText(checked)}. Laat dit onderzoeken.`
}

/** The three logs, each with the result of the check for removed or changed entries. */
function LogsPanel() {
  const client = useQueryClient()
  const logs = useQuery(query(listLogs, {}))
  const check = useMutation({
    mutationFn: () => call(checkLogs, {}),
    onSuccess: (found) => replaceReply(client, listLogs, {}, found),
    // A check continues on the server after the timeout of the call, so a result may be available by now.
    onError: () => invalidate(client, listLogs),
  })
  return (
    <Panel
      title="Zijn de logboeken heel?"
      aside={
        <ActionButton variant="default" busy={check.isPending} onClick={() => check.mutate()}>
          Nu controleren
        </ActionButton>
      }
    >
      {check.error && <ActionError error={check.error} />}
      <Result of={logs} empty={<p>Er zijn geen logboeken.</p>}>
        {(found) => (
          <ul className="column" aria-live="polite">
            {found.map((state) => (
              <li key={state.log} className={`beside ${state.checked?.fault == null ? '' : 'error'}`}>
                <Icon name={state.checked?.fault == null ? 'check' : 'alert'} />
                <div>
                  <p>
                    <strong>{logNames[state.log]}</strong>,{' '}
                    {countText(state.length - state.kept_from + 1, 'regel', 'regels')}
                  </p>
                  <p>{stateText(state)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

const processingColumns: RowColumn<Processing>[] = [
  { name: 'Moment', by: ({ at }) => Date.parse(at) },
  { name: 'Handeling', by: ({ action }) => actionName(action) },
  { name: 'Doel', by: ({ purpose }) => rollText(purposeNames[purpose]) },
]

function ProcessingTable({ processings }: { processings: Processing[] }) {
  const { sorted, columns } = useSortedRows(processings, processingColumns)
  return (
    <Table
      caption="Wat er met de gegevens is gedaan"
      columns={columns}
      data-long
      rows={sorted.map(({ at, action, purpose }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and they have no state.
        <tr key={index}>
          <th scope="row">{momentText(at)}</th>
          <td>{actionName(action)}</td>
          <td data-line>{rollText(purposeNames[purpose])}</td>
        </tr>
      ))}
    />
  )
}

/** The report for a resident: what was done with their data, and why. */
function SubjectReport() {
  const report = useMutation({
    gcTime: 0,
    mutationFn: (environmental_pass_number: string) => call(showSubjectReport, { body: { environmental_pass_number } }),
  })
  const title = report.data ? `${countText(report.data.length, 'keer', 'keer')} verwerkt` : ''
  return (
    <>
      <Panel title="Verslag voor een inwoner">
        <p>
          Wat er met de gegevens van de inwoner en het huishouden is gedaan, en waarom. Wie het deed, staat er niet in.
        </p>
        <div className="screen-only">
          <Form
            label="Verslag maken"
            error={report.error}
            check={(values) => parseInput(showSubjectReport.body, values).errors}
            onSubmit={({ environmental_pass_number = '' }) => report.mutate(environmental_pass_number)}
          >
            <Fields button={<SubmitButton busy={report.isPending}>Verslag maken</SubmitButton>}>
              <Field name="environmental_pass_number" label="Pasnummer" autoComplete="off" />
            </Fields>
          </Form>
        </div>
      </Panel>
      <Announcement>{title}</Announcement>
      {report.data && (
        <Panel title={title}>
          <p className="paper-only">Milieupas …{report.variables.slice(-4)}</p>
          <PaperNote />
          {report.data.length > 0 ? (
            <ProcessingTable processings={report.data} />
          ) : (
            <p>Over deze pas is niets vastgelegd.</p>
          )}
        </Panel>
      )}
    </>
  )
}
