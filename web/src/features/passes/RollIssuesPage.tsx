import { ApiError, exportRollIssues, listRollIssues, parseInput, type RollIssue } from '@rd4-loket/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CSSProperties, useMemo } from 'react'
import { UndoButton, useUndoable } from '../../domain/passes/undo.tsx'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
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
import { Field, Fields, Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Announcement, Empty, MoreButton, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { type RowColumn, useSortedRows } from '../../kit/tables/sorted-rows.ts'
import { Badge, Table } from '../../kit/tables/Table.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { queryPages } from '../../session/queries.ts'
import { commonPeriods } from './issue-periods.ts'
import styles from './RollIssueTable.module.css'
import rollsPerWeekStyles from './RollsPerWeek.module.css'

type IssuePeriod = { from: string; to: string }

const periodIn = ({ from = today(), to = today() }: Record<string, unknown>): IssuePeriod => ({
  from: String(from),
  to: String(to),
})

const errorsIn = (period: IssuePeriod) => parseInput(listRollIssues.query, period).errors

const issuesIn = (period: IssuePeriod) => queryPages(listRollIssues, { query: period })

/** The rolls issued at the counter, today or in the period of the page's URL. */
export function RollIssuesPage() {
  const period = periodIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const client = useQueryClient()
  const { from, to } = period
  // The URL may hold an invalid period. Then the errors are shown at once, and no request is sent.
  const periodError = useMemo(() => {
    const errors = errorsIn({ from, to })
    return errors && new ApiError(0, '', errors)
  }, [from, to])
  // Always requested again, because rolls may have been issued since the last request.
  const issues = useInfiniteQuery({ ...issuesIn(period), enabled: !periodError, staleTime: 0 })
  const inputError = periodError ?? inputErrorIn(issues)
  const showPeriod = (values: Values) => {
    const chosen = periodIn(values)
    void navigate({ to: '.', search: chosen })
    void client.resetQueries(issuesIn(chosen))
  }
  const { total_rolls = 0, weeks = [] } = issues.data?.pages[0]?.meta ?? {}
  const found = issues.data?.pages.flatMap(({ data }) => data) ?? []
  const total = !periodError ? `${countText(total_rolls, 'rol', 'rollen')} uitgegeven, ${periodText(period)}` : ''

  return (
    <ServicesPage>
      <div className="screen-only">
        <Panel title="Periode">
          <PillLinks
            label="Veelgevraagde perioden"
            links={commonPeriods(today()).map(({ name, from }) => ({
              name,
              search: { from, to: today() },
              current: from === period.from && period.to === today(),
            }))}
          />
          <Form
            label="Periode kiezen"
            filled={period}
            error={inputError}
            check={(values: Values) => errorsIn(periodIn(values))}
            onSubmit={showPeriod}
          >
            <Fields
              minWidth="11rem"
              button={
                <Button type="submit" size="md">
                  Tonen
                </Button>
              }
            >
              <Field name="from" label="Van" type="date" />
              <Field name="to" label="Tot en met" type="date" />
            </Fields>
          </Form>
        </Panel>
      </div>
      <Announcement>{issues.data && total}</Announcement>
      {!inputError && (
        <Result
          of={issues}
          waiting={<Skeleton columns={allColumns} />}
          isEmpty={() => found.length === 0}
          empty={
            <Panel title="Geen uitgiften">
              <Empty drawing="nothing-found">
                <p>Er zijn geen rollen uitgegeven: {periodText(period)}.</p>
                <p>Kies een andere of een langere periode.</p>
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
                aside={<ExportButtons key={`${from} ${to}`} of={exportRollIssues} sent={{ body: period }} />}
              >
                <PaperNote />
                <RollIssueTable
                  issues={found}
                  isComplete={!issues.hasNextPage}
                  onUndone={() => void issues.refetch()}
                />
                <MoreButton of={issues} />
              </Panel>
            </>
          )}
        </Result>
      )}
    </ServicesPage>
  )
}

const allColumns: RowColumn<RollIssue>[] = [
  { name: 'Moment', by: ({ requested_at }) => Date.parse(requested_at) },
  { name: 'Rollen', number: true, by: ({ rolls }) => rolls },
  { name: 'Door', by: ({ requested_by }) => requested_by },
  { name: 'Pas', by: ({ pass_ending }) => pass_ending },
]

type RollIssueTableProps = { issues: RollIssue[]; isComplete: boolean; onUndone: () => void }

/** Roll issues with the employee and the last digits of the pass. */
function RollIssueTable({ issues, isComplete, onUndone }: RollIssueTableProps) {
  const undoable = useUndoable()
  const { sorted, columns } = useSortedRows(issues, allColumns, { isInUrl: true, isComplete })
  return (
    <Table
      caption="Uitgiften van rollen"
      columns={columns}
      data-long
      rows={sorted.map(({ id, requested_at, requested_by, pass_ending, rolls, cancelled }) => {
        const own = cancelled ? undefined : undoable.find((action) => action.kind === 'roll_issue' && action.id === id)
        return (
          <tr key={id} data-cancelled={cancelled || undefined} className={styles.row}>
            <th scope="row">
              <time dateTime={requested_at}>
                {weekdayText(requested_at)} {momentText(requested_at)}
              </time>
            </th>
            <td data-number>
              <span className={styles.rolls}>{rolls}</span>
              <span className={styles.unit}> {rolls === 1 ? 'rol' : 'rollen'}</span>
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
  )
}

/** The maximum number of weeks for which the table is open from the start. */
const maxOpenWeeks = 6

/** The number of rolls issued per week, as bars and as a table. */
function RollsPerWeek({ weeks }: { weeks: { week: string; rolls: number }[] }) {
  const highest = Math.max(...weeks.map(({ rolls }) => rolls), 1)
  return (
    <div className={rollsPerWeekStyles.weeks}>
      <div className={rollsPerWeekStyles.bars} style={{ '--weeks': weeks.length } as CSSProperties} aria-hidden="true">
        {weeks.map(({ week, rolls }) => (
          <span key={week}>
            <span className={rollsPerWeekStyles.column}>
              {numberText(rolls)}
              <span style={{ height: `${(rolls / highest) * 75}%` }} />
            </span>
            <span className="dimmed">{shortDayText(week)}</span>
          </span>
        ))}
      </div>
      <details open={weeks.length <= maxOpenWeeks}>
        <summary>De cijfers per week</summary>
        <table>
          <caption className="visually-hidden">Uitgegeven rollen per week</caption>
          <thead>
            <tr>
              <th scope="col">Week vanaf</th>
              <th scope="col">Rollen</th>
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
