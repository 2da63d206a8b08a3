import type { SearchMeta } from '@rd4-loket/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { countText, numberText } from '../../kit/browser/format.ts'
import { type KeyNote, useKeyNotes } from '../../kit/browser/keys.ts'
import { MoreButton } from '../../kit/buttons/MoreButton.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { Empty } from '../../kit/page/Empty.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result, Skeleton } from '../../kit/page/Result.tsx'
import { PaperNote } from '../../session/PaperNote.tsx'
import { useCriteriaText } from './criteria-text.ts'
import styles from './SearchResult.module.css'

type Noun = { one: string; more: string }

/** How many there are, as far as is known. */
function foundText(count: number, isMore: boolean, meta: SearchMeta | undefined, { one, more }: Noun) {
  const counted = count === 0 ? `geen ${more}` : countText(count, one, more)
  // A search that was stopped before the end does not know whether there are more.
  if (meta?.truncated) return `Tot nu toe ${counted} gevonden`
  return isMore ? `${numberText(count)} ${more}, er zijn er meer` : `${counted} gevonden`
}

function NothingFound({ criteria }: { criteria: Values }) {
  const asked = useCriteriaText(criteria)
  const { house_number, house_number_extension, street } = criteria
  return (
    <Empty drawing="nothing-found">
      <p>
        Er is niets gevonden voor: <strong>{asked}</strong>.
      </p>
      <p>Dit kunt u proberen:</p>
      <ul>
        {house_number_extension && <li>Laat de toevoeging leeg.</li>}
        {house_number && <li>Laat het huisnummer leeg, dan ziet u alle nummers.</li>}
        {street && <li>Vul alleen het begin van de straatnaam in.</li>}
        <li>Zoek met minder velden tegelijk, of kijk of er een tikfout in staat.</li>
      </ul>
    </Empty>
  )
}

/** What is to be said about a list: that its streets are not named as typed, or that many were gone through in vain. */
function remarkOn({ close, truncated }: SearchMeta, { street }: Values) {
  if (close) return `Er is geen straat ‘${street}’ gevonden die hierbij past. Deze namen lijken erop.`
  if (truncated) return 'Er zijn veel straten doorzocht, maar nog niet alle. Vul meer velden in, of zoek verder.'
  return undefined
}

const keyNotes: KeyNote[] = [{ keys: ['↓'], does: 'Van een zoekveld of de kop naar de eerste rij' }]

/** Leads on by keyboard: whoever came for what was found to its heading, and from there or a field for a code to the first row. */
function useWayToRows(found: unknown) {
  useKeyNotes('In een lijst', keyNotes)
  useEffect(() => {
    // When the page has chosen where it begins: whoever is elsewhere by then, stays there.
    const timer = setTimeout(() => {
      const headings = document.querySelectorAll<HTMLElement>('main h2')
      if (found && document.activeElement?.matches('h1')) headings[headings.length - 1]?.focus()
    })
    return () => clearTimeout(timer)
  }, [found])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || !document.activeElement?.matches('main :is(h2, [data-code])')) return
      const first = document.querySelector<HTMLElement>('main tbody a')
      if (first) event.preventDefault()
      first?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** What a search found: how many, the list, and more of it on request; or what was asked in vain. */
export function SearchResult<T>({
  of: search,
  noun,
  criteria,
  exporting,
  children,
}: {
  of: UseInfiniteQueryResult<InfiniteData<{ data: T[]; meta: SearchMeta }>, Error>
  noun: Noun
  criteria: Values
  /** The way to take them out as a file. */
  exporting: ReactNode
  children: (found: T[]) => ReactNode
}) {
  const found = useMemo(() => search.data?.pages.flatMap(({ data }) => data) ?? [], [search.data])
  const meta = search.data?.pages.at(-1)?.meta
  useWayToRows(search.data)
  const asked = useCriteriaText(criteria)
  const text = foundText(found.length, search.hasNextPage, meta, noun)
  const remark = meta && remarkOn(meta, criteria)
  return (
    <>
      <p role="status" className="visually-hidden">
        {search.data && [remark, text].filter(Boolean).join(' ')}
      </p>
      <Result
        of={search}
        waiting={
          <div className={styles.waiting}>
            <Skeleton lines={6} />
          </div>
        }
        isEmpty={() => found.length === 0 && !search.hasNextPage}
        empty={
          <Panel title={`Geen ${noun.more} gevonden`}>
            <NothingFound criteria={criteria} />
          </Panel>
        }
      >
        {() => (
          <Panel title={text} aside={exporting}>
            <PaperNote asked={asked} />
            {remark && <p>{remark}</p>}
            {found.length > 0 && children(found)}
            <MoreButton of={search} />
          </Panel>
        )}
      </Result>
    </>
  )
}
