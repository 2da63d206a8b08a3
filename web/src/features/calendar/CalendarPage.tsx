import {
  ApiError,
  addressLine,
  broughtText,
  type CalendarMeta,
  type Collection,
  calendarCategoryNames,
  townLine,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changeText, collectionKey, isByAppointment, unpublishedText } from '../../domain/collections/collections.ts'
import { NextCollections } from '../../domain/collections/NextCollections.tsx'
import { PickupAppointments } from '../../domain/pickups/PickupAppointments.tsx'
import { useRememberAddress } from '../../domain/places/opened.ts'
import { countText } from '../../kit/browser/format.ts'
import { monthTitle } from '../../kit/browser/months.ts'
import { Button } from '../../kit/buttons/Button.tsx'
import { Drawing } from '../../kit/page/Drawing.tsx'
import { Page, Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useNeverLoadedText } from '../../session/never-loaded.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import styles from './CalendarPage.module.css'
import { CalendarTools } from './CalendarTools.tsx'
import { CollectionList, MonthGrid, YearOverview } from './CalendarViews.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { type CalendarView, useSelection, useSubject } from './calendar-search.ts'
import { calendarSource, useNextMonth, useOutcomes, withOutcomes } from './calendar-source.ts'
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
            {changeText(collection, calendarCategoryNames)}
            {withAreas && <span className={`dimmed ${styles.areas}`}>{collection.areas.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The heading: on paper, it names the place and the year. */
function PaperHeading({ year, meta }: { year: string; meta: CalendarMeta | null }) {
  const { address, area, municipality } = meta ?? {}
  const place = address ? `${addressLine(address)}, ${townLine(address)}` : (area?.name ?? municipality?.name)
  return (
    <>
      <span className="screen-only">Kalender</span>
      <span className="paper-only" aria-hidden="true">
        Ophaalkalender {year}
        {place && `: ${place}`}
      </span>
    </>
  )
}

/** What is known about the collection days of a year. */
type Knowledge = 'nothing' | 'not_published' | 'all'

const emptyDayTexts: Record<Knowledge, string> = {
  nothing: 'Van deze dag zijn er geen gegevens.',
  not_published: 'Wat op deze dag wordt opgehaald, is nog niet gepubliceerd.',
  all: 'Op deze dag wordt niets opgehaald.',
}

const noDaysTexts: Record<Knowledge, string> = {
  nothing: 'Geen gegevens',
  not_published: 'Nog niet gepubliceerd',
  all: 'Geen ophaaldagen',
}

/** Returns the number of fixed collection days, and of days on which only appointments are collected. */
function daysText(collections: Collection[], knowledge: Knowledge) {
  const taking = collections.filter(({ cancelled }) => !cancelled)
  const fixed = new Set(taking.filter((it) => !isByAppointment(it)).map(({ start }) => start))
  const optional = new Set(taking.filter(({ start }) => !fixed.has(start)).map(({ start }) => start))
  const counts = [
    ...(fixed.size > 0 ? [countText(fixed.size, 'ophaaldag', 'ophaaldagen')] : []),
    ...(optional.size > 0 ? [countText(optional.size, 'dag op afspraak', 'dagen op afspraak')] : []),
  ]
  return counts.join(' en ') || noDaysTexts[knowledge]
}

/** The collection days of an address, area or municipality, as a month, a list or a year. */
export function CalendarPage() {
  const [subject, chooseSubject] = useSubject()
  const { selection, searchFor, select } = useSelection(useNextMonth(subject))
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
  const { outcomes, reasons } = useOutcomes(subject, { year, period })
  const collections = calendar.data && withOutcomes(calendar.data.data, { days: outcomes.data, reasons })
  const meta = calendar.data?.meta ?? null
  useRememberAddress(meta?.address ?? undefined)
  const neverLoaded = useNeverLoadedText('collection_days', meta?.municipality.id)
  const isUnpublished = meta?.unpublished.some((it) => `${it.year}` === year)
  const hasNoArea = meta?.address && !meta.area
  const knowledge = neverLoaded || hasNoArea ? 'nothing' : isUnpublished ? 'not_published' : 'all'
  const isNotFound = calendar.error instanceof ApiError && calendar.error.status === 404
  const hasFailed = calendar.isLoadingError && !calendar.isFetching
  const isRequested = calendar.fetchStatus !== 'idle' || !calendar.isPending
  const withAreasOf = meta && !meta.area && !meta.address && meta.areas.length > 1 ? meta : null

  const views: Record<CalendarView, () => ReactNode> = {
    month: () => (
      <MonthGrid
        month={month}
        collections={collections ?? []}
        withAreasOf={withAreasOf}
        label={title}
        emptyText={collections ? emptyDayTexts[knowledge] : ''}
        onMonth={(next) => select({ month: next })}
      />
    ),
    list: () => {
      if (!isRequested) return null
      return collections ? <CollectionList of={collections} withAreas={withAreasOf !== null} /> : <Skeleton />
    },
    year: () => (
      <YearOverview
        year={year}
        collections={collections ?? []}
        withAreasOf={withAreasOf}
        searchForMonth={(chosen) => searchFor({ month: chosen, view: 'month' })}
      />
    ),
  }

  return (
    <Page
      isCompact
      heading={<PaperHeading year={year} meta={meta} />}
      aside={
        !sample_year && <SubjectChooser subject={isNotFound ? {} : subject} meta={meta} onChoose={chooseSubject} />
      }
    >
      {sample_year && (
        <SampleNotice
          year={sample_year}
          onGo={year === sample_year ? undefined : () => select({ month: sample_year + month.slice(4) })}
        />
      )}
      {meta?.area && (
        <NextCollections of={subject} names={calendarCategoryNames} municipality={meta.municipality.id} isStrip />
      )}
      {meta && <CalendarNotice meta={meta} />}
      <div className={styles.calendar}>
        <Panel title={title} aside={<CalendarTools selection={selection} searchFor={searchFor} />}>
          <Result of={calendar} waiting={null}>
            {() => null}
          </Result>
          {calendar.data && (
            <Result of={outcomes} waiting={null}>
              {() => null}
            </Result>
          )}
          {/* Outside Result: the grid stays while the days load. Otherwise the focused day would lose the focus. */}
          {!hasFailed && views[view]()}
          <p role="status" className="dimmed small screen-only">
            {collections && daysText(collections, knowledge)}
            {calendar.isPending &&
              (isRequested
                ? 'De ophaaldagen worden geladen'
                : 'Vul een adres in of kies een gemeente om de ophaaldagen te zien')}
          </p>
          <CategoryFilter chosen={categories} onChoose={(chosen) => select({ categories: chosen })} />
          {collections?.some(isByAppointment) && (
            <p className="dimmed small">
              Gestippeld is geen vaste ophaaldag: snoeiafval wordt alleen opgehaald bij wie een afspraak heeft.
            </p>
          )}
          {collections && <ChangedDays of={collections} withAreas={withAreasOf !== null} />}
        </Panel>
      </div>
      {meta?.address && (
        <div className={`stack screen-only ${styles.besides}`}>
          <PickupAppointments
            key={`pickup ${meta.address.alias}`}
            alias={meta.address.alias}
            municipality={meta.municipality.id}
          />
          <CalendarFeed key={meta.address.alias} address={meta.address.alias} />
        </div>
      )}
    </Page>
  )
}

/**
 * Explains missing days: an unpublished year, a stream that is not collected at the door, an address without an area.
 */
function CalendarNotice({ meta }: { meta: CalendarMeta }) {
  const neverLoaded = useNeverLoadedText('collection_days', meta.municipality.id)
  const lines = [
    ...(neverLoaded ? [neverLoaded] : []),
    ...(!neverLoaded && meta.address && !meta.area ? ['Voor dit adres is nog geen ophaalgebied bekend.'] : []),
    ...(neverLoaded ? [] : meta.unpublished.map(unpublishedText)),
    ...meta.brought.map((it) => `${broughtText(it, calendarCategoryNames)}.`),
  ]
  if (lines.length === 0) return null
  return (
    <div className={`box row ${styles.notice}`}>
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
    <div className={`box row ${styles.notice}`}>
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
