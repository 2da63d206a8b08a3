import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** The way on from this page when what was asked here is done; whoever went elsewhere meanwhile stays there. */
export function useGoOn() {
  const router = useRouter()
  const [here] = useState(router.latestLocation.pathname)
  return async (to: NavigateOptions['to']) => {
    if (router.latestLocation.pathname === here) await router.navigate({ to })
  }
}
