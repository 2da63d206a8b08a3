import { useRouterState } from '@tanstack/react-router'
import styles from './ProgressBar.module.css'

/** The bar at the top while a page loads; red when it failed. Its durations are in the style sheet. */
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
  // Hidden from screen readers, which read the heading of the new page.
  return <div key={loading ? 'loading' : href} className={styles.bar} data-state={state} aria-hidden="true" />
}
