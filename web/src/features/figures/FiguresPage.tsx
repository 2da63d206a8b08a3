import {
  euroText,
  exportFigures,
  FigureSubject,
  fewText,
  figureGroupHeadings,
  figureSubjectNames,
  isBsgwEmployee,
  listFigures,
} from '@rd4-loket/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText, numberText, shortMonthText } from '../../kit/browser/format.ts'
import { monthTitle } from '../../kit/browser/months.ts'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { Announcement, Empty, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { ExportButtons, PaperNote } from '../../session/ExportButtons.tsx'
import { query } from '../../session/queries.ts'
import { rollText, useSession } from '../../session/session.ts'
import { FigureRowsDialog, type OpenFigure } from './FigureRowsDialog.tsx'
import styles from './FiguresPage.module.css'
import { lastCountedMonth, monthName, monthsOfPeriod, periodName, periodOptions } from './figure-periods.ts'
import {
  type FigureCell,
  type FigureLine,
  type FiguresOfMonth,
  linesOf,
  municipalityOptions,
  totalOf,
} from './figure-table.ts'

// The figures of a month never change.
const figuresOf = (month: string) => ({
  ...query(listFigures, { query: { month } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The figures of a month, or of the months of a quarter or a year side by side. The URL names period and municipality. */
export function FiguresPage() {
  const last = lastCountedMonth(today())
  const search = useSearch({ strict: false }) as { period?: string; municipality?: string }
  const period = search.period !== undefined && monthsOfPeriod(search.period) ? search.period : last
  const chosen = String(search.municipality ?? '')
  const navigate = useNavigate()
  // Read again, because a month can be counted since.
  const newest = useQuery({ ...query(listFigures, { query: { month: last } }), staleTime: 0 })
  const counted = newest.data?.meta.months ?? []
  const months = (monthsOfPeriod(period) ?? []).filter((month) => counted.includes(month))
  const replies = useQueries({ queries: months.map(figuresOf) })
  const failed = replies.find(({ error }) => error)
  const found = replies.flatMap(({ data }, at): FiguresOfMonth[] =>
    data ? [{ month: months[at] ?? '', figures: data.data }] : [],
  )
  const isComplete = found.length === months.length
  const show = (values: { period?: string; municipality?: string }) =>
    void navigate({ to: '.', search: { ...search, ...values }, resetScroll: false })
  const municipalities = municipalityOptions(found)
  const [first = '', end = first] = [months[0], months.at(-1)]
  const session = useSession()
  const seesAll = session !== null && (isBsgwEmployee(session.user) || !session.user.municipality)
  return (
    <ServicesPage>
      <Result of={newest} waiting={<Skeleton lines={8} />}>
        {() => (
          <>
            <Panel label="Periode">
              <div className={`row ${styles.choices}`}>
                <SelectInput
                  label="Periode"
                  value={period}
                  options={periodOptions(
                    counted.includes(period) || months.length > 0 ? counted : [period, ...counted],
                  )}
                  onChange={({ currentTarget: { value } }) => show({ period: value })}
                />
                {seesAll && (
                  <SelectInput
                    label="Gemeente"
                    value={municipalities.some(({ id }) => id === chosen) ? chosen : ''}
                    options={municipalities}
                    onChange={({ currentTarget: { value } }) => show({ municipality: value })}
                  />
                )}
                {months.length > 0 && (
                  <ExportButtons key={period} of={exportFigures} sent={{ body: { from: first, to: end } }} />
                )}
              </div>
              <PaperNote criteria={periodName(period)} />
              <p className="remark">
                Groepen en gemeenten onder de 10 zijn samengevoegd. Een cijfer verandert niet meer. Een klik op een
                getal toont de regels.
              </p>
            </Panel>
            <Announcement>{isComplete && countText(found.length, 'maand', 'maanden')}</Announcement>
            {months.length === 0 ? (
              <Empty drawing="nothing-yet">
                <p>Over {period === last ? monthName(last) : periodName(period)} zijn er nog geen cijfers.</p>
                <p>Het loket telt een maand op de tweede dag erna.</p>
              </Empty>
            ) : (
              <Result
                of={{
                  data: isComplete ? found : undefined,
                  error: failed?.error ?? null,
                  isFetching: replies.some(({ isFetching }) => isFetching),
                  isPlaceholderData: false,
                  isEnabled: true,
                  refetch: () => failed?.refetch(),
                }}
                waiting={<Skeleton lines={8} />}
              >
                {(shown) => (
                  <Tables months={shown} chosen={municipalities.some(({ id }) => id === chosen) ? chosen : ''} />
                )}
              </Result>
            )}
          </>
        )}
      </Result>
    </ServicesPage>
  )
}

function Tables({ months, chosen }: { months: FiguresOfMonth[]; chosen: string }) {
  const [open, setOpen] = useState<OpenFigure>()
  return (
    <>
      {FigureSubject.options.map((subject) => {
        const lines = linesOf(months, subject, chosen)
        // Nothing that waits has a municipality.
        if (lines.length === 0 && subject === 'quarantine') return null
        const title = rollText(figureSubjectNames[subject])
        return (
          <Panel key={subject} title={title}>
            {lines.length === 0 ? (
              <p>Te weinig om voor deze gemeente apart te tellen.</p>
            ) : (
              <FigureTable {...{ subject, lines }} months={months.map(({ month }) => month)} onOpen={setOpen} />
            )}
          </Panel>
        )
      })}
      <FigureRowsDialog of={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

type FigureTableProps = {
  subject: FigureSubject
  lines: FigureLine[]
  months: string[]
  onOpen: (of: OpenFigure) => void
}

function FigureTable({ subject, lines, months, onOpen }: FigureTableProps) {
  const isShort = months.length > 3
  const heading = subject === 'lifts' ? 'Gemeente' : figureGroupHeadings[subject]
  return (
    <Table
      caption={rollText(figureSubjectNames[subject])}
      data-long
      columns={[
        heading,
        ...months.map((month) => ({
          name: monthTitle(month),
          number: true,
          ...(isShort && { short: shortMonthText(Number(month.slice(5)) - 1) }),
        })),
      ]}
      rows={[
        ...lines.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {months.map((month) => (
              <td key={month} data-number data-label={monthTitle(month)}>
                <FigureNumber of={cells.get(month)} name={name} month={month} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        )),
        lines.length > 1 && (
          <tr key="total" className={styles.total}>
            <th scope="row">Totaal</th>
            {months.map((month) => {
              const total = totalOf(lines, month)
              return (
                <td key={month} data-number data-label={monthTitle(month)}>
                  {total === undefined ? fewText : numberText(total)}
                </td>
              )
            })}
          </tr>
        ),
      ]}
    />
  )
}

type FigureNumberProps = {
  of: FigureCell | undefined
  name: string
  month: string
  onOpen: (of: OpenFigure) => void
}

/** A number that opens its rows. A group without an own number in a month is among the small groups, or has nothing. */
function FigureNumber({ of, name, month, onOpen }: FigureNumberProps) {
  if (!of) return <span className="dimmed">–</span>
  const { count, cents, rows } = of
  if (count === null) return fewText
  if (count === 0) return '0'
  return (
    <>
      <button
        type="button"
        className={styles.number}
        aria-label={`${numberText(count)}: ${name}, ${monthName(month)}, toon de regels`}
        onClick={() => onOpen({ sent: rows, name })}
      >
        {numberText(count)}
      </button>
      {cents !== null && <span className="below remark">{euroText(cents)}</span>}
    </>
  )
}
