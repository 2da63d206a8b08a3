import { ApiError, broughtText, type CalendarMeta, type Collection } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changeText, collectionKey, unpublishedText } from '../../domain/collections/collections.ts'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { countText } from '../../kit/browser/format.ts'
import { monthTitle } from '../../kit/browser/months.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Drawing } from '../../kit/page/Drawing.tsx'
import { Page, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import calendarNoticeStyles from './CalendarNotice.module.css'
import styles from './CalendarPage.module.css'
import { CalendarTools } from './CalendarTools.tsx'
import { CollectionList, MonthGrid, YearOverview } from './CalendarViews.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { type CalendarView, useSelection, useSubject } from './calendar-search.ts'
import { calendarSource } from './calendar-source.ts'
import { SubjectChooser } from './SubjectChooser.tsx'

/** The moved and cancelled collections, by their planned days. */
function ChangedDays({ of: collections, withAreas }: { of: Collection[]; withAreas: boolean }) {
  const changed = collections.filter(({ moved_from, cancelled }) => moved_from || cancelled)
  if (changed.length === 0) return null
  return (
    <section className={`column gap-2 ${styles.changed}`} aria-label="Verplaatst of vervallen">
      <h3>Verplaatst of vervallen</h3>
      <ul>
        {changed.map((collection) => (
          <li key={`${collection.start} ${collectionKey(collection)}`}>
            {changeText(collection)}
            {withAreas && <span className={`dimmed ${styles.areas}`}>{collection.areas.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const emptyDayText = (isUnpublished: boolean) =>
  isUnpublished ? 'Wat op deze dag wordt opgehaald, is nog niet gepubliceerd.' : 'Op deze dag wordt niets opgehaald.'

function daysText(days: number, isUnpublished: boolean) {
  if (days > 0) return countText(days, 'ophaaldag', 'ophaaldagen')
  return isUnpublished ? 'Nog niet gepubliceerd' : 'Geen ophaaldagen'
}

/** The collection days of a subject: a month, a list or a year, with the chosen categories. */
export function CalendarPage() {
  const { selection, searchFor, select } = useSelection()
  const [subject, chooseSubject] = useSubject()
  const { month, view, categories } = selection
  const year = month.slice(0, 4)
  const title = view === 'year' ? year : monthTitle(month)
  const period = view === 'year' ? year : month
  const { sample_year, yearOf } = calendarSource()
  const calendar = useQuery({
    ...yearOf(year, subject),
    select: ({ data, meta }) => ({
      data: data.filter(({ start, category }) => start.startsWith(period) && categories.includes(category)),
      meta,
    }),
  })
  const collections = calendar.data?.data
  const meta = calendar.data?.meta ?? null
  const days = new Set(collections?.filter(({ cancelled }) => !cancelled).map(({ start }) => start)).size
  const isUnpublished = meta?.unpublished.some((it) => `${it.year}` === year) ?? false
  const isNotFound = calendar.error instanceof ApiError && calendar.error.status === 404
  const hasFailed = calendar.isLoadingError && !calendar.isFetching
  const isRequested = calendar.fetchStatus !== 'idle' || !calendar.isPending
  const withAreas = meta !== null && !meta.area && !meta.address

  const views: Record<CalendarView, () => ReactNode> = {
    month: () => (
      <MonthGrid
        month={month}
        collections={collections ?? []}
        withAreas={withAreas}
        label={title}
        emptyText={collections ? emptyDayText(isUnpublished) : ''}
        onMonth={(next) => select({ month: next })}
      />
    ),
    list: () => {
      if (!isRequested) return null
      return collections ? <CollectionList of={collections} withAreas={withAreas} /> : <Skeleton />
    },
    year: () => (
      <YearOverview
        year={year}
        collections={collections ?? []}
        searchForMonth={(chosen) => searchFor({ month: chosen, view: 'month' })}
      />
    ),
  }

  return (
    <Page intro="Wanneer wordt wat opgehaald?">
      {sample_year ? (
        <SampleNotice
          year={sample_year}
          onGo={year === sample_year ? undefined : () => select({ month: sample_year + month.slice(4) })}
        />
      ) : (
        <SubjectChooser subject={isNotFound ? {} : subject} meta={meta} onChoose={chooseSubject} />
      )}
      <CategoryFilter chosen={categories} onChoose={(chosen) => select({ categories: chosen })} />
      {meta && <CalendarNotice meta={meta} />}
      <Panel title={title} aside={<CalendarTools selection={selection} searchFor={searchFor} />}>
        <p role="status" className="dimmed small screen-only">
          {collections && daysText(days, isUnpublished)}
          {calendar.isPending &&
            (isRequested ? 'De ophaaldagen worden geladen' : 'Kies een gemeente om de ophaaldagen te zien')}
        </p>
        <Result of={calendar} waiting={null}>
          {() => null}
        </Result>
        {/* Outside Result: the grid stays while the days load. Otherwise the focused day would lose the focus. */}
        {!hasFailed && views[view]()}
        {collections && <ChangedDays of={collections} withAreas={withAreas} />}
      </Panel>
      {(meta?.address || meta?.area) && (
        <div className={`stack screen-only ${styles.besides}`}>
          <NextCollections of={subject} />
          {meta.address && <PickupAppointments key={`pickup ${meta.address.alias}`} alias={meta.address.alias} />}
          {meta.address && <CalendarFeed key={meta.address.alias} address={meta.address.alias} />}
        </div>
      )}
    </Page>
  )
}

/**
 * Explains missing days: an unpublished year, a stream that is not collected at the door, an address without an area.
 */
function CalendarNotice({ meta }: { meta: CalendarMeta }) {
  const lines = [
    ...(meta.address && !meta.area ? ['Voor dit adres is nog geen ophaalgebied bekend.'] : []),
    ...meta.unpublished.map(unpublishedText),
    ...meta.brought.map((it) => `${broughtText(it)}.`),
  ]
  if (lines.length === 0) return null
  return (
    <div className={`box row ${calendarNoticeStyles.notice}`}>
      {meta.unpublished.length > 0 ? <Drawing name="unpublished" width={80} /> : <Icon name="info" />}
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}

/** A notice that the days are sample data, with a button to their year. */
function SampleNotice({ year, onGo }: { year: string; onGo: (() => void) | undefined }) {
  return (
    <div className={`box row ${calendarNoticeStyles.notice}`}>
      <Icon name="info" />
      <p>Dit zijn voorbeeldgegevens uit {year}. Echte ophaaldagen staan hier nu niet in.</p>
      {onGo && (
        <Button variant="default" onClick={onGo}>
          Ga naar {year}
        </Button>
      )}
    </div>
  )
}
