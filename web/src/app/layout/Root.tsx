import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { takeEarlySearch } from '../../features/search/search-keys.ts'
import { takeEarlyKeys, watchEarlyKeys } from '../../kit/browser/early-keys.ts'
import { Messages, resetMessages } from '../../kit/page/Messages.tsx'
import { Spinner } from '../../kit/page/Spinner.tsx'
import { lazyPage, usePreload } from '../../session/lazy-page.ts'
import { loginRequest } from '../../session/login-request.ts'
import styles from './DefaultLayout.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import { restoreFocus } from './restore-focus.ts'

/** Moves the focus to the element that the new page chose, or to its heading. */
function focusPage(mayTakeHeading: boolean) {
  const chosen = document.querySelector<HTMLElement>('[data-focus-first]')
  const heading = mayTakeHeading ? document.querySelector<HTMLElement>('h1') : null
  ;(chosen ?? heading)?.focus()
}

const LoginDialog = lazyPage(async () => (await import('../LoginDialog.tsx')).LoginDialog)

/** The frame around every layout: progress bar, messages, spinner and login dialog. */
export function Root() {
  const router = useRouter()
  const request = loginRequest.use()
  // The dialog stays after it has closed, because it restores the focus.
  const [needsDialog, setNeedsDialog] = useState(false)
  if (request && !needsDialog) setNeedsDialog(true)
  usePreload(LoginDialog)
  useEffect(() => {
    // Keys for a search box or a pass field that the first screen does not have.
    takeEarlySearch()
    takeEarlyKeys()
    // Leaves the focus in the search box, if the user opened it while the portal loaded.
    if (document.activeElement === document.body) focusPage(false)
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) focusPage(true)
    })
  }, [router])
  useEffect(() => router.subscribe('onBeforeLoad', resetMessages), [router])
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && watchEarlyKeys()),
      // A page without a pass field has not taken its keys. A navigation may also end without a new page.
      router.subscribe('onRendered', () => void takeEarlyKeys()),
      router.subscribe('onResolved', () => void takeEarlyKeys()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  useEffect(() => restoreFocus(), [])
  return (
    <>
      <ProgressBar />
      {/* Hidden after the session ended. The fields still contain the typed text. */}
      <div className={styles.page} data-hidden={request?.reason === 'ended' || undefined}>
        <Outlet />
        <Messages />
        <Spinner />
      </div>
      {needsDialog && (
        <Suspense>
          <LoginDialog />
        </Suspense>
      )}
    </>
  )
}
