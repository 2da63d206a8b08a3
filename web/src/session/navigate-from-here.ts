import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Returns a function that navigates, unless the user has already left this page. */
export function useNavigateFromHere() {
  const router = useRouter()
  const [pathname] = useState(router.latestLocation.pathname)
  return async (to: NavigateOptions['to']) => {
    if (router.latestLocation.pathname === pathname) await router.navigate({ to })
  }
}
