import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { makeStore } from '../../kit/browser/store.ts'
import styles from './ProgressBar.module.css'

const pageFailed = makeStore(false)

/** Turns the progress bar red for as long as the calling component is shown. */
export function useFailedProgress() {
  useEffect(() => {
    pageFailed.write(true)
    return () => pageFailed.write(false)
  }, [])
}

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
