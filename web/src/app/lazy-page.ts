import { ApiError } from '@rd4-loket/contract'
import { type AnyRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { tabStore } from '../kit/browser/storage.ts'
import { canReloadPage, unreachableText } from '../session/api.ts'
import { useFailedProgress } from './layout/ProgressBar.tsx'

const lastReload = 'loket.reloaded'
const minReloadInterval = 60_000

/** The error of a chunk that failed to load. A browser fetches such a chunk again only when the page is reloaded. */
class PartMissing extends ApiError {}

/** Reloads the page, at most once a minute. After a new release the server lacks the chunks of an old page. */
async function reloadPage(): Promise<never> {
  if (Date.now() - Number(tabStore.read(lastReload)) < minReloadInterval)
    throw new PartMissing(500, 'Dit onderdeel kon niet worden geladen. Probeer het over een minuut opnieuw.')
  // If the server is unreachable, a reload would replace the working page by the browser's error page.
  if (!(await canReloadPage())) throw new PartMissing(0, unreachableText)
  // Without storage the time of this reload would be lost, and the page would reload endlessly.
  if (!tabStore.write(lastReload, String(Date.now())))
    throw new PartMissing(500, 'Dit onderdeel kon niet worden geladen. Probeer het opnieuw.')
  location.reload()
  return new Promise(() => {})
}

/** Returns a replacement for a screen that failed to load. It reloads the page when opened, not when preloaded. */
function missingChunkScreen() {
  let reloading: Promise<never> | undefined
  return () => {
    const [failed, setFailed] = useState<unknown>()
    useFailedProgress()
    useEffect(() => {
      reloading ??= reloadPage()
      reloading.catch(setFailed)
    }, [])
    if (failed) throw failed
    return null
  }
}

/** A screen whose code is loaded when it is first opened or preloaded. */
export const lazyPage = (load: () => Promise<RouteComponent>) =>
  lazyRouteComponent(async () => ({ default: await load().catch(missingChunkScreen) }))

/** Retries a page that failed with this error. */
export async function retryPage(router: AnyRouter, error: unknown) {
  if (!(error instanceof PartMissing)) await router.invalidate()
  else if (await canReloadPage()) location.reload()
}
