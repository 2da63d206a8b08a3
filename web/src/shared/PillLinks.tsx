import { Link } from '@tanstack/react-router'
import styles from './PillLinks.module.css'

type PillLink = { name: string; search: Record<string, string>; current: boolean }

/** A choice between faces of the same page, each with an address of its own. */
export function PillLinks({ label, links }: { label: string; links: PillLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.pills}>
        {links.map(({ name, search, current }) => (
          <li key={name}>
            <Link
              to="."
              search={search}
              state={true}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{ 'aria-current': undefined }}
              aria-current={current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
