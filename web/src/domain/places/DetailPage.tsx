import { type Address, ApiError, townLine } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { groupedCode } from '../../kit/browser/format.ts'
import { BackLink, CopyButton, PrintButton } from '../../kit/buttons/Button.tsx'
import { MissingPage, Page, Result } from '../../kit/page/Page.tsx'
import styles from './DetailPage.module.css'

/**
 * Renders its children one frame after the rest of the page, so that the page opens at once when its link is clicked.
 * Renders everything at once when the page is loaded by URL or restores a scroll position.
 */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const { location, resolvedLocation } = useRouter().state
  const scrollPosition = useElementScrollRestoration({ getElement: () => window })
  const isLoad = resolvedLocation === undefined || resolvedLocation.pathname === location.pathname
  const [isPainted, setPainted] = useState(isLoad || scrollPosition !== undefined)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted ? children : <div data-waiting />
}

function BackToList({ to, otherwise }: { to: '/address' | '/collection-system'; otherwise: string }) {
  const { criteria } = useLocation().state
  return (
    <BackLink to={to} search={criteria ?? {}}>
      {criteria ? 'Terug naar de zoekresultaten' : otherwise}
    </BackLink>
  )
}

type DetailPageProps<T> = {
  of: UseQueryResult<T, Error>
  list: '/address' | '/collection-system'
  /** The text of the link to the search screen, for a user who did not come from a search. */
  another: string
  unknown: { title: string; intro: string }
  title: (found: T) => string
  facts: (found: T) => ReactNode
  /** Content beside the title. With `bar`, the title and `bar` stay visible on scroll. Default: the print button. */
  bar?: ReactNode
  children: ReactNode
}

/** The page of an address or a collection system. Shows a not-found page for status 404. */
export function DetailPage<T>({ of: query, list, another, unknown, title, facts, bar, children }: DetailPageProps<T>) {
  const { data: found, error } = query
  const back = <BackToList to={list} otherwise={another} />
  if (error instanceof ApiError && error.status === 404) return <MissingPage {...unknown}>{back}</MissingPage>
  return (
    <div className={`column gap-3 ${styles.detail}`} data-waiting={query.isPending || undefined}>
      <Page
        back={back}
        title={found && title(found)}
        intro={found && <div className={`row ${styles.facts}`}>{facts(found)}</div>}
        aside={found && (bar ?? <PrintButton />)}
        isHeadSticky={bar !== undefined}
      >
        {error && (
          <Result of={query} waiting={null}>
            {() => null}
          </Result>
        )}
        <div className={`stack ${styles.panels}`}>
          <AfterFirstPaint>{children}</AfterFirstPaint>
        </div>
      </Page>
    </div>
  )
}

/**
 * The town, the municipality when its name is another one, and the object code. The object code is the key of the levy
 * administration.
 */
export function LocationFacts({ of: address }: { of: Address }) {
  return (
    <>
      <span>{townLine(address)}</span>
      {address.municipality.name && address.municipality.name !== address.city && (
        <span>Gemeente {address.municipality.name}</span>
      )}
      {address.object_code && (
        <span className="inline">
          <span className="visually-hidden">Objectcode </span>
          <span className="code" title="Objectcode">
            {groupedCode(address.object_code)}
          </span>
          <CopyButton text={address.object_code} label="Objectcode kopiëren" />
        </span>
      )}
    </>
  )
}
