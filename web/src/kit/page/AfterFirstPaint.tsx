import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Whether another page leads to this one by a link: who loads the page, or comes back to a place on it, pressed nothing on it. */
function useIsOpening() {
  const { location, resolvedLocation } = useRouter().state
  const place = useElementScrollRestoration({ getElement: () => window })
  return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname && place === undefined
}

/**
 * Leaves these parts of a page to the frame after its first, so that who opens it sees at once that it opens. Where nobody waits
 * for that, all is drawn together: who comes back to a place on the page finds it there.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isOpening = useIsOpening()
  const [painted, setPainted] = useState(!isOpening)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return painted ? children : <div data-waiting />
}
