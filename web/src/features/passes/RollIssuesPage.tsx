import { ApiError, exportRollIssues, listRollIssues, parseInput } from '@rd4-loket/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ServicesTabs } from '../../domain/settings/ServicesTabs.tsx'
import { addDays, today, weekdayOf } from '../../kit/browser/days.ts'
import { countText, periodText } from '../../kit/browser/format.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { MoreButton } from '../../kit/buttons/MoreButton.tsx'
import { PillLinks } from '../../kit/buttons/PillLinks.tsx'
import { Field } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { Form, refusalIn, type Values } from '../../kit/forms/Form.tsx'
import { Empty } from '../../kit/page/Empty.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { pages } from '../../session/api.ts'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { PaperNote } from '../../session/PaperNote.tsx'
import styles from './RollIssuesPage.module.css'
import { RollIssueTable } from './RollIssueTable.tsx'
import { RollsPerWeek } from './RollsPerWeek.tsx'

type Period = { from: string; to: string }

const usualPeriods = (day: string) => ({
  Vandaag: { from: day, to: day },
  'Deze week': { from: addDays(day, -weekdayOf(day)), to: day },
  'Deze maand': { from: `${day.slice(0, 7)}-01`, to: day },
  'Dit jaar': { from: `${day.slice(0, 4)}-01-01`, to: day },
})

const periodIn = ({ from = today(), to = today() }: Record<string, unknown>): Period => ({
  from: String(from),
  to: String(to),
})

const wrongIn = (period: Period) => parseInput(listRollIssues.query, period).errors

const requestsIn = (period: Period) => pages(listRollIssues, { query: period })

/** What was issued at the counter: today, or in the period that stands in the page's address. */
export function RollIssuesPage() {
  const period = periodIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const client = useQueryClient()
  const { from, to } = period
  // The address may ask for what makes no period; that is said at once, and nothing is asked.
  const wrong = useMemo(() => {
    const errors = wrongIn({ from, to })
    return errors && new ApiError(422, '', errors)
  }, [from, to])
  // Always asked anew, also for the same period: a moment ago there may have been a customer.
  const requests = useInfiniteQuery({ ...requestsIn(period), enabled: !wrong, staleTime: 0 })
  const choose = (values: Values) => {
    const chosen = periodIn(values)
    void navigate({ to: '.', search: chosen })
    void client.resetQueries(requestsIn(chosen))
  }
  const { total_rolls = 0, weeks = [] } = requests.data?.pages[0]?.meta ?? {}
  const found = requests.data?.pages.flatMap(({ data }) => data) ?? []
  const total = !wrong ? `${countText(total_rolls, 'rol', 'rollen')} uitgegeven, ${periodText(period)}` : ''

  return (
    <Page heading="Services & instellingen">
      <ServicesTabs />
      <div className="screen-only">
        <Panel title="Periode">
          <PillLinks
            label="Veelgevraagde perioden"
            links={Object.entries(usualPeriods(today())).map(([name, usual]) => ({
              name,
              search: usual,
              current: usual.from === period.from && usual.to === period.to,
            }))}
          />
          <Form
            label="Periode kiezen"
            filled={period}
            error={wrong ?? refusalIn(requests.error)}
            check={(values: Values) => wrongIn(periodIn(values))}
            onSubmit={choose}
          >
            <Fields
              least="11rem"
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
      <p role="status" className="visually-hidden">
        {requests.data && total}
      </p>
      {!wrong && (
        <Result
          of={requests}
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
            <div className={styles.found}>
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
                <RollIssueTable requests={found} />
                <MoreButton of={requests} />
              </Panel>
            </div>
          )}
        </Result>
      )}
    </Page>
  )
}
