import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import {
  exportAddressClearances,
  exportAddresses,
  exportCollectionSystemClearances,
  exportCollectionSystems,
  exportConnectedAddresses,
  exportRollIssues,
  fullPath,
  listFileTypes,
} from '@rd4-loket/contract'
import { parse } from 'csv-parse/sync'
import readSheets from 'read-excel-file/node'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  insertAddress,
  insertClearances,
  insertCollectionSystem,
  insertContainer,
  insertPass,
  insertRow,
} from '../../test/make.ts'
import { logInAs, testServer } from '../../test/server.ts'
import { rowOf } from '../../test/test-database.ts'
import { sql } from '../database/sql.ts'
import { today } from '../runtime/days.ts'
import { fileRowsPerQuery, pagesOf } from './list-files.ts'

const { app, db, send, tokenOf, tokens } = await testServer()
const listening = app.listen({ host: '127.0.0.1', port: 0 })

/** Inserts a street with this number of addresses, and returns the first address. */
async function insertStreet(street: string, addresses: number, object_code: string) {
  const first = await insertAddress(db, { street, house_number: 1, object_code })
  await sql`
    insert into address (street_id, house_number, postal_code)
    select street_id, number, '6411CD' from address, generate_series(2, ${addresses}::int) as number
    where address.id = ${first.id}`.execute(db)
  return first
}
// More addresses than one query reads.
const many = 5 * fileRowsPerQuery
const { alias, id: address_id } = await insertStreet('Lange Lijst', many, '0045')
// More addresses than the buffers between the server and a browser can hold.
const endless = 50_000
await insertStreet(`Eindeloze ${'brede '.repeat(10)}laan`, endless, '0046')

const addressHeadings = ['Straat', 'Huisnummer', 'Toevoeging', 'Postcode', 'Plaats', 'Gemeente', 'Objectcode']
const cellsOfFirst = ['Lange Lijst', '1', '', '6411 CD', 'Heerlen', 'Heerlen', '="0045"']

const rowsIn = (text: string): Record<string, string>[] => parse(text, { delimiter: ';', bom: true, columns: true })

/** Returns the lines of a CSV file as cells. */
const linesIn = (text: string): string[][] =>
  parse(text, { delimiter: ';', bom: true, relax_column_count: true, skip_empty_lines: true })
const attachment = (name: string, encoded: string) => `attachment; filename="${name}"; filename*=UTF-8''${encoded}`
type ExportEvent = { object_kind: string; object_key: string; result_count: number }
const loggedExports = async () =>
  (
    await sql<ExportEvent>`
      select object_kind, object_key, result_count from audit_event where action = 'export' order by position desc`.execute(
      db,
    )
  ).rows

describe('a list file', () => {
  test('contains every row once and in order, when CSV is requested', async () => {
    const { statusCode, headers, body } = await send('bsgw', exportAddresses, { body: { street: 'Lange Lijst' } })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(attachment(`adressen ${today()}.csv`, `adressen%20${today()}.csv`))
    const rows = rowsIn(body)
    expect(rows.map(({ Huisnummer }) => Number(Huisnummer))).toEqual(Array.from({ length: many }, (_, at) => at + 1))
    expect(rows[0]).toEqual({
      Straat: 'Lange Lijst',
      Huisnummer: '1',
      Toevoeging: '',
      Postcode: '6411 CD',
      Plaats: 'Heerlen',
      Gemeente: 'Heerlen',
      Objectcode: '="0045"',
    })
    expect(await loggedExports()).toMatchObject([{ object_kind: 'list', object_key: 'adressen', result_count: many }])
  })

  test('contains every row once and in order, when an Excel sheet is requested', async () => {
    const body = { street: 'Lange Lijst' }
    const { headers, rawPayload } = await send('bsgw', exportAddresses, { body }, { accept: listFileTypes.xlsx })
    expect(headers['content-type']).toBe(listFileTypes.xlsx)
    expect(headers['content-disposition']).toBe(attachment(`adressen ${today()}.xlsx`, `adressen%20${today()}.xlsx`))
    const [sheet] = await readSheets(rawPayload)
    expect(sheet?.sheet).toBe('Adressen')
    const [heading, first, ...others] = sheet?.data ?? []
    expect(heading).toEqual(addressHeadings)
    expect(first).toEqual(['Lange Lijst', 1, null, '6411 CD', 'Heerlen', 'Heerlen', '0045'])
    expect(others.map((cells) => cells[1])).toEqual(Array.from({ length: many - 1 }, (_, at) => at + 2))
    expect((await loggedExports())[0]).toMatchObject({ object_key: 'adressen', result_count: many })
  })

  test('is rejected with 422 for invalid criteria, and with 403 for an employee who may not see the list', async () => {
    const response = await send('bsgw', exportAddresses, { body: {} })
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toEqual({ criteria: ['Vul ten minste één veld in om te zoeken'] })
    expect((await send('municipal', exportAddresses, { body: { street: 'Lange Lijst' } })).statusCode).toBe(403)
    expect((await send('bsgw', exportRollIssues, { body: { from: today(), to: today() } })).statusCode).toBe(403)
  })

  test('is logged with the number of sent rows and leaves the queue when the browser disconnects', async () => {
    const url = await listening
    const { id } = await rowOf(db, sql<{ id: number }>`select id from employee where email = 'bsgw@loket.example'`)
    const elsewhere = (await logInAs(db, tokens, id)).access_token
    const request = (signal?: AbortSignal, token = tokenOf.get('bsgw')) =>
      fetch(`${url}${fullPath(exportAddresses)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ street: 'Eindeloze' }),
        ...(signal && { signal }),
      })
    const before = (await loggedExports()).length
    const connection = new AbortController()
    const reader = (await request(connection.signal)).body?.getReader()
    await reader?.read()
    const second = await request(undefined, elsewhere)
    expect(second.status).toBe(503)
    expect(await second.json()).toMatchObject({ message: 'U exporteert al een lijst. Wacht tot die klaar is.' })
    connection.abort()
    await vi.waitFor(async () => expect((await loggedExports()).length).toBe(before + 1), 30_000)
    expect((await loggedExports())[0]?.result_count).toBeLessThan(endless)
    const again = await vi.waitFor(async () => {
      const response = await request()
      expect(response.status).toBe(200)
      return response
    }, 30_000)
    expect((await again.text()).trimEnd().split('\n')).toHaveLength(endless + 1)
  })
})

test('a list file is aborted and logged when the browser reads nothing for a minute', async () => {
  const { setTimeout } = ServerResponse.prototype
  const faster = vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
    this: ServerResponse,
    ms,
    whenSilent,
  ) {
    return setTimeout.call(this, ms / 100, whenSilent)
  })
  onTestFinished(() => faster.mockRestore())
  const before = (await loggedExports()).length
  const { hostname, port } = new URL(await listening)
  const body = JSON.stringify({ street: 'Eindeloze' })
  const socket = connect(Number(port), hostname).pause()
  onTestFinished(() => void socket.destroy())
  socket.write(
    [
      `POST ${fullPath(exportAddresses)} HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${tokenOf.get('bsgw')}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  await vi.waitFor(async () => expect((await loggedExports()).length).toBe(before + 1), 30_000)
  expect((await loggedExports())[0]?.result_count).toBeLessThan(endless)
})

describe('a page of a list file', () => {
  const pageAfter = vi.fn(async (cursor: string | null) => ({
    data: Array.from({ length: fileRowsPerQuery }, (_, at) => at),
    meta: { next: String(Number(cursor ?? 0) + 1) },
  }))
  const columns = [['Nummer', (row: number) => row]] as const
  const begin = async (maxRows: number, whenEnded = vi.fn(async (_rows: number) => {})) => {
    pageAfter.mockClear()
    return { whenEnded, cells: pagesOf({ columns, pageAfter }, { first: await pageAfter(null), maxRows, whenEnded }) }
  }

  test('is read only after the previous page was consumed', async () => {
    const { cells, whenEnded } = await begin(1_000_000)
    for (const read of [1, 2, 3]) {
      await cells.next()
      expect(pageAfter).toHaveBeenCalledTimes(read)
    }
    await cells.return(undefined)
    expect(whenEnded).toHaveBeenCalledExactlyOnceWith(3 * fileRowsPerQuery)
    expect(pageAfter).toHaveBeenCalledTimes(3)
  })

  test('ends with an error after the maximum number of rows', async () => {
    const { cells, whenEnded } = await begin(2500)
    const taken: unknown[] = []
    const take = async () => {
      for await (const page of cells) taken.push(...page)
    }
    await expect(take()).rejects.toThrow('more rows than a file holds')
    expect(taken).toHaveLength(2500)
    expect(whenEnded).toHaveBeenCalledExactlyOnceWith(2500)
  })

  test('ends with an error when the export cannot be logged', async () => {
    const { cells } = await begin(
      1_000_000,
      vi.fn(async () => {
        throw new Error('no log')
      }),
    )
    await cells.next()
    await expect(cells.return(undefined)).rejects.toThrow('no log')
  })
})

describe('list files', () => {
  let system = ''
  beforeAll(async () => {
    const { id: collection_system_id } = await insertCollectionSystem(db, { address_id, name: '=Aker' }, [address_id])
    const { alias: ofSystem } = await rowOf(db, sql<{ alias: string }>`select alias from collection_system`)
    system = ofSystem
    const own = await insertContainer(db, { address_id, number: '0101' })
    const shared = await insertContainer(db, { collection_system_id, number: 'OC 7', volume_litres: 5000 })
    const moments = ['2025-03-04T06:31:00Z', '2026-03-04T06:31:00Z']
    await insertClearances(db, moments, { address_id, container_id: own.id, weight_kg: 12.5, amount_cents: 650 })
    await insertRow(db, 'tariff', {
      municipality_id: 917,
      waste_type: 'residual_waste',
      kind: 'minicontainer',
      volume_litres: 140,
      amount_cents: 700,
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
    })
    // The supplier stated no amount, so the tariff applies.
    await insertClearances(db, ['2026-01-05T06:31:00Z'], { address_id, container_id: own.id, amount_cents: null })
    await insertClearances(db, moments, { address_id: null, container_id: shared.id, amount_cents: null })
    const { id: environmental_pass_id } = await insertPass(db, { address_id, number: '0101010007' })
    const { id: employee_id } = await rowOf(
      db,
      sql<{ id: number }>`select id from employee where email = 'municipal@loket.example'`,
    )
    await insertRow(db, 'roll_issue', { environmental_pass_id, employee_id, rolls: 2 })
  })

  test('of collection systems contain no formula in a name', async () => {
    const { body } = await send('bsgw', exportCollectionSystems, { body: { street: 'Lange Lijst' } })
    expect(linesIn(body)).toEqual([
      ['Verzamelsysteem', 'Soort', 'Afvalstromen', 'Aangesloten adressen', ...addressHeadings],
      ["'=Aker", 'Ondergrondse container', 'Restafval', '1', ...cellsOfFirst.slice(0, -1), ''],
    ])
  })

  const headings = ['Moment', 'Afvalstroom', 'Soort', 'Container', 'Volume (liter)', 'Gewicht (kg)', 'Bedrag (euro)']

  test('of the clearances of an address state its address, object code and year, and end with the totals', async () => {
    const { body, headers } = await send('bsgw', exportAddressClearances, {
      params: { alias },
      query: { year: '2026' },
    })
    expect(linesIn(body)).toEqual([
      ['Adres', 'Lange Lijst 1, 6411 CD Heerlen'],
      ['Objectcode', '="0045"'],
      ['Ledigingen van', '2026'],
      headings,
      ['2026-03-04 07:31', 'Restafval', 'Restafval', '="0101"', '140', '12,5', '6,50'],
      ['2026-01-05 07:31', 'Restafval', 'Restafval', '="0101"', '140', '', '7,00'],
      ['Samen: 2 ledigingen', '', '', '', '', '12,5', '13,50'],
    ])
    expect(headers).toMatchObject({
      'list-rows': '2',
      'content-disposition': attachment(
        'ledigingen 2026 Lange Lijst 1 0045.csv',
        'ledigingen%202026%20Lange%20Lijst%201%200045.csv',
      ),
    })
  })

  test('of the clearances of an address have amounts of two decimals, even in an Excel sheet', async () => {
    const { rawPayload, headers } = await send(
      'bsgw',
      exportAddressClearances,
      { params: { alias }, query: { year: '2026' } },
      { accept: listFileTypes.xlsx },
    )
    const [sheet] = await readSheets(rawPayload)
    expect(sheet?.data).toEqual([
      ['Adres', 'Lange Lijst 1, 6411 CD Heerlen', null, null, null, null, null],
      ['Objectcode', '0045', null, null, null, null, null],
      ['Ledigingen van', 2026, null, null, null, null, null],
      [null, null, null, null, null, null, null],
      headings,
      [expect.any(Date), 'Restafval', 'Restafval', '0101', 140, 12.5, 6.5],
      [expect.any(Date), 'Restafval', 'Restafval', '0101', 140, null, 7],
      ['Samen: 2 ledigingen', null, null, null, null, 12.5, 13.5],
    ])
    expect(headers).toMatchObject({ 'list-rows': '2' })
  })

  test('of the most recent clearances of an address have no totals', async () => {
    const { body } = await send('bsgw', exportAddressClearances, { params: { alias }, query: {} })
    expect(linesIn(body).map(([first]) => first)).toEqual([
      'Adres',
      'Objectcode',
      'Ledigingen van',
      'Moment',
      '2026-03-04 07:31',
      '2026-01-05 07:31',
      '2025-03-04 07:31',
    ])
  })

  test('of a collection system contain its name, and the moments at which its containers were emptied', async () => {
    const { body, headers } = await send('bsgw', exportCollectionSystemClearances, {
      params: { alias: system },
      query: { year: '2025' },
    })
    expect(linesIn(body)).toEqual([
      ['Verzamelsysteem', "'=Aker, Lange Lijst 1, 6411 CD Heerlen"],
      ['Objectcode', ''],
      ['Ledigingen van', '2025'],
      headings,
      ['2025-03-04 07:31', 'Restafval', 'Restafval', 'OC 7', '140', '', ''],
      ['Samen: 1 lediging', '', '', '', '', '', ''],
    ])
    expect(headers['content-disposition']).toContain('filename="ledigingen 2025 =Aker.csv"')
  })

  test('of a collection system contain the addresses that may use it', async () => {
    const { body } = await send('bsgw', exportConnectedAddresses, { params: { alias: system } })
    expect(linesIn(body)).toEqual([addressHeadings, cellsOfFirst])
  })

  test('S9.4 of roll issues state whether each issue was cancelled, and only the last four digits of its pass', async () => {
    const { body } = await send('municipal', exportRollIssues, { body: { from: today(), to: today() } })
    expect(linesIn(body)).toEqual([
      ['Moment', 'Rollen', 'Door', 'Einde pasnummer', 'Ongedaan gemaakt'],
      [expect.stringMatching(`^${today()} \\d\\d:\\d\\d$`), '2', 'Kim de Vries', '="0007"', 'Nee'],
    ])
    expect(body).not.toContain('0101010007')
  })
})
