import { useRouterState } from '@tanstack/react-router'
import { pageFailed } from '../../kit/page/failed-progress.ts'
import styles from './ProgressBar.module.css'

/** The bar at the top while a page loads; red if the page failed. The durations are in the style sheet. */
export function ProgressBar() {
  const failed = pageFailed.use()
  const { loading, href } = useRouterState({
    select: ({ isLoading, location }) => ({ loading: isLoading, href: location.href }),
    structuralSharing: true,
  })
  const state = loading ? 'loading' : failed ? 'failed' : 'done'
  // Hidden from screen readers, which read the heading of the new page.
  return <div key={loading ? 'loading' : href} className={styles.bar} data-state={state} aria-hidden="true" />
}
