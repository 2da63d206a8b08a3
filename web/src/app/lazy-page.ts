import { ApiError } from '@rd4-loket/contract'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { canLoadAgain, unreachable } from '../shared/api.ts'

const lastReload = 'loket.reloaded'
const atMostEvery = 60_000

/** After a new release the parts of an old page are gone: loads the whole page again, at most once a minute. */
async function reloadPage(): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(lastReload)) < atMostEvery)
    throw new ApiError(500, 'Dit onderdeel kon niet worden geladen. Probeer het over een minuut opnieuw.')
  // A page that works is not left for a server that is away: the browser would show its own error in its place.
  if (!(await canLoadAgain())) throw new ApiError(0, unreachable)
  sessionStorage.setItem(lastReload, String(Date.now()))
  location.reload()
  return new Promise(() => {})
}

/** A screen that is fetched when it is first opened. */
export const lazyPage = (load: () => Promise<RouteComponent>) =>
  lazyRouteComponent(async () => ({ default: await load().catch(reloadPage) }))
