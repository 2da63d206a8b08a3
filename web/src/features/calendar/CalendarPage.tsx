import { ApiError } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { countText } from '../../kit/browser/format.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result, Skeleton } from '../../kit/page/Result.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { CalendarNotice } from './CalendarNotice.tsx'
import styles from './CalendarPage.module.css'
import { CalendarTools } from './CalendarTools.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { ChangedDays } from './ChangedDays.tsx'
import { useShown, useSubject, type View } from './calendar-search.ts'
import { type CalendarYear, calendarSource } from './calendar-source.ts'
import { EventList } from './EventList.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { monthTitle } from './months.ts'
import { SampleNotice } from './SampleNotice.tsx'
import { SubjectChooser } from './SubjectChooser.tsx'
import { YearOverview } from './YearOverview.tsx'

const nothingOn = (untold: boolean) =>
  untold ? 'Wat op deze dag wordt opgehaald, is nog niet gepubliceerd.' : 'Op deze dag wordt niets opgehaald.'

function countOf(days: number, untold: boolean) {
  if (days > 0) return countText(days, 'ophaaldag', 'ophaaldagen')
  return untold ? 'Nog niet gepubliceerd' : 'Geen ophaaldagen'
}

/** When what is fetched: a month, a list or a year of collections, of the chosen categories. */
export function CalendarPage() {
  const { shown, searchFor, show } = useShown()
  const [subject, choose] = useSubject()
  const { month, view, categories } = shown
  const year = month.slice(0, 4)
  const period = view === 'year' ? year : month
  const title = view === 'year' ? year : monthTitle(month)
  const { sample_year, yearOf } = calendarSource()
  const answer = useQuery({
    ...yearOf(year, subject),
    select: ({ data, meta }) => ({
      data: data.filter(({ start, category }) => start.startsWith(period) && categories.includes(category)),
      meta,
    }),
  })
  const meta = answer.data?.meta ?? null
  const missing = answer.error instanceof ApiError && answer.error.status === 404
  const failed = answer.isLoadingError && !answer.isFetching
  const asked = answer.fetchStatus !== 'idle' || !answer.isPending
  const days = new Set(answer.data?.data.filter(({ cancelled }) => !cancelled).map(({ start }) => start)).size
  const untold = meta?.unpublished.some((it) => `${it.year}` === year) ?? false
  const withAreas = meta !== null && !meta.area && !meta.address
  const faces: Record<View, (found: CalendarYear | undefined) => ReactNode> = {
    month: (found) => (
      <MonthGrid
        month={month}
        events={found?.data ?? []}
        withAreas={withAreas}
        label={title}
        nothing={found ? nothingOn(untold) : ''}
        onMonth={(next) => show({ month: next })}
      />
    ),
    list: (found) => (found ? <EventList events={found.data} withAreas={withAreas} /> : <Skeleton />),
    year: (found) => (
      <YearOverview
        year={year}
        events={found?.data ?? []}
        searchForMonth={(chosen) => searchFor({ month: chosen, view: 'month' })}
      />
    ),
  }

  return (
    <Page intro="Wanneer wordt wat opgehaald?">
      {sample_year ? (
        <SampleNotice
          year={sample_year}
          onGo={year === sample_year ? undefined : () => show({ month: sample_year + month.slice(4) })}
        />
      ) : (
        <SubjectChooser subject={missing ? {} : subject} meta={meta} onChoose={choose} />
      )}
      <CategoryFilter chosen={categories} onChoose={(chosen) => show({ categories: chosen })} />
      {meta && <CalendarNotice meta={meta} />}
      <Panel title={title} aside={<CalendarTools shown={shown} searchFor={searchFor} />}>
        <p role="status" className={styles.count}>
          {answer.data && countOf(days, untold)}
          {answer.isPending &&
            (asked ? 'De ophaaldagen worden geladen' : 'Kies een gemeente om de ophaaldagen te zien')}
        </p>
        <Result of={answer} waiting={null}>
          {() => null}
        </Result>
        {/* The empty grid is there at once, and stays itself when the days come in: who walks through it keeps the day. */}
        {!failed && (view !== 'list' || asked) && faces[view](answer.data)}
        {answer.data && <ChangedDays events={answer.data.data} withAreas={withAreas} />}
      </Panel>
      {(meta?.address || meta?.area) && (
        <div className={styles.besides}>
          <NextCollections of={subject} />
          {meta.address && <PickupAppointments key={`pickup ${meta.address.alias}`} alias={meta.address.alias} />}
          {meta.address && <CalendarFeed key={meta.address.alias} address={meta.address.alias} />}
        </div>
      )}
    </Page>
  )
}
