import './kit/theme/styles.css'
import './app/first-paint.css'
import { ApiError } from '@rd4-loket/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { makeQueryClient } from './app/query-client.ts'
import { makeRouter } from './app/router.tsx'

const client = makeQueryClient()
const router = makeRouter(client)

async function start(place: HTMLElement) {
  // The first screen is fetched before anything is drawn, so that nothing is drawn twice.
  await router.load()
  // What the server refuses is shown on a page of its own; it is no fault of the portal.
  const onCaughtError = (error: unknown) => error instanceof ApiError || console.error(error)
  createRoot(place, { onCaughtError }).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
