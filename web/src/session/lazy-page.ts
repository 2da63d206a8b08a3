import { ApiError } from '@rd4-loket/contract'
import { type AnyRouter, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { tabStore } from '../kit/browser/storage.ts'
import { useFailedProgress } from '../kit/page/failed-progress.ts'
import { canReloadPage, connectionLost, unreachableText } from './api.ts'

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

/** Returns a replacement for a component that failed to load. It reloads the page when shown, not when preloaded. */
function missingChunk() {
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

/** A screen, or a large part of one, whose code is loaded when it is first shown or preloaded. */
export const lazyPage = <Props extends object = object>(load: () => Promise<(props: Props) => ReactNode>) =>
  lazyRouteComponent(async () => ({ default: await load().catch(missingChunk) }))

/** A part of a screen that is there from its first render. Its code is loaded then. */
export const lazyPart = (load: () => Promise<() => ReactNode>) =>
  lazy(async () => ({ default: await load().catch(missingChunk) }))

/** The delay before code is preloaded, in ms after a render. */
export const preloadDelay = 1000

/** Preloads a part of the page 1 s after the first render of the page, unless the connection is lost. */
export function usePreload({ preload }: { preload?: (() => unknown) | undefined }) {
  useEffect(() => {
    const timer = setTimeout(() => !connectionLost.read() && preload?.(), preloadDelay)
    return () => clearTimeout(timer)
  }, [preload])
}

/** Retries a page that failed with this error. */
export async function retryPage(router: AnyRouter, error: unknown) {
  if (!(error instanceof PartMissing)) await router.invalidate()
  else if (await canReloadPage()) location.reload()
}
