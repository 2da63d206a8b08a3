import { findResident, forgotPassword, fullPath, purposeHeader } from '@rd4-loket/contract'
import { withoutRequestId } from './client.ts'
import { accounts, password, type RunningProduct } from './product.ts'
import { type Check, expectNone, Fault } from './report.ts'

/** Headers whose value differs in each response. */
const changingHeaders = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Returns the probability that a random time of `a` is longer than a random time of `b`. 0.5: no difference. */
const auc = (a: number[], b: number[]) =>
  a.flatMap((x) => b.map((y) => (x === y ? 0.5 : Number(x > y)))).reduce((sum, it) => sum + it, 0) /
  (a.length * b.length)

/** The checks of enumeration and brute force. */
export function accountChecks({ send, logIn, query, tokenOf }: RunningProduct): Check[] {
  // Each attempt comes from its own network, so that no throttle of a network stops it.
  let attempts = 0
  const nextAddress = () => {
    attempts += 1
    return `127.1.${Math.floor(attempts / 250)}.${(attempts % 250) + 1}`
  }
  const attempt = async (email: string) =>
    (await logIn(email, 'een verkeerd wachtwoord', { from: nextAddress() })).response
  const unknown = () => `${crypto.randomUUID()}@heerlen.example`
  const headersOf = ({ headers }: Awaited<ReturnType<typeof attempt>>) =>
    JSON.stringify(Object.entries(headers).filter(([name]) => !changingHeaders.includes(name)))

  return [
    {
      name: 'enumeration: the same response for a known and an unknown account',
      run: async () => {
        const pairs = {
          login: [await attempt(accounts.kerkrade), await attempt(unknown())],
          'password link': await Promise.all(
            [accounts.kerkrade, unknown()].map((email) =>
              send(fullPath(forgotPassword), { body: { email }, from: nextAddress() }),
            ),
          ),
        }
        expectNone(
          Object.entries(pairs).flatMap(([name, [known, other]]) => {
            if (!known || !other) return [`${name}: no response`]
            return [
              ...(withoutRequestId(known) === withoutRequestId(other) ? [] : [`${name}: status or body differ`]),
              ...(headersOf(known) === headersOf(other) ? [] : [`${name}: headers differ`]),
            ]
          }),
        )
        return 'login and password link: equal status, body and headers'
      },
    },
    {
      name: 'enumeration: the same time for a known and an unknown account',
      run: async () => {
        const times: { known: number[]; other: number[] } = { known: [], other: [] }
        // Interleaved, so that a change in the load of the machine affects both. The throttle of an account allows 30.
        for (let round = 0; round < 25; round += 1) {
          times.known.push((await attempt(accounts.provider)).ms)
          times.other.push((await attempt(unknown())).ms)
        }
        const area = auc(times.known, times.other)
        if (area < 0.3 || area > 0.7) throw new Fault(`AUC ${area.toFixed(2)} over 25 pairs of logins`)
        return `AUC ${area.toFixed(2)} over 25 pairs of logins (limits 0.30 and 0.70: chance alone gives 0.34 to 0.66)`
      },
    },
    {
      name: 'brute force: one network is throttled, and the owner is not locked out',
      run: async () => {
        const from = '127.2.0.1'
        const statuses: number[] = []
        let retryAfter: string | undefined
        for (let guess = 0; guess < 14; guess += 1) {
          const { response } = await logIn(accounts.heerlen, `gok nummer ${guess}`, { from })
          statuses.push(response.status)
          retryAfter ??= response.headers['retry-after']
        }
        const owner = await logIn(accounts.heerlen, password, { from: '127.2.0.2' })
        expectNone([
          ...(statuses.indexOf(429) === 10 ? [] : [`statuses ${statuses.join(' ')}`]),
          ...(retryAfter ? [] : ['no Retry-After']),
          ...(owner.response.status === 200 ? [] : [`the owner on another network: ${owner.response.status}`]),
        ])
        return 'ten guesses: 401, then 429 with Retry-After; the owner on another network: 200'
      },
    },
    {
      name: 'brute force: forwarded headers of a client are not trusted',
      run: async () => {
        const statuses: number[] = []
        for (let guess = 0; guess < 14; guess += 1) {
          const headers = { 'x-forwarded-for': `203.0.113.${guess}`, forwarded: `for=203.0.113.${guess}` }
          const { response } = await logIn(unknown().replace(/.*@/, 'vast@'), 'een gok', { from: '127.3.0.1', headers })
          statuses.push(response.status)
        }
        if (!statuses.includes(429)) throw new Fault(`14 guesses with other X-Forwarded-For: ${statuses.join(' ')}`)
        return 'a client cannot choose its network'
      },
    },
    {
      name: 'brute force: environmental pass numbers',
      run: async () => {
        const token = await tokenOf('kerkrade')
        const statuses: number[] = []
        for (let at = 0; at < 33; at += 1) {
          const body = { environmental_pass_number: `09999${String(at).padStart(5, '0')}` }
          const headers = { [purposeHeader]: 'extra_rollen' }
          statuses.push((await send(fullPath(findResident), { token, body, headers })).status)
        }
        const logged = await query(`select from audit_event where action = 'exceed_pass_limit'`)
        expectNone([
          ...(statuses.indexOf(429) === 30 ? [] : [`the first 429 is call ${statuses.indexOf(429) + 1}`]),
          ...(logged.length > 0 ? [] : ['the audit log has no event']),
        ])
        return '30 look-ups in a minute, then 429 and an event in the audit log'
      },
    },
  ]
}
