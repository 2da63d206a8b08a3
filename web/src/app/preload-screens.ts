import { mayUse } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { connectionLost } from '../session/api.ts'
import { sessionQuery } from '../session/session.ts'
import { type Screen, screens } from './screens.tsx'

/** The delay after a render, in ms. */
const rest = 1000

/** Loads the code of frequently used screens 1 s after a render, so that they open without a wait. */
export function preloadScreens(client: QueryClient, router: AnyRouter, table: Screen[] = screens) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function fetchAll() {
    const user = client.getQueryData(sessionQuery.queryKey)?.user
    if (!user || connectionLost.read()) return
    for (const { often, access, Page } of table) if (often && mayUse(access, user)) void Page.preload?.()
  }
  function startRest() {
    clearTimeout(timer)
    timer = setTimeout(fetchAll, rest)
  }
  startRest()
  const stop = router.subscribe('onRendered', startRest)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
