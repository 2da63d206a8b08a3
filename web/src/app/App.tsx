import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { watchUnsavedWork } from '../kit/forms/unsaved-work.ts'
import { askBeforeLosingDrafts } from '../session/drafts.ts'
import { followConnection } from './follow-connection.ts'
import { followVersion } from './follow-version.ts'
import { preloadScreens } from './preload-screens.ts'
import { followSession } from './session-end.ts'

/** The whole portal, with one query cache and one router. */
export function App({ client, router }: { client: QueryClient; router: AnyRouter }) {
  useEffect(() => watchUnsavedWork(), [])
  useEffect(() => followVersion(), [])
  useEffect(() => followSession(client, router), [client, router])
  useEffect(() => askBeforeLosingDrafts(client), [client])
  useEffect(() => followConnection(client, router), [client, router])
  useEffect(() => preloadScreens(client, router), [client, router])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
