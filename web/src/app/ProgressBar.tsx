import { useRouterState } from '@tanstack/react-router'
import styles from './ProgressBar.module.css'

/** The bar on top while a page is on its way; red when the page could not be shown. Its times stand in the style. */
export function ProgressBar() {
  const { loading, failed, href } = useRouterState({
    select: ({ isLoading, matches, location }) => ({
      loading: isLoading,
      failed: matches.some(({ status }) => status === 'error'),
      href: location.href,
    }),
    structuralSharing: true,
  })
  if (loading)
    return <div className={styles.bar} data-state="loading" role="progressbar" aria-label="De pagina wordt geladen" />
  return <div key={href} className={styles.bar} data-state={failed ? 'failed' : 'done'} aria-hidden="true" />
}
