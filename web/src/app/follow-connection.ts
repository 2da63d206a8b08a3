import { ApiError } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { showMessage } from '../kit/page/Messages.tsx'
import { connectionLost, isServerReachable } from '../session/api.ts'
import { retryPage } from '../session/lazy-page.ts'

const pause = 5_000
const neverArrived = (error: unknown) => error instanceof ApiError && error.status === 0

/** Checks whether the server responds again, and updates `connectionLost`. */
export async function tryConnection() {
  if (navigator.onLine && (await isServerReachable())) connectionLost.write(false)
}

/** Retries a lost connection every 5 s. When the connection is back, reloads all queries that failed without it. */
export function followConnection(client: QueryClient, router: AnyRouter) {
  let timer: ReturnType<typeof setTimeout>
  async function watch() {
    clearTimeout(timer)
    await tryConnection()
    if (connectionLost.read()) timer = setTimeout(watch, pause)
  }

  const stop = connectionLost.listen((lost) => {
    clearTimeout(timer)
    if (lost) {
      timer = setTimeout(watch, pause)
      return
    }
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => neverArrived(state.error) })
    const failed = router.state.matches.find(({ error }) => neverArrived(error))
    if (failed) void retryPage(router, failed.error)
    showMessage('De verbinding is terug')
  })
  const reportLost = () => connectionLost.write(true)
  window.addEventListener('offline', reportLost)
  window.addEventListener('online', watch)
  if (connectionLost.read()) void watch()
  return () => {
    stop()
    clearTimeout(timer)
    window.removeEventListener('offline', reportLost)
    window.removeEventListener('online', watch)
  }
}
