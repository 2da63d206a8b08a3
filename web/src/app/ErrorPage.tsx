import { ApiError } from '@rd4-loket/contract'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../kit/buttons/Button.tsx'
import type { DrawingName } from '../kit/page/Drawing.tsx'
import { useFailedProgress } from '../kit/page/failed-progress.ts'
import { Empty, ErrorReference, Page } from '../kit/page/Page.tsx'
import { retryPage } from '../session/lazy-page.ts'
import styles from './ErrorPage.module.css'

const titles: Record<number, string> = {
  0: 'Geen verbinding',
  403: 'Geen toegang',
  503: 'Het loket is even niet bereikbaar',
}

const drawings: Record<number, DrawingName> = { 0: 'offline', 403: 'no-access' }

/** The page for an unknown URL. */
function NotFoundPage() {
  return (
    <Page title="Pagina niet gevonden!">
      <Empty drawing="not-found">
        <p>
          Deze pagina kan niet worden gevonden! Ga terug naar de <Link to="/">homepage</Link>.
        </p>
      </Empty>
    </Page>
  )
}

/** Shown instead of a screen that the employee may not open, or that failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const { status: ownStatus } = Object(error)
  const kind = typeof ownStatus === 'number' ? ownStatus : 500
  // Without a connection there is no response. Its status 0 is then shown as 500.
  const status = kind || 500
  useFailedProgress()
  // A navigation moves the focus to the heading, but a screen can also fail without a navigation.
  useEffect(() => document.querySelector('h1')?.focus(), [])
  if (status === 404) return <NotFoundPage />
  const forbidden = status === 403
  const referred = error instanceof ApiError && error.request_id !== undefined
  return (
    <Page title={titles[kind] ?? 'Deze pagina kan niet worden getoond'}>
      <Empty drawing={drawings[kind] ?? 'broken'}>
        <p>
          {error instanceof ApiError
            ? error.message
            : 'Deze pagina is vastgelopen. Wat u eerder hebt opgeslagen, is er nog.'}
        </p>
        {forbidden && <p>Klopt dit niet? Vraag de beheerder van uw organisatie om toegang.</p>}
        {referred ? <ErrorReference error={error} /> : <p className="dimmed small">Foutcode {status}</p>}
        <div className={`row ${styles.ways}`}>
          {!forbidden && <Button onClick={() => retryPage(router, error)}>Opnieuw proberen</Button>}
          <Link to="/">Naar de beginpagina</Link>
        </div>
      </Empty>
    </Page>
  )
}
