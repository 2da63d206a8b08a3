import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from '../platform/http/errors.ts'
import { shedLoad } from './load-shedding.ts'

const app = fastify({ genReqId: () => crypto.randomUUID() })
app.setErrorHandler(sendError)
shedLoad(app, { maxInFlight: 2, counts: ({ url }) => url !== '/healthz' })
const ends: (() => void)[] = []
app.get('/slow', () => new Promise((resolve) => ends.push(() => resolve({ done: true }))))
app.get('/broken', () => Promise.reject(new Error('no')))
app.get('/healthz', () => ({ status: 'ok' }))

test('returns 503 with Retry-After while the maximum number of calls is in flight, and accepts later calls', async () => {
  const inFlight = [app.inject('/slow'), app.inject('/slow')]
  await expect.poll(() => ends).toHaveLength(2)
  const rejected = await app.inject('/slow')
  expect(rejected.statusCode).toBe(503)
  expect(rejected.headers['retry-after']).toBe('5')
  expect(rejected.json()).toMatchObject({ message: 'Het is nu te druk in het loket. Probeer het zo opnieuw.' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  for (const end of ends) end()
  expect((await Promise.all(inFlight)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (let time = 0; time < 5; time += 1) expect((await app.inject('/broken')).statusCode).toBe(500)
  const again = app.inject('/slow')
  await expect.poll(() => ends).toHaveLength(3)
  ends[2]?.()
  expect((await again).statusCode).toBe(200)
})
