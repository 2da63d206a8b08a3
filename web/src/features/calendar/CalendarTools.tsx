import { Link } from '@tanstack/react-router'
import { today } from '../../kit/browser/days.ts'
import { PillLinks } from '../../kit/buttons/PillLinks.tsx'
import { PrintButton } from '../../kit/buttons/PrintButton.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './CalendarTools.module.css'
import { type Shown, type useShown, type View, views } from './calendar-search.ts'
import { addMonths, monthOf } from './months.ts'

const viewNames: Record<View, string> = { month: 'Maand', list: 'Lijst', year: 'Jaar' }

type Props = { shown: Shown; searchFor: ReturnType<typeof useShown>['searchFor'] }

function Steps({ shown: { month, view }, searchFor }: Props) {
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

/** Leads to other months and other views, and to paper. */
export function CalendarTools({ shown, searchFor }: Props) {
  return (
    <div className={styles.tools}>
      <Steps shown={shown} searchFor={searchFor} />
      <PillLinks
        label="Weergave"
        links={views.map((it) => ({
          name: viewNames[it],
          search: searchFor({ view: it }),
          current: it === shown.view,
        }))}
      />
      <PrintButton />
    </div>
  )
}
