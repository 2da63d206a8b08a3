import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../shared/days.ts'
import { countText } from '../../shared/format.ts'
import { Icon } from '../../shared/Icon.tsx'
import { Page } from '../../shared/Page.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { PillLinks } from '../../shared/PillLinks.tsx'
import { Result, Skeleton } from '../../shared/Result.tsx'
import styles from './CalendarPage.module.css'
import { CategoryFilter } from './CategoryFilter.tsx'
import { useShown, type View, views } from './calendar-search.ts'
import { calendarSource } from './calendar-source.ts'
import { EventList } from './EventList.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { addMonths, monthOf, monthTitle } from './months.ts'
import { YearOverview } from './YearOverview.tsx'

const viewNames: Record<View, string> = { month: 'Maand', list: 'Lijst', year: 'Jaar' }

function SampleNotice({ year, onGo }: { year: string; onGo: (() => void) | undefined }) {
  return (
    <div className={styles.notice}>
      <Icon name="info" />
      <p>Dit zijn voorbeeldgegevens uit {year}. Echte ophaaldagen staan hier nog niet in.</p>
      {onGo && (
        <Button variant="default" onClick={onGo}>
          Ga naar {year}
        </Button>
      )}
    </div>
  )
}

type Searches = ReturnType<typeof useShown>['searchFor']

function Steps({ month, view, searchFor }: { month: string; view: View; searchFor: Searches }) {
  const [size, before, after] =
    view === 'year' ? [12, 'Vorig jaar', 'Volgend jaar'] : [1, 'Vorige maand', 'Volgende maand']
  return (
    <nav className={styles.steps} aria-label="Bladeren">
      <Link to="." search={searchFor({ month: addMonths(month, -size) })} resetScroll={false} aria-label={before}>
        <Icon name="chevron-left" />
      </Link>
      <Link to="." search={searchFor({ month: monthOf(today()) })} resetScroll={false}>
        Vandaag
      </Link>
      <Link to="." search={searchFor({ month: addMonths(month, size) })} resetScroll={false} aria-label={after}>
        <Icon name="chevron-right" />
      </Link>
    </nav>
  )
}

/** When what is fetched: a month, a list or a year of collections, of the chosen categories. */
export function CalendarPage() {
  const { shown, searchFor, show } = useShown()
  const { month, view, categories } = shown
  const year = month.slice(0, 4)
  const period = view === 'year' ? year : month
  const title = view === 'year' ? year : monthTitle(month)
  const { sample_year, eventsOf } = calendarSource
  const events = useQuery({
    ...eventsOf(year),
    select: (all) => all.filter(({ start, category }) => start.startsWith(period) && categories.includes(category)),
  })
  const days = new Set(events.data?.map(({ start }) => start)).size
  const faces: Record<View, (found: typeof events.data) => React.ReactNode> = {
    month: (found = []) => (
      <MonthGrid month={month} events={found} label={title} onMonth={(next) => show({ month: next })} />
    ),
    list: (found) => (found ? <EventList events={found} /> : <Skeleton />),
    year: (found = []) => (
      <YearOverview
        year={year}
        events={found}
        searchForMonth={(chosen) => searchFor({ month: chosen, view: 'month' })}
      />
    ),
  }

  return (
    <Page intro="Wanneer wordt wat opgehaald?">
      {sample_year && (
        <SampleNotice
          year={sample_year}
          onGo={year === sample_year ? undefined : () => show({ month: sample_year + month.slice(4) })}
        />
      )}
      <CategoryFilter chosen={categories} onChoose={(chosen) => show({ categories: chosen })} />
      <Panel
        title={title}
        aside={
          <div className={styles.tools}>
            <Steps month={month} view={view} searchFor={searchFor} />
            <PillLinks
              label="Weergave"
              links={views.map((it) => ({
                name: viewNames[it],
                search: searchFor({ view: it }),
                current: it === view,
              }))}
            />
            <Button variant="default" onClick={() => print()} leftSection={<Icon name="print" size={20} />}>
              Afdrukken
            </Button>
          </div>
        }
      >
        <p role="status" className={styles.count}>
          {events.data && (days === 0 ? 'Geen ophaaldagen' : countText(days, 'ophaaldag', 'ophaaldagen'))}
          {events.isPending && 'De ophaaldagen worden geladen'}
        </p>
        {/* The empty grid is there at once, and keeps its place when the days come in. */}
        <Result of={events} isEmpty={() => false} waiting={faces[view](undefined)}>
          {faces[view]}
        </Result>
      </Panel>
    </Page>
  )
}
