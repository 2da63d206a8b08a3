import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Messages, resetMessages } from '../shared/Messages.tsx'
import { Spinner } from '../shared/Spinner.tsx'
import { ProgressBar } from './ProgressBar.tsx'

/** Puts the keyboard where the new page begins: at what the page itself chose, or else at its heading. */
function focusPage(mayTakeHeading: boolean) {
  const chosen = document.querySelector<HTMLElement>('[data-focus-first]')
  const heading = mayTakeHeading ? document.querySelector<HTMLElement>('h1') : null
  ;(chosen ?? heading)?.focus()
}

/** What stands around every layout: the progress bar on top, the messages and the spinner below. */
export function Root() {
  const router = useRouter()
  useEffect(() => {
    focusPage(false)
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (pathChanged && fromLocation) focusPage(true)
    })
  }, [router])
  useEffect(() => router.subscribe('onBeforeLoad', resetMessages), [router])
  return (
    <>
      <ProgressBar />
      <Outlet />
      <Messages />
      <Spinner />
    </>
  )
}
