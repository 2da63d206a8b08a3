import './kit/theme/styles.css'
import './app/first-paint.css'
import { ApiError } from '@rd4-loket/contract'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { makeQueryClient } from './app/query-client.ts'
import { makeRouter } from './app/router.tsx'
import { watchEarlySearch } from './features/search/search-keys.ts'
import { watchEarlyKeys } from './kit/browser/early-keys.ts'

const client = makeQueryClient()
const router = makeRouter(client)

async function start(place: HTMLElement) {
  watchEarlySearch()
  watchEarlyKeys()
  // The first screen loads before the first render. Otherwise it would render twice.
  await router.load()
  // An ApiError is not logged, because an error page shows it and it is not a defect of the portal.
  const onCaughtError = (error: unknown) => error instanceof ApiError || console.error(error)
  createRoot(place, { onCaughtError }).render(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  )
}

const place = document.getElementById('root')
if (place) void start(place)
