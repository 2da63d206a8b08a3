import {
  type Endpoint,
  fullPath,
  listSecondFactors,
  removeFactor,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '@rd4-loket/contract'
import { codeMaker } from '../../e2e/totp-codes.ts'
import { demoTotpEmail, demoTotpSecret } from '../../server/demo/employees.ts'
import { dataOf, guardedCalls } from './client.ts'
import { accounts, password, type RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

/** The checks of the second factor. The account of the demo with an app has a known secret. */
export function factorChecks({ send, logIn }: RunningProduct): Check[] {
  const nextCode = codeMaker(demoTotpSecret)
  const urlOf = (endpoint: Endpoint, id = '0') => fullPath(endpoint).replace(/:\w+/g, id)
  const office = '127.5.0.1'
  const enter = (factor: object, { from = office, typed = password } = {}) =>
    logIn(demoTotpEmail, typed, { from, factor })

  return [
    {
      name: 'second factor: an administrator without one can only add one',
      run: async () => {
        const { token } = await logIn(accounts.administrator, password)
        const closed = guardedCalls.filter(([, { open_before = [] }]) => !open_before.includes('second_factor'))
        const faults: string[] = []
        for (const [name, endpoint] of closed) {
          const { status, text } = await send(urlOf(endpoint), { method: endpoint.method, token })
          if (status !== 403 || !text.includes('tweede factor')) faults.push(`${name}: ${status}`)
        }
        const { status } = await send(fullPath(listSecondFactors), { token })
        if (status !== 200) faults.push(`the list of factors: ${status}`)
        expectNone(faults)
        return `${closed.length} calls: 403; the list of factors: 200`
      },
    },
    {
      name: 'second factor: a password alone starts no session',
      run: async () => {
        const { response, cookie } = await enter({})
        const wrong = (await enter({}, { typed: 'een verkeerd wachtwoord' })).response
        expectNone([
          ...(response.status === 401 && cookie === '' ? [] : [`a right password: ${response.status} ${cookie}`]),
          ...(response.text.includes('"second_factor":["totp"') ? [] : ['the 401 does not name the factor']),
          ...(wrong.text.includes('second_factor') ? ['a wrong password reveals the factor'] : []),
        ])
        return 'a right password: 401 with the factor; a wrong password: 401 without'
      },
    },
    {
      name: 'second factor: a code works once',
      run: async () => {
        const code = await nextCode()
        const statuses = [await enter({ code }), await enter({ code })].map(({ response }) => response.status)
        expectNone(statuses.join() === '200,401' ? [] : [`statuses ${statuses.join(' and ')}`])
        return 'first 200, then 401'
      },
    },
    {
      name: 'second factor: a recovery code works once',
      run: async () => {
        const { token } = await enter({ code: await nextCode() })
        const renewed = await send(fullPath(renewRecoveryCodes), { token, body: { current_password: password } })
        const [recovery_code] = dataOf(renewed).recovery_codes
        const statuses = [await enter({ recovery_code }), await enter({ recovery_code })].map(
          (it) => it.response.status,
        )
        expectNone(statuses.join() === '200,401' ? [] : [`statuses ${statuses.join(' and ')}`])
        return 'first 200, then 401'
      },
    },
    {
      name: 'second factor: a change needs the password',
      run: async () => {
        const { token } = await enter({ code: await nextCode() })
        const [{ id }] = dataOf(await send(fullPath(listSecondFactors), { token })).factors
        const faults: string[] = []
        for (const endpoint of [startTotp, startPasskey, removeFactor, renewRecoveryCodes]) {
          const body = { current_password: 'een verkeerd wachtwoord', ...(endpoint === startPasskey && { name: 'x' }) }
          const { status, text } = await send(urlOf(endpoint, String(id)), { token, body })
          if (status !== 422 || !text.includes('"current_password"')) faults.push(`${endpoint.path}: ${status}`)
        }
        expectNone(faults)
        return 'adding an app or a passkey, removing, new recovery codes: 422 at the password'
      },
    },
    {
      name: 'second factor: guessing is throttled, and the owner is not locked out',
      run: async () => {
        const statuses: number[] = []
        let retryAfter: string | undefined
        for (let guess = 1; guess <= 12; guess += 1) {
          const { response } = await enter({ code: '000000' }, { from: `127.6.${guess}.1` })
          statuses.push(response.status)
          retryAfter ??= response.headers['retry-after']
        }
        const right = await enter({ code: await nextCode() }, { from: '127.6.99.1' })
        const owner = await enter({ code: await nextCode() })
        expectNone([
          ...(statuses.indexOf(429) === 10 ? [] : [`statuses ${statuses.join(' ')}`]),
          ...(retryAfter ? [] : ['no Retry-After']),
          ...(right.response.status === 429 ? [] : [`a right code after the guesses: ${right.response.status}`]),
          ...(owner.response.status === 200 ? [] : [`the owner on a known network: ${owner.response.status}`]),
        ])
        return 'ten guesses from ten networks: 401, then 429 for a right code too; the owner on a known network: 200'
      },
    },
  ]
}
