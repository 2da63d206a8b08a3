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
  const state = loading ? 'loading' : failed ? 'failed' : 'done'
  // For the eye alone: who listens hears the heading of the page that has come.
  return <div key={loading ? 'loading' : href} className={styles.bar} data-state={state} aria-hidden="true" />
}
