import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionLost } from '../session/api.ts'
import { type Session, sessionQuery } from '../session/session.ts'
import { bsgw } from '../test/make.ts'
import { preloadScreens } from './preload-screens.ts'
import { makeQueryClient } from './query-client.ts'
import { makeRouter } from './router.tsx'
import type { Screen } from './screen.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  connectionLost.write(false)
})

/** Screens that record when their code is fetched. */
function recordingScreens() {
  const fetched: string[] = []
  const screen = (title: string, access: Screen['access'], isFrequent?: true): Screen => ({
    path: `/${title}`,
    title,
    access,
    ...(isFrequent ? { isFrequent } : {}),
    middleware: [],
    Page: Object.assign(() => null, { preload: async () => void fetched.push(title) }),
  })
  const table = [
    screen('address', 'bsgw_employee', true),
    screen('desk', 'municipal_employee', true),
    screen('seldom', 'bsgw_employee'),
  ]
  return { table, fetched }
}

function preloadAfterDelay(table: Screen[], loggedIn = true) {
  const client = makeQueryClient()
  const session = { user: bsgw, municipalities: [], systems: [], waste_types: [] }
  client.setQueryData(sessionQuery.queryKey, (loggedIn ? session : null) as Session)
  const stop = preloadScreens(client, makeRouter(client, { table }), table)
  vi.advanceTimersByTime(5000)
  stop()
}

test('preloads the frequent screens of the role of the employee 1 s after a render', () => {
  const { table, fetched } = recordingScreens()
  preloadAfterDelay(table)
  expect(fetched).toEqual(['address'])
})

test('preloads nothing for a visitor', () => {
  const { table, fetched } = recordingScreens()
  preloadAfterDelay(table, false)
  expect(fetched).toEqual([])
})

test('preloads nothing without a connection, because a failed chunk is not fetched again', () => {
  const { table, fetched } = recordingScreens()
  connectionLost.write(true)
  preloadAfterDelay(table)
  expect(fetched).toEqual([])
})
