import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DossierFormat, makeDossier, purposeHeader } from '@rd4-loket/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { CommandError, UsageError } from '../platform/runtime/command.ts'
import { runCommand } from '../test/commands.ts'
import { insertAddress, insertClearances, insertOccupancy, insertRow } from '../test/make.ts'
import { testServer } from '../test/server.ts'
import { verifyDossier } from './verify-dossier.ts'

const { db, send } = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-dossier-'))
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function store(bytes: Buffer) {
  files += 1
  const path = join(folder, String(files))
  await writeFile(path, bytes)
  return path
}

async function makeFile(alias: string, format: DossierFormat, purpose = 'aanslag_vraag') {
  const { rawPayload } = await send(
    'bsgw',
    makeDossier,
    { params: { alias }, query: { year: '2025', format } },
    { [purposeHeader]: purpose },
  )
  return rawPayload
}

/** Returns the output of the command and its exit code. */
async function verify(bytes: Buffer) {
  try {
    return { code: 0, text: await runCommand(verifyDossier, db, [await store(bytes)]) }
  } catch (error) {
    if (error instanceof CommandError) return { code: 1, text: error.message }
    if (error instanceof UsageError) return { code: 2, text: error.message }
    throw error
  }
}

async function insertHousehold(alias: string, house_number: number) {
  const { id: address_id } = await insertAddress(db, { alias, house_number, object_code: `09170000${house_number}` })
  await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-02-28' })
  await insertOccupancy(db, { address_id, first_day: '2025-03-01', household_size: 2 })
  const ids = await insertClearances(db, ['2025-02-03T09:00:00Z', '2025-04-03T09:00:00Z', '2025-05-03T09:00:00Z'], {
    address_id,
  })
  return { address_id, ids }
}

describe('loket verify dossier', () => {
  beforeAll(() => insertHousehold('same', 10))

  test.each(['pdf', 'csv', 'json'] as const)('confirms a %s whose facts have not changed', async (format) => {
    expect(await verify(await makeFile('same', format))).toEqual({
      code: 0,
      text: [
        'Dit dossier klopt met de gegevens van nu.',
        'Adres: Akerstraat 10, 6411 CD Heerlen (objectcode 0917000010), jaar 2025.',
        'Dit dossier gaat alleen over het huishouden dat nu op dit adres woont. Over 1 periode in 2025 woonde hier een ander huishouden. Die ledigingen en bedragen staan niet in dit dossier.',
      ].join('\n'),
    })
  })

  test('compares a dossier of all households with the facts of all households', async () => {
    const { code, text } = await verify(await makeFile('same', 'pdf', 'aanslag_bezwaar'))
    expect(code).toBe(0)
    expect(text).toContain('Dit dossier gaat over alle huishoudens die in 2025 op dit adres woonden.')
  })

  test('ignores a change of another year, and of a household that the dossier hides', async () => {
    const { address_id } = await insertHousehold('hidden', 11)
    const file = await makeFile('hidden', 'json')
    await insertClearances(db, ['2024-04-03T09:00:00Z', '2025-01-03T09:00:00Z'], { address_id })
    expect((await verify(file)).code).toBe(0)
  })

  test.each(['pdf', 'csv', 'json'] as const)(
    'for a %s, states the old and the current numbers when lifts, amounts and objections have changed',
    async (format) => {
      const house_number = { pdf: 20, csv: 21, json: 22 }[format]
      const { address_id, ids } = await insertHousehold(format, house_number)
      const file = await makeFile(format, format)
      await insertClearances(db, ['2025-06-03T09:00:00Z'], { address_id, amount_cents: 1000 })
      const { rows } = await sql<{ id: number }>`select min(id) as id from employee`.execute(db)
      await insertRow(db, 'clearance_objection', {
        clearance_id: ids[1],
        cleared_at: '2025-04-03T09:00:00Z',
        address_id,
        reason: 'duplicate',
        note: '',
        filed_by: rows[0]?.id,
      })
      const { code, text } = await verify(file)
      expect(code).toBe(1)
      expect(text).toContain('De feiten zijn sindsdien gewijzigd. Het bestand zelf is niet gewijzigd.')
      expect(text.replaceAll('\u00a0', ' ')).toContain(`  ledigingen: 2, nu 3
  bedrag: € 12,90, nu € 22,90
  bezwaren: 0, nu 1
  gewijzigd: het bedrag, de berekening of de opgelegde aanslag, de ledigingen, de bezwaren`)
    },
  )

  test('names the changed part of the facts when all numbers are the same', async () => {
    const { address_id } = await insertHousehold('retyped', 30)
    const file = await makeFile('retyped', 'csv')
    await sql`update address set object_code = '0917999999' where id = ${address_id}`.execute(db)
    expect(await verify(file)).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /ledigingen: nog steeds 2\n.*\n {2}bezwaren: nog steeds 0\n {2}gewijzigd: het adres$/,
      ),
    })
  })

  test('detects that a file was edited, even when the facts have changed', async () => {
    const { address_id } = await insertHousehold('edited', 31)
    const csv = (await makeFile('edited', 'csv')).toString().replace('12,90', '10,00')
    const changed = {
      code: 1,
      text: 'Dit bestand is gewijzigd nadat het is gemaakt, of een ander portaal heeft het gemaakt.',
    }
    expect(await verify(Buffer.from(csv))).toEqual(changed)
    await insertClearances(db, ['2025-06-03T09:00:00Z'], { address_id })
    expect(await verify(Buffer.from(csv))).toEqual(changed)
  })

  test('reports a file that is no dossier, and wrong usage, with exit code 2', async () => {
    expect(await verify(Buffer.from('iets anders'))).toEqual({ code: 2, text: 'Dit is geen dossier.' })
    await expect(runCommand(verifyDossier, db, [])).rejects.toThrow(UsageError)
    await expect(runCommand(verifyDossier, db, ['a', 'b'])).rejects.toThrow(UsageError)
  })

  test('reports an address that no longer exists', async () => {
    const { address_id } = await insertHousehold('gone', 32)
    const file = await makeFile('gone', 'json')
    await sql`update address set alias = 'renamed' where id = ${address_id}`.execute(db)
    expect(await verify(file)).toEqual({
      code: 1,
      text: 'Dit bestand is niet gewijzigd, maar het adres van dit dossier bestaat niet meer.',
    })
  })
})
