import { setTimeout } from 'node:timers/promises'
import { endOtherSessions, fullPath, logout, refreshSession, showEmployee } from '@rd4-loket/contract'
import { dataOf } from './client.ts'
import { accounts, password, type RunningProduct } from './product.ts'
import { type Check, expectNone, Fault } from './report.ts'

const sessionName = '__Host-auth.loket.session'

/** The checks of sessions, of their cookie, and of requests from other sites. */
export function sessionChecks({ send, logIn, query, origin }: RunningProduct): Check[] {
  const start = (cookie = '') => logIn(accounts.both, password, { cookie })
  const refresh = (cookie: string, headers: Record<string, string> = {}) =>
    send(fullPath(refreshSession), { method: 'POST', cookie, headers })
  const statusOf = async (token = '') => (await send(fullPath(showEmployee), { token })).status

  return [
    {
      name: 'session: flags of the cookie',
      run: async () => {
        const { response } = await start()
        const cookies = response.headers['set-cookie'] ?? []
        const set = cookies.find((cookie) => cookie.startsWith(sessionName)) ?? ''
        const wanted = ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']
        const missing = wanted.filter((flag) => !set.includes(flag)).map((flag) => `${flag} is missing`)
        expectNone([...missing, ...(/domain=/i.test(set) ? ['the cookie has a domain'] : [])])
        return [sessionName, ...wanted].join(', ')
      },
    },
    {
      name: 'session: a login ignores a planted cookie',
      run: async () => {
        const planted = `${sessionName}=${crypto.randomUUID()}.1.${'A'.repeat(43)}`
        const { cookie, token } = await start(planted)
        if (cookie === planted || (await statusOf(token)) !== 200) throw new Fault('the planted session is used')
        return 'a new session, with an id of the server'
      },
    },
    {
      name: 'session: a login ends the previous session of the browser',
      run: async () => {
        const first = await start()
        const second = await start(first.cookie)
        expectNone([
          ...((await statusOf(first.token)) === 401 ? [] : ['the previous token still works']),
          ...((await statusOf(second.token)) === 200 ? [] : ['the new token does not work']),
        ])
        return 'the previous token: 401; the new token: 200'
      },
    },
    {
      name: 'session: a logout ends token and cookie',
      run: async () => {
        const { token, cookie } = await start()
        await send(fullPath(logout), { method: 'POST', token })
        const statuses = [await statusOf(token), (await refresh(cookie)).status]
        if (statuses.some((status) => status !== 401)) throw new Fault(`after the logout: ${statuses.join(' and ')}`)
        return 'both: 401'
      },
    },
    {
      name: 'session: an employee ends other sessions with the password only',
      run: async () => {
        const [here, there] = [await start(), await start()]
        const end = (current_password: string) =>
          send(fullPath(endOtherSessions), { token: here.token, body: { current_password } })
        const refused = await end('een verkeerd wachtwoord')
        const before = await statusOf(there.token)
        const statuses = [refused.status, before, (await end(password)).status, await statusOf(there.token)]
        if (statuses.join() !== '422,200,200,401') throw new Fault(`statuses ${statuses.join(' ')}`)
        return 'a wrong password: 422 and the session lives; the right password: 200 and the session ends'
      },
    },
    {
      name: 'session: an old cookie ends the session of its thief and its owner',
      run: async () => {
        const { cookie } = await start()
        const renewed = await refresh(cookie)
        const [next = ''] = (renewed.headers['set-cookie'] ?? []).map((set) => set.split(';')[0])
        await setTimeout(3000)
        const statuses = [(await refresh(cookie)).status, (await refresh(next)).status]
        if (renewed.status !== 200 || statuses.some((status) => status !== 401))
          throw new Fault(`renewal ${renewed.status}, then the old and the next cookie: ${statuses.join(' and ')}`)
        return 'after the grace period of 2 s, both cookies: 401'
      },
    },
    {
      name: 'session: expires without use',
      run: async () => {
        const { response, token, cookie } = await start()
        const hours = dataOf(response).session_expires_in / 3600
        if (hours > 12) throw new Fault(`a session without use lasts ${hours} hours`)
        const { sid } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())
        await query(
          `update session set last_used_at = now() - interval '12 hours', expires_at = now() where id = '${sid}'`,
        )
        const statuses = [await statusOf(token), (await refresh(cookie)).status]
        if (statuses.some((status) => status !== 401)) throw new Fault(`after 12 idle hours: ${statuses.join(' and ')}`)
        return `after ${hours} idle hours, token and cookie: 401`
      },
    },
    {
      name: 'csrf: another site can neither renew nor log in',
      run: async () => {
        const { cookie } = await start()
        const sites = [
          { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
          { origin: 'https://attacker.example' },
          { origin: `${origin}.attacker.example`, 'sec-fetch-site': 'cross-site' },
          { origin: 'null' },
          { 'sec-fetch-site': 'same-site' },
        ] as Record<string, string>[]
        const faults: string[] = []
        for (const headers of sites) {
          const renewed = await refresh(cookie, headers)
          const { response } = await logIn(accounts.both, password, { headers })
          for (const [name, { status }] of Object.entries({ renewal: renewed, login: response }))
            if (status !== 403) faults.push(`${name} from ${JSON.stringify(headers)}: ${status}`)
        }
        const own = await refresh(cookie, { origin, 'sec-fetch-site': 'same-origin' })
        expectNone([...faults, ...(own.status === 200 ? [] : [`the portal itself: ${own.status}`])])
        return `${sites.length} origins: 403; the portal itself: 200`
      },
    },
    {
      name: 'csrf: a cookie alone makes no call, and CORS admits no other site',
      run: async () => {
        const { cookie } = await start()
        const call = await send(fullPath(showEmployee), { cookie })
        const preflight = await send(fullPath(showEmployee), {
          method: 'OPTIONS',
          headers: { origin: 'https://attacker.example', 'access-control-request-method': 'GET' },
        })
        const allowed = preflight.headers['access-control-allow-origin']
        expectNone([
          ...(call.status === 401 ? [] : [`a call with only the cookie: ${call.status}`]),
          ...(allowed === '*' || allowed?.includes('attacker') ? [`CORS admits ${allowed}`] : []),
        ])
        return 'a call with only the cookie: 401; a preflight of another site is not admitted'
      },
    },
  ]
}
