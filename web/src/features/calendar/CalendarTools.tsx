import { Link } from '@tanstack/react-router'
import { today } from '../../kit/browser/days.ts'
import { addMonths, monthOf } from '../../kit/browser/months.ts'
import { PillLinks, PrintButton } from '../../kit/buttons/Button.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './CalendarTools.module.css'
import { type CalendarView, calendarViews, type useSelection } from './calendar-search.ts'

const viewNames: Record<CalendarView, string> = { month: 'Maand', list: 'Lijst', year: 'Jaar' }

type ToolProps = Pick<ReturnType<typeof useSelection>, 'selection' | 'searchFor'>

function Steps({ selection: { month, view }, searchFor }: ToolProps) {
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

/** Links to other months and views, and the print button. */
export function CalendarTools({ selection, searchFor }: ToolProps) {
  return (
    <div className={`row screen-only ${styles.tools}`}>
      <Steps selection={selection} searchFor={searchFor} />
      <PillLinks
        label="Weergave"
        links={calendarViews.map((it) => ({
          name: viewNames[it],
          search: searchFor({ view: it }),
          current: it === selection.view,
        }))}
      />
      <PrintButton />
    </div>
  )
}
