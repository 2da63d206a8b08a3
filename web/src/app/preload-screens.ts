import { mayUse } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { connectionLost } from '../session/api.ts'
import { preloadDelay } from '../session/lazy-page.ts'
import { sessionQuery } from '../session/session.ts'
import { loadUndoBar } from './layout/StatusBar.tsx'
import type { Screen } from './screen.ts'
import { screens } from './screens.tsx'

/**
 * Loads the code of frequently used screens 1 s after a render. These screens then open at once, and Ctrl+Z works as
 * soon as an employee has done something.
 */
export function preloadScreens(client: QueryClient, router: AnyRouter, table: Screen[] = screens) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function fetchAll() {
    const user = client.getQueryData(sessionQuery.queryKey)?.user
    if (!user || connectionLost.read()) return
    for (const { isFrequent, access, Page } of table) if (isFrequent && mayUse(access, user)) void Page.preload?.()
    void loadUndoBar()
  }
  function startDelay() {
    clearTimeout(timer)
    timer = setTimeout(fetchAll, preloadDelay)
  }
  startDelay()
  const stop = router.subscribe('onRendered', startDelay)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
