import { useEffect } from 'react'
import { makeStore } from '../browser/store.ts'

/** Whether the page on screen failed. The progress bar is then red. */
export const pageFailed = makeStore(false)

/** Turns the progress bar red for as long as the calling component is shown. */
export function useFailedProgress() {
  useEffect(() => {
    pageFailed.write(true)
    return () => pageFailed.write(false)
  }, [])
}
