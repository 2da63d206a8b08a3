import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Whether a link on another page opened this page. Not after a load, nor after going back to a scroll position. */
function useIsOpening() {
  const { location, resolvedLocation } = useRouter().state
  const scrollPosition = useElementScrollRestoration({ getElement: () => window })
  return (
    resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname && scrollPosition === undefined
  )
}

/**
 * Renders these parts of a page one frame after the rest, so that a page opens at once when its link is clicked.
 * After a load, or after going back to a scroll position, everything is rendered together.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isOpening = useIsOpening()
  const [isPainted, setPainted] = useState(!isOpening)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted ? children : <div data-waiting />
}
