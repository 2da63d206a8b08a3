import { Button } from '@mantine/core'
import { ApiError } from '@rd4-loket/contract'
import { Link, useRouter } from '@tanstack/react-router'
import { Page } from '../shared/Page.tsx'
import styles from './ErrorPage.module.css'

/** The page for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Pagina niet gevonden!">
      <p>
        Deze pagina kan niet worden gevonden! Ga terug naar de <Link to="/">homepage</Link>.
      </p>
    </Page>
  )
}

/** The page in the place of a screen that may not or cannot be shown. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const status = error instanceof ApiError ? error.status : 500
  if (status === 404) return <NotFoundPage />
  const forbidden = status === 403
  return (
    <Page title={forbidden ? 'Geen toegang' : 'Er is iets misgegaan'}>
      <div className={styles.words}>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        {forbidden && <p>Denkt u dat dit niet klopt? Vraag de beheerder van uw organisatie om toegang.</p>}
        {status > 0 && <p className={styles.status}>Foutcode {status}</p>}
      </div>
      <div className={styles.ways}>
        {!forbidden && <Button onClick={() => router.invalidate()}>Opnieuw proberen</Button>}
        <Link to="/">Naar de beginpagina</Link>
      </div>
    </Page>
  )
}
