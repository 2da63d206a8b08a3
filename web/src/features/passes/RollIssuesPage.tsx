import {
  ApiError,
  exportRollIssues,
  type IssueOrder,
  listRollIssues,
  parseInput,
  type RollIssue,
} from '@rd4-loket/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { UndoButton, useUndoable } from '../../domain/undo/undo.tsx'
import { today } from '../../kit/browser/days.ts'
import {
  countText,
  dayText,
  momentText,
  numberText,
  periodText,
  shortDayText,
  weekdayText,
} from '../../kit/browser/format.ts'
import { Button, PillLinks } from '../../kit/buttons/Button.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, Empty, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type LoadedPages, orderInUrl, type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { queryPages } from '../../session/queries.ts'
import { rollText } from '../../session/session.ts'
import { commonPeriods } from './issue-periods.ts'
import styles from './RollIssuesPage.module.css'

type IssueFilter = { from: string; to: string; employee?: string; ending?: string }

/** Returns the last four characters of a typed ending. A scanned pass number is shortened before it is used. */
const endingOf = (typed: string) =>
  typed
    .replace(/[\s…-]/g, '')
    .slice(-4)
    .toUpperCase()

/** Returns the criteria in a URL or form. An empty criterion is left out. */
function criteriaIn({ from = today(), to = today(), employee = '', ending = '' }: Record<string, unknown>) {
  const [name, lastFour] = [String(employee).trim(), endingOf(String(ending))]
  const criteria: IssueFilter = { from: String(from), to: String(to) }
  return { ...criteria, ...(name && { employee: name }), ...(lastFour && { ending: lastFour }) }
}

const errorsIn = (criteria: IssueFilter) => parseInput(listRollIssues.query, criteria).errors

const issuesIn = (criteria: IssueFilter, order?: string) =>
  queryPages(listRollIssues, { query: { ...criteria, ...(order && { order: order as IssueOrder }) } })

/** Returns whether a query has these criteria, in any order. */
const hasCriteria = (queryKey: readonly unknown[] | undefined, criteria: IssueFilter) => {
  const { order: _, ...others } = (queryKey?.[2] as { query?: IssueFilter & { order?: string } })?.query ?? {}
  return JSON.stringify(others) === JSON.stringify(criteria)
}

/** The criteria in words: ', 1 oktober 2026, door noor, op een pas die eindigt op 0101'. */
const criteriaText = ({ from, to, employee, ending }: IssueFilter) =>
  [periodText({ from, to }), employee && `door ‘${employee}’`, ending && `op een pas die eindigt op ${ending}`]
    .filter(Boolean)
    .join(', ')

/** The rolls issued at the counter today or in the period of the URL. Filters select one employee or one pass. */
export function RollIssuesPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown> & { sort?: string }
  const criteria = criteriaIn(search)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { from, to, employee = '', ending = '' } = criteria
  // The URL may hold invalid criteria. Then the errors are shown at once, and no request is sent.
  const criteriaError = useMemo(() => {
    const errors = errorsIn(criteriaIn({ from, to, employee, ending }))
    return errors && new ApiError(0, '', errors)
  }, [from, to, employee, ending])
  // Always requested again, because rolls may have been issued since the last request.
  const issues = useInfiniteQuery({
    ...issuesIn(criteria, orderInUrl(allColumns(), search.sort)),
    enabled: !criteriaError,
    staleTime: 0,
    // In another order, the rows on screen stay until the sorted rows arrive.
    placeholderData: (rows, before) => (hasCriteria(before?.queryKey, criteria) ? rows : undefined),
  })
  const inputError = criteriaError ?? inputErrorIn(issues)
  const show = (values: Values) => {
    const chosen = criteriaIn(values)
    void navigate({ to: '.', search: chosen })
    void client.resetQueries(issuesIn(chosen))
  }
  const { total_rolls = 0, weeks = [] } = issues.data?.pages[0]?.meta ?? {}
  const found = issues.data?.pages.flatMap(({ data }) => data) ?? []
  const total = !criteriaError
    ? `${rollText(countText(total_rolls, 'rol', 'rollen'))} uitgegeven, ${criteriaText(criteria)}`
    : ''

  return (
    <ServicesPage>
      <div className="screen-only">
        <Panel title="Periode">
          <PillLinks
            label="Veelgevraagde perioden"
            links={commonPeriods(today()).map(({ name, from }) => ({
              name,
              search: { ...criteria, from, to: today() },
              current: from === criteria.from && to === today(),
            }))}
          />
          <Form
            label="Periode kiezen"
            filled={{ from, to, employee, ending }}
            error={inputError}
            check={(values: Values) => errorsIn(criteriaIn(values))}
            onSubmit={show}
          >
            <Fields
              width="narrow"
              button={
                <Button type="submit" size="md">
                  Tonen
                </Button>
              }
            >
              <DateField name="from" label="Van" />
              <DateField name="to" label="Tot en met" />
              <Field name="employee" label="Medewerker" maxLength={100} />
              <Field name="ending" label="Einde pasnummer" maxLength={40} autoComplete="off" />
            </Fields>
          </Form>
        </Panel>
      </div>
      <Announcement>{issues.data && total}</Announcement>
      {!inputError && (
        <Result
          // The header that was pressed must keep the focus, so the rows are not inert while they are sorted.
          of={{ ...issues, isPlaceholderData: false }}
          waiting={<Skeleton columns={allColumns()} />}
          isEmpty={() => found.length === 0}
          empty={
            <Panel title="Geen uitgiften">
              <Empty drawing="nothing-found">
                <p>
                  {rollText('Er zijn geen rollen uitgegeven:')} {criteriaText(criteria)}.
                </p>
                <p>
                  Kies een andere of een langere periode
                  {(employee || ending) && ', of een andere medewerker of pas'}.
                </p>
              </Empty>
            </Panel>
          }
        >
          {() => (
            <>
              {weeks.length > 1 && (
                <Panel title="Per week">
                  <RollsPerWeek weeks={weeks} />
                </Panel>
              )}
              <Panel
                title={total}
                aside={<ExportButtons key={JSON.stringify(criteria)} of={exportRollIssues} sent={{ body: criteria }} />}
              >
                <PaperNote />
                <RollIssueTable issues={found} pages={issues} onUndone={() => void issues.refetch()} />
                <MoreButton of={issues} />
              </Panel>
            </>
          )}
        </Result>
      )}
    </ServicesPage>
  )
}

const allColumns = (): RowColumn<RollIssue>[] => [
  { name: 'Moment', order: 'requested_at' },
  { name: rollText('Rollen'), number: true, order: 'rolls' },
  { name: 'Door', order: 'requested_by' },
  { name: 'Pas', order: 'pass_ending' },
]

type RollIssueTableProps = { issues: RollIssue[]; pages: LoadedPages; onUndone: () => void }

/** Roll issues with the employee and the last digits of the pass. */
function RollIssueTable({ issues, pages, onUndone }: RollIssueTableProps) {
  const undoable = useUndoable()
  const { sorted, columns } = useSortedRows(issues, allColumns(), { isInUrl: true, pages })
  const mayUndo = (issue: RollIssue) => undoable.some(({ kind, id }) => kind === 'roll_issue' && id === issue.id)
  return (
    <>
      {issues.some((issue) => !issue.cancelled && !mayUndo(issue)) && (
        <p className="remark screen-only">
          Een uitgifte maakt alleen ongedaan wie haar deed, binnen vijf minuten. Daarna staat er geen knop meer.
        </p>
      )}
      <Table
        caption={rollText('Uitgiften van rollen')}
        columns={columns}
        data-long
        rows={sorted.map(({ id, requested_at, requested_by, pass_ending, rolls, cancelled }) => {
          const own = cancelled
            ? undefined
            : undoable.find((action) => action.kind === 'roll_issue' && action.id === id)
          return (
            <tr key={id} data-cancelled={cancelled || undefined} className={styles.row}>
              <th scope="row">
                <time dateTime={requested_at}>
                  {weekdayText(requested_at)} {momentText(requested_at)}
                </time>
              </th>
              <td data-number>
                <span className={styles.rolls}>{rolls}</span>
                <span className={styles.unit}> {rollText(rolls === 1 ? 'rol' : 'rollen')}</span>
              </td>
              <td data-line>
                {requested_by}
                {cancelled && (
                  <span className={styles.cancelled}>
                    <Badge>Ongedaan gemaakt</Badge>
                  </span>
                )}
                {own && (
                  <span className={styles.cancelled}>
                    <UndoButton of={own} size="xs" onUndone={onUndone} />
                  </span>
                )}
              </td>
              <td>
                <span className="code">…{pass_ending}</span>
              </td>
            </tr>
          )
        })}
      />
    </>
  )
}

/** The maximum number of weeks for which the table is open from the start. */
const maxOpenWeeks = 6

/** The number of rolls issued per week, as bars and as a table. */
function RollsPerWeek({ weeks }: { weeks: { week: string; rolls: number }[] }) {
  const highest = Math.max(...weeks.map(({ rolls }) => rolls), 1)
  return (
    <div className={styles.weeks}>
      <div className={styles.bars} style={{ '--weeks': weeks.length }} aria-hidden="true">
        {weeks.map(({ week, rolls }) => (
          <span key={week}>
            <span className={styles.column}>
              {numberText(rolls)}
              <span style={{ '--part': rolls / highest }} />
            </span>
            <span className="dimmed">{shortDayText(week)}</span>
          </span>
        ))}
      </div>
      <details open={weeks.length <= maxOpenWeeks}>
        <summary>De cijfers per week</summary>
        <table>
          <caption className="visually-hidden">{rollText('Uitgegeven rollen per week')}</caption>
          <thead>
            <tr>
              <th scope="col">Week vanaf</th>
              <th scope="col">{rollText('Rollen')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, rolls }) => (
              <tr key={week}>
                <th scope="row">{dayText(week)}</th>
                <td>{numberText(rolls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
