import { ApiError } from '@rd4-loket/contract'
import { type AnyRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { tabStore } from '../kit/browser/storage.ts'
import { canReloadPage, unreachableText } from '../session/api.ts'

const lastReload = 'loket.reloaded'
const atMostEvery = 60_000

/** A part of the page that did not come. A browser does not fetch it a second time: only the whole page anew brings it. */
class PartMissing extends ApiError {}

/** After a new release the parts of an old page are gone: loads the whole page again, at most once a minute. */
async function reloadPage(): Promise<never> {
  if (Date.now() - Number(tabStore.read(lastReload)) < atMostEvery)
    throw new PartMissing(500, 'Dit onderdeel kon niet worden geladen. Probeer het over een minuut opnieuw.')
  // A page that works is not left for a server that is away: the browser would show its own error in its place.
  if (!(await canReloadPage())) throw new PartMissing(0, unreachableText)
  // In a browser that keeps nothing, the page would load again and again.
  if (!tabStore.write(lastReload, String(Date.now())))
    throw new PartMissing(500, 'Dit onderdeel kon niet worden geladen. Probeer het opnieuw.')
  location.reload()
  return new Promise(() => {})
}

/** Stands for a screen that did not come. Only who opens it loses the page: screens are also fetched ahead, under the mouse. */
function screenThatDidNotCome() {
  let reloading: Promise<never> | undefined
  return () => {
    const [failed, fail] = useState<unknown>()
    useEffect(() => {
      reloading ??= reloadPage()
      reloading.catch(fail)
    }, [])
    if (failed) throw failed
    return null
  }
}

/** A screen that is fetched when it is first opened, or a moment before. */
export const lazyPage = (load: () => Promise<RouteComponent>) =>
  lazyRouteComponent(async () => ({ default: await load().catch(screenThatDidNotCome) }))

/** Tries again to show the page that failed so. */
export async function retryPage(router: AnyRouter, error: unknown) {
  if (!(error instanceof PartMissing)) await router.invalidate()
  else if (await canReloadPage()) location.reload()
}
