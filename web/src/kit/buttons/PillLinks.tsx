import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { type KeyNote, useKeyNotes } from '../browser/keys.ts'
import styles from './PillLinks.module.css'

type PillLink = { name: string; search: Record<string, string>; current: boolean }

const keyNotes: KeyNote[] = [
  { keys: ['←', '→'], action: 'Naar de keuze ernaast' },
  { keys: ['Enter'], action: 'Kiezen' },
]

/** Moves the focus to the previous or the next link. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const next = step && links[links.indexOf(event.target as HTMLAnchorElement) + step]
  if (!next || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  next.focus()
}

/** A choice between views of one page. Each view has its own URL. */
export function PillLinks({ label, links }: { label: string; links: PillLink[] }) {
  useKeyNotes(label, keyNotes)
  return (
    <nav aria-label={label} onKeyDown={moveFocus}>
      <ul className={styles.pills}>
        {links.map(({ name, search, current }) => (
          <li key={name}>
            <Link
              to="."
              search={search}
              state={true}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
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
