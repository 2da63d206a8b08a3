import { ApiError } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PrintButton } from '../../kit/buttons/PrintButton.tsx'
import { AfterPaint } from '../../kit/page/AfterPaint.tsx'
import { MissingPage } from '../../kit/page/MissingPage.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import styles from './DetailPage.module.css'

function WayBack({ to, otherwise }: { to: '/address' | '/collection-system'; otherwise: string }) {
  const { criteria } = useLocation().state
  return (
    <Link to={to} search={criteria ?? {}} className={styles.back}>
      <Icon name="arrow-left" size={20} />
      {criteria ? 'Terug naar de zoekresultaten' : otherwise}
    </Link>
  )
}

/** Panels that stand side by side where there is room for two. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

/** One thing that was looked up: the way back to its list, its name and facts, and its panels; or that it does not exist. */
export function DetailPage<T>({
  of: query,
  list,
  another,
  unknown,
  title,
  facts,
  children,
}: {
  of: UseQueryResult<T, Error>
  list: '/address' | '/collection-system'
  /** The way to the list for who did not come from a search. */
  another: string
  unknown: { title: string; intro: string }
  title: (found: T) => string
  facts: (found: T) => ReactNode
  children: ReactNode
}) {
  const { data: found, error } = query
  const back = <WayBack to={list} otherwise={another} />
  if (error instanceof ApiError && [404, 422].includes(error.status))
    return <MissingPage {...unknown}>{back}</MissingPage>
  return (
    <div className={styles.detail} data-waiting={query.isPending || undefined}>
      {back}
      <Page
        title={found && title(found)}
        intro={found && <div className={styles.facts}>{facts(found)}</div>}
        aside={found && <PrintButton />}
      >
        {error && (
          <Result of={query} waiting={null}>
            {() => null}
          </Result>
        )}
        <div className={styles.panels}>
          <AfterPaint>{children}</AfterPaint>
        </div>
      </Page>
    </div>
  )
}
