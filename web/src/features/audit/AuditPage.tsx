import {
  auditActionNames,
  checkLogs,
  type EmployeeMonth,
  type LogState,
  listLogs,
  type Processing,
  parseInput,
  purposeNames,
  reviewMonth,
  showMonth,
  showSubjectReport,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText, momentText, monthText, timeText } from '../../kit/browser/format.ts'
import { ActionButton, Button, PillLinks, SubmitButton } from '../../kit/buttons/Button.tsx'
import { Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Announcement, Panel, Result } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { PaperNote } from '../../session/ExportButtons.tsx'
import { query } from '../../session/queries.ts'
import { AuditEvents } from './AuditEvents.tsx'
import { deviationsFirst, normedFigures } from './month-norms.ts'

const parts = {
  events: { name: 'Wie keek waarnaar', Part: AuditEvents },
  months: { name: 'Maandbeoordeling', Part: MonthReview },
  report: { name: 'Verslag voor een inwoner', Part: SubjectReport },
  logs: { name: 'Zijn de logboeken heel?', Part: LogsPanel },
}
type PartName = keyof typeof parts

/** The audit pages of the administrator. The URL contains the name of the open part, but never a pass number. */
export function AuditPage() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  const shown: PartName = part !== undefined && Object.hasOwn(parts, part) ? (part as PartName) : 'events'
  const { Part } = parts[shown]
  return (
    <ServicesPage>
      <PillLinks
        label="Delen van het logboek"
        links={Object.entries(parts).map(([id, { name }]) => ({ name, search: { part: id }, current: id === shown }))}
      />
      <Part />
    </ServicesPage>
  )
}

const logNames: Record<LogState['log'], string> = {
  audit: 'Auditlogboek',
  security: 'Beveiligingslogboek',
  processing: 'Verwerkingenlogboek',
}

/** Describes the result of the last check of a log. */
function stateText({ checked }: LogState) {
  if (!checked) return 'Nog niet gecontroleerd.'
  const checkedAt = `Gecontroleerd op ${dayText(checked.at)} om ${timeText(checked.at)}`
  return checked.broken_at === null
    ? `${checkedAt}: heel, er is niets weggehaald of gewijzigd.`
    : `${checkedAt}: niet heel vanaf regel ${checked.broken_at}. Laat dit onderzoeken.`
}

/** The three logs, each with the result of the check for removed or changed entries. */
function LogsPanel() {
  const client = useQueryClient()
  const logs = useQuery(query(listLogs, {}))
  const check = useMutation({
    mutationFn: () => call(checkLogs, {}),
    onSuccess: (found) => client.setQueryData(query(listLogs, {}).queryKey, found),
    // A check continues on the server after the timeout of the call, so a result may be available by now.
    onError: () => client.invalidateQueries({ queryKey: query(listLogs, {}).queryKey }),
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
              <li key={state.log} className={`beside ${state.checked?.broken_at == null ? '' : 'error'}`}>
                <Icon name={state.checked?.broken_at == null ? 'check' : 'alert'} />
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

const monthColumns: RowColumn<EmployeeMonth>[] = [
  { name: 'Medewerker', by: ({ name }) => name },
  { name: 'Opgezocht', by: ({ lookups, addresses }) => lookups + addresses },
  ...normedFigures.map(({ name, figureOf, norm, unit }) => ({
    name: `${name} (norm: ten hoogste ${norm} ${unit})`,
    by: figureOf,
  })),
  { name: 'Beoordeling', by: ({ reviewed }) => reviewed && Date.parse(reviewed.at) },
]

/** The months of the employees. Deviations come first until the user sorts by a column. */
function MonthTable({ rows, month }: { rows: EmployeeMonth[]; month: string }) {
  const { sorted, columns } = useSortedRows(deviationsFirst(rows), monthColumns, { isInUrl: true })
  return (
    <Table
      caption="Per medewerker wat er is opgezocht"
      columns={columns}
      data-long
      rows={sorted.map((row) => <MonthRow key={row.employee_id} row={row} month={month} />)}
    />
  )
}

function MonthRow({ row, month }: { row: EmployeeMonth; month: string }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td data-line>
        {row.lookups} keer een pas, {countText(row.addresses, 'adres', 'adressen')}
      </td>
      {normedFigures.map(({ name, figureOf, norm, unit }) => (
        <td key={name} data-label={name}>
          {figureOf(row)} {unit} {figureOf(row) > norm && <Badge tone="error">boven de norm</Badge>}
        </td>
      ))}
      <td data-line>
        {row.reviewed && (
          <p>
            {dayText(row.reviewed.at)}, door {row.reviewed.by ?? 'wie er niet meer is'}
            {row.reviewed.remark && `: ${row.reviewed.remark}`}
          </p>
        )}
        {row.own && <p>Een andere beheerder beoordeelt uw eigen maand.</p>}
        {!row.own && !row.reviewed && <ReviewForm row={row} month={month} />}
      </td>
    </tr>
  )
}

/** Signs off the month of another employee, with a remark if there is one. */
function ReviewForm({ row, month }: { row: EmployeeMonth; month: string }) {
  const client = useQueryClient()
  const params = { month, employee_id: String(row.employee_id) }
  const review = useMutation({
    mutationFn: ({ remark }: Values) => call(reviewMonth, { params, body: { remark: remark ?? null } }),
    onSuccess: async () => {
      await client.invalidateQueries(query(showMonth, { params: { month } }))
      showMessage(`De maand van ${row.name} is beoordeeld`)
    },
  })
  return (
    <Form
      label={`Beoordeling van ${row.name}`}
      error={review.error}
      check={({ remark = '' }) => parseInput(reviewMonth.body, { remark }).errors}
      onSubmit={review.mutate}
    >
      <Field name="remark" label="Opmerking (mag leeg)" autoComplete="off" />
      <SubmitButton variant="default" size="xs" busy={review.isPending}>
        Markeer als beoordeeld<span className="visually-hidden">: {row.name}</span>
      </SubmitButton>
    </Form>
  )
}

/**
 * The number of residents and addresses that each employee looked up in a month, with a button to mark the month as
 * reviewed.
 */
function MonthReview() {
  const { month = today().slice(0, 7) } = useSearch({ strict: false }) as { month?: string }
  const navigate = useNavigate()
  const rows = useQuery({ ...query(showMonth, { params: { month } }), staleTime: 0 })
  const inputError = inputErrorIn(rows)
  return (
    <Panel title="Maandbeoordeling">
      <div className="screen-only">
        <Form
          label="Maand kiezen"
          filled={{ month }}
          error={inputError}
          onSubmit={(values) => navigate({ to: '.', search: { part: 'months', month: values['month'] ?? '' } })}
        >
          <Fields
            button={
              <Button type="submit" size="md">
                Tonen
              </Button>
            }
          >
            <Field name="month" label="Maand" description="Zoals 2026-11" type="month" />
          </Fields>
        </Form>
      </div>
      {rows.data && <PaperNote criteria={`${monthText(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`} />}
      <Announcement>{rows.data && countText(rows.data.length, 'medewerker', 'medewerkers')}</Announcement>
      {!inputError && (
        <Result of={rows} empty={<p>In deze maand is niemand opgezocht.</p>}>
          {(found) => <MonthTable rows={found} month={month} />}
        </Result>
      )}
    </Panel>
  )
}

const processingColumns: RowColumn<Processing>[] = [
  { name: 'Moment', by: ({ at }) => Date.parse(at) },
  { name: 'Handeling', by: ({ action }) => auditActionNames[action] },
  { name: 'Doel', by: ({ purpose }) => purposeNames[purpose] },
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
          <td>{auditActionNames[action]}</td>
          <td data-line>{purposeNames[purpose]}</td>
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
