import {
  blockPass,
  changeEmployee,
  type Endpoint,
  endEmployeeSessions,
  findResident,
  fullPath,
  issueRolls,
  listEmployeeSessions,
  logout,
  mayUse,
  type Role,
  removeCard,
  replacePass,
  resetEmployee,
  showResidentName,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { guardedCalls, withoutRequestId } from './client.ts'
import type { Account, RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

const rolesOf: Record<Account, Role[]> = {
  provider: ['bsgw_employee'],
  heerlen: ['municipal_employee'],
  kerkrade: ['municipal_employee'],
  both: ['bsgw_employee', 'municipal_employee'],
  administrator: ['bsgw_employee', 'municipal_employee', 'administrator'],
}

const urlOf = (endpoint: Endpoint, params: Record<string, string> = {}) =>
  fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? '0')

/** The checks of roles and municipalities. */
export const accessChecks = ({ send, tokenOf, query }: RunningProduct): Check[] => [
  {
    name: 'access: every call without a login',
    run: async () => {
      const faults: string[] = []
      for (const [name, endpoint] of guardedCalls) {
        const { status } = await send(urlOf(endpoint), { method: endpoint.method })
        if (status !== 401) faults.push(`${name}: ${status}`)
      }
      expectNone(faults)
      return `${guardedCalls.length} calls: 401`
    },
  },
  {
    name: 'access: every call with every role',
    run: async () => {
      const faults: string[] = []
      let calls = 0
      // A logout ends the session that the other calls use.
      for (const [name, endpoint] of guardedCalls.filter(([, it]) => it !== logout))
        for (const [account, roles] of Object.entries(rolesOf) as [Account, Role[]][]) {
          const { status } = await send(urlOf(endpoint), { method: endpoint.method, token: await tokenOf(account) })
          const isRight = mayUse(endpoint.access, { roles }) ? [200, 404, 409, 422].includes(status) : status === 403
          if (!isRight) faults.push(`${name} as ${account}: ${status}`)
          calls += 1
        }
      expectNone(faults)
      return `${calls} calls: 403 exactly without the required role`
    },
  },
  {
    name: 'access: records of another municipality',
    run: async () => {
      const [pass] = await query<{ number: string }>(
        `select environmental_pass.number from environmental_pass join address on address.id = address_id
         join street on street.id = street_id where municipality_id = 928 limit 1`,
      )
      const [card] = await query<{ id: number }>(
        `insert into card (municipality_id, title, html, places, shown_from, shown_until)
         values (928, 'Kerkrade', '<p>x</p>', '{dashboard}', '2020-01-01', '2099-01-01') returning id`,
      )
      const [administrator] = await query<{ id: number }>(
        `update employee set municipality_id = 917 where email = 'beheer@rd4.example' returning id`,
      )
      const [clerk] = await query<{ id: number }>(`select id from employee where email = 'balie@kerkrade.example'`)
      const byPass = (endpoint: Endpoint, body: object = {}) =>
        [
          endpoint,
          'heerlen',
          [pass?.number, 'NOBODY1234'].map((it) => ({ body: { ...body, environmental_pass_number: it } })),
        ] as const
      const byId = (endpoint: Endpoint, name: string, id: unknown, body?: object) =>
        [endpoint, 'administrator', [String(id), '987654321'].map((it) => ({ params: { [name]: it }, body }))] as const
      const role = { name: 'Kim', roles: ['municipal_employee'], blocked: true }
      const cases = [
        byPass(findResident),
        byPass(showResidentName),
        byPass(issueRolls, { rolls: 1 }),
        byPass(blockPass, { reason: 'loss' }),
        byPass(replacePass, { reason: 'loss', new_pass_number: 'NEW0000001' }),
        byId(changeEmployee, 'employee_id', clerk?.id, role),
        byId(resetEmployee, 'employee_id', clerk?.id),
        byId(listEmployeeSessions, 'employee_id', clerk?.id),
        byId(endEmployeeSessions, 'employee_id', clerk?.id),
        byId(removeCard, 'card_id', card?.id),
      ] as [Endpoint, Account, { params?: Record<string, string>; body?: object }[]][]
      const faults: string[] = []
      for (const [endpoint, account, inputs] of cases) {
        const answers: string[] = []
        for (const { params, body } of inputs) {
          const { method } = endpoint
          const response = await send(urlOf(endpoint, params), { method, body, token: await tokenOf(account) })
          answers.push(withoutRequestId(response))
        }
        if (answers[0] !== answers[1] || !answers[0]?.startsWith('404'))
          faults.push(`${endpoint.method} ${endpoint.path}: ${answers.map((it) => it.slice(0, 60)).join(' / ')}`)
      }
      await query(`update employee set municipality_id = null where id = ${administrator?.id}`)
      expectNone(faults)
      return `${cases.length} calls: the same 404, byte for byte, as for an unknown record`
    },
  },
  {
    name: 'access: a GET call changes nothing',
    run: async () => {
      const changing = /^(add|cancel|change|delete|end|file|issue|make|move|record|remove|reset|save|undo)/
      // A call with `download` makes a document, and changes no data.
      const readers = Object.entries(endpoints).filter(([, { method, download }]) => method === 'GET' && !download)
      expectNone(readers.flatMap(([name]) => (changing.test(name) ? [name] : [])))
      return 'no call that changes data is a GET'
    },
  },
]
