import {
  type AuditAction,
  countTasks,
  type EmployeeMonth,
  listTasks,
  mayReviewMonth,
  parseInput,
  reviewMonth,
  showMonth,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText, monthText } from '../../kit/browser/format.ts'
import { addMonths, daysIn, monthOf } from '../../kit/browser/months.ts'
import { Button, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Announcement, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { PaperNote } from '../../session/ExportButtons.tsx'
import { invalidate, query } from '../../session/queries.ts'
import { actionText } from './ActionField.tsx'
import styles from './MonthReview.module.css'
import { aboveNormText, deviationsFirst, normedFigures } from './month-norms.ts'
import { OfficeHoursPanel } from './OfficeHoursPanel.tsx'

/** The name of a month: `november 2026`. */
const nameOf = (month: string) => `${monthText(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`

const monthColumns: RowColumn<EmployeeMonth>[] = [
  { name: 'Medewerker', by: ({ name }) => name },
  { name: 'Opgezocht', by: ({ lookups, addresses }) => lookups + addresses },
  ...normedFigures.map(({ name, figureOf }) => ({ name, by: figureOf })),
  { name: 'Beoordeling', by: ({ reviewed }) => reviewed && Date.parse(reviewed.at) },
]

/** The months of the employees. Those furthest above the norm come first until the user sorts by a column. */
function MonthTable({ rows, month }: { rows: EmployeeMonth[]; month: string }) {
  const { sorted, columns } = useSortedRows(deviationsFirst(rows), monthColumns, { isInUrl: true })
  return (
    <Table
      caption="Per medewerker wat er is opgezocht"
      className={styles.months}
      columns={columns}
      data-long
      rows={sorted.map((row) => <MonthRows key={row.employee_id} row={row} month={month} columns={columns.length} />)}
    />
  )
}

type EntriesLinkProps = { row: EmployeeMonth; month: string; action: AuditAction | undefined; children: ReactNode }

/** A figure with a link to the entries of its employee and month. Undefined `action`: the entries of every action. */
const EntriesLink = ({ row: { employee_id }, month, action = undefined, children }: EntriesLinkProps) => (
  <Link
    to="."
    search={{ part: 'events' }}
    state={{
      log_filter: {
        from: `${month}-01`,
        to: daysIn(month).at(-1) ?? '',
        employee_id: String(employee_id),
        action: actionText(action),
      },
    }}
  >
    {children}
  </Link>
)

/** Why a figure is above its norm. Renders nothing for a figure within its norm. */
const AboveNorm = ({ text }: { text: string | undefined }) =>
  text && (
    <>
      {' '}
      <Badge tone="error">boven de norm</Badge>
      <span className="below remark">{text}</span>
    </>
  )

/** The month of an employee and, in a row below, the form that marks it as reviewed. */
function MonthRows({ row, month, columns }: { row: EmployeeMonth; month: string; columns: number }) {
  const refusal = mayReviewMonth(row)
  const isOpen = !refusal && !row.reviewed
  const figures = (
    <tr data-open={isOpen || undefined}>
      <th scope="row">{row.name}</th>
      <td data-line>
        <EntriesLink {...{ row, month }} action="find_resident">
          {row.lookups} keer een pas
        </EntriesLink>
        {', '}
        <EntriesLink {...{ row, month }} action={undefined}>
          {countText(row.addresses, 'adres', 'adressen')}
        </EntriesLink>
      </td>
      {normedFigures.map((figure) => (
        <td key={figure.name} data-label={figure.name}>
          <EntriesLink {...{ row, month }} action={figure.action}>
            {figure.figureOf(row)} {figure.unit}
          </EntriesLink>
          <AboveNorm text={aboveNormText(figure, row)} />
        </td>
      ))}
      <td data-line>
        {row.reviewed && (
          <p>
            {dayText(row.reviewed.at)}, door {row.reviewed.by ?? 'wie er niet meer is'}
            {row.reviewed.remark && `: ${row.reviewed.remark}`}
          </p>
        )}
        {refusal && <p>{refusal}.</p>}
        {isOpen && 'Nog niet beoordeeld'}
      </td>
    </tr>
  )
  if (!isOpen) return figures
  return (
    <>
      {figures}
      <tr>
        <td colSpan={columns} data-line>
          <ReviewForm key={month} row={row} month={month} />
        </td>
      </tr>
    </>
  )
}

/** Marks the month of another employee as reviewed, with an optional remark. */
function ReviewForm({ row, month }: { row: EmployeeMonth; month: string }) {
  const client = useQueryClient()
  const params = { month, employee_id: String(row.employee_id) }
  const draft = useDraft(`review ${month} ${row.employee_id}`)
  const review = useMutation({
    mutationFn: ({ remark }: Values) => call(reviewMonth, { params, body: { remark: remark ?? null } }),
    onSuccess: async () => {
      draft.discard()
      await invalidate(client, showMonth, listTasks, countTasks)
      showMessage(`De maand van ${row.name} is beoordeeld`)
    },
  })
  return (
    <Form
      label={`Beoordeling van ${row.name}`}
      draft={draft}
      error={review.error}
      check={({ remark = '' }) => parseInput(reviewMonth.body, { remark }).errors}
      onSubmit={review.mutate}
    >
      <Fields
        button={
          <SubmitButton variant="default" busy={review.isPending}>
            Markeer als beoordeeld<span className="visually-hidden">: {row.name}</span>
          </SubmitButton>
        }
      >
        <Field name="remark" label="Opmerking (mag leeg)" autoComplete="off" />
      </Fields>
    </Form>
  )
}

/** Returns this month and the 23 months before it, by name. By default the log is retained for 24 months. */
const recentMonths = () =>
  Array.from({ length: 24 }, (_, back) => addMonths(monthOf(today()), -back)).map((id) => ({ id, name: nameOf(id) }))

/**
 * The number of residents and addresses that each employee looked up in a month, with a button to mark the month as
 * reviewed. Each figure links to its entries in the log.
 */
export function MonthReview() {
  const { month = monthOf(today()) } = useSearch({ strict: false }) as { month?: string }
  const navigate = useNavigate()
  const rows = useQuery({ ...query(showMonth, { params: { month } }), staleTime: 0 })
  const inputError = inputErrorIn(rows)
  return (
    <>
      <Panel title="Wat er is opgezocht">
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
              <ChoiceField name="month" label="Maand" none="Kies een maand" options={recentMonths()} />
            </Fields>
          </Form>
        </div>
        {rows.data && <PaperNote criteria={nameOf(month)} />}
        {month === monthOf(today()) && <p>Deze maand loopt nog. Na de laatste dag beoordeelt u de maand opnieuw.</p>}
        <Announcement>{rows.data && countText(rows.data.length, 'medewerker', 'medewerkers')}</Announcement>
        {!inputError && (
          <Result
            of={rows}
            waiting={<Skeleton columns={monthColumns} />}
            empty={<p>In deze maand is niemand opgezocht.</p>}
          >
            {(found) => <MonthTable rows={found} month={month} />}
          </Result>
        )}
      </Panel>
      <OfficeHoursPanel />
    </>
  )
}
