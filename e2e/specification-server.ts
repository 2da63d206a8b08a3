import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import {
  findResident,
  listAddressEquipment,
  listCollectionSystemEquipment,
  listMunicipalities,
  showAddress,
  showCollectionSystem,
  showCollectionSystemMeta,
  showEmployee,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'

// A server whose paths and fields are written from the specification alone. It returns only fields that the
// specification requires, with the values of the contract's examples.

type Received = { call: string; body: unknown; accept?: string | undefined; authorization?: string | undefined }

const portal = join(import.meta.dirname, '../web/dist')
const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

const fieldsOf = <T extends object>(it: T, ...fields: (keyof T)[]) =>
  Object.fromEntries(fields.map((field) => [field, it[field]]))
const municipalities = exampleReply(listMunicipalities)
const choices = exampleReply(showCollectionSystemMeta)
const address = fieldsOf(exampleReply(showAddress), 'alias', 'object_code', 'street', 'house_number', 'postal_code')
const system = { ...address, ...fieldsOf(exampleReply(showCollectionSystem), 'alias', 'house_number', 'waste_types') }
const equipment = (of: typeof listAddressEquipment | typeof listCollectionSystemEquipment) =>
  exampleReply(of).map((container) => fieldsOf(container, 'id', 'waste_type'))
const cleared = (year: string | null) => [
  { id: 1, waste_type: 'gft', cleared_at: `${year ?? new Date().getFullYear()}-01-02T07:31:00+01:00` },
]

/** Starts a server for an employee with these roles. Returns its URL and the calls that it has received. */
export async function serveSpecification(roles: string[]) {
  const received: Received[] = []
  const replies: Record<string, (body: Record<string, unknown>, year: string | null) => unknown> = {
    'POST /api/auth/refresh': () => ({ access_token: 'renewed' }),
    'POST /api/v1/counter/user/auth/login': () => ({ access_token: 'first' }),
    'POST /api/v1/counter/user/auth/logout': () => null,
    'GET /api/v1/user/auth/user': () => fieldsOf(exampleReply(showEmployee), 'email'),
    'GET /api/v1/counter/meta': () => ({ user: { roles }, municipalities, ...choices }),
    'POST /api/v1/counter/addresses/search': () => [address, { ...address, alias: 'other', house_number: 130 }],
    'GET /api/v1/counter/addresses/municipalities': () => municipalities,
    'GET /api/v1/counter/addresses/k7m2px9q4t': () => address,
    'GET /api/v1/counter/addresses/k7m2px9q4t/equipment': () => equipment(listAddressEquipment),
    'GET /api/v1/counter/addresses/k7m2px9q4t/clearances': (_, year) => cleared(year),
    'POST /api/v1/counter/collection-system/search': () => [system, { ...system, alias: 'other', house_number: 130 }],
    'GET /api/v1/counter/collection-system/meta': () => choices,
    'GET /api/v1/counter/collection-system/s3v8n2c6wd': () => system,
    'GET /api/v1/counter/collection-system/s3v8n2c6wd/equipment': () => equipment(listCollectionSystemEquipment),
    'GET /api/v1/counter/collection-system/s3v8n2c6wd/clearances': (_, year) => cleared(year),
    'POST /api/v1/counter/services/search': () => fieldsOf(exampleReply(findResident), 'environmental_pass_number'),
    'POST /api/v1/counter/services/register': ({ rolls }) => ({ rolls }),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (!pathname.startsWith('/api/')) {
      const file = await readFile(join(portal, pathname)).catch(() => readFile(join(portal, 'index.html')))
      return response.setHeader('content-type', types[extname(pathname)] ?? 'text/html').end(file)
    }
    const text = (await request.toArray()).join('')
    const body = text === '' ? undefined : JSON.parse(text)
    const call = `${request.method} ${pathname}`
    const { accept, authorization, cookie } = request.headers
    received.push({ call: `${request.method} ${request.url}`, body, accept, authorization })
    const end = (status: number, json?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(json && JSON.stringify(json))
    if (body?.password === 'onjuist') return end(422, { message: 'Klopt niet', errors: { password: ['Onbekend'] } })
    if (call.endsWith('/login')) response.setHeader('set-cookie', 'auth.loket=here; Path=/')
    else if (!authorization && !cookie?.includes('auth.loket=here')) return end(401, { message: 'Log in', errors: {} })
    const data = replies[call]?.(body, searchParams.get('year'))
    if (data === undefined) return end(404, { message: 'Deze aanroep is er niet', errors: {} })
    return data === null ? end(204) : end(200, { data })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, close: () => server.close() }
}
