import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { euroText, showBill } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { typeCommandLine } from '../test/commands.ts'
import { testServer } from '../test/server.ts'
import { rowOf } from '../test/test-database.ts'
import { commands } from './command-table.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(`${root}docs/first-municipality.md`, 'utf8')

/** The arguments of each command of the page, with the absolute paths of its files. */
const typedCommands = [...page.matchAll(/^npm run loket -- (.*)$/gm)].map(([, line = '']) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) =>
    (quoted ?? word).replace(/^docs\//, `${root}docs/`),
  ),
)

test('the page of the first municipality leads from an empty database to the bill that it computes by hand', async () => {
  const { db, call } = await testServer()
  for (const argv of typedCommands) {
    const outcome = await typeCommandLine(commands, argv, db)
    expect(outcome, argv.join(' ')).toMatchObject({ code: 0 })
    expect(outcome.out).not.toMatch(/afgekeurd +[1-9]|quarantaine +[1-9]|nog geen objectcode|niet gebruikt/)
  }
  // The file of days ends in 2026.
  const setup = await typeCommandLine(commands, ['check', 'setup', '--municipality', 'Vaals'], db)
  const parts = setup.out + setup.err
  expect(parts).toMatch(/Ophaaldagen/)
  expect(parts).not.toMatch(/Ophaaldagen +\d+ +tot en met 2027/)
  const { alias } = await rowOf<{ alias: string }>(db, sql`select alias from address where object_code = 'V900002'`)
  const bill = await call('bsgw', showBill, { params: { alias }, query: { year: '2025' } })
  const lines = bill.periods.flatMap(({ lines }) =>
    lines.map((line) => [line.count, line.unit_cents, line.amount_cents]),
  )
  expect(lines).toEqual([
    [7, 850, 7 * 850],
    [4, 275, 4 * 275],
    [1, 18_000, 18_000],
  ])
  expect(bill.totals.amount_cents).toBe(18_000 + 7 * 850 + 4 * 275)
  const total = euroText(25_050).replaceAll('\u00a0', ' ')
  expect(page).toContain(`**${total}**`)
  expect(bill.periods.map(({ assessment }) => assessment?.amount_cents)).toEqual([25_050])
  // The lifts were imported after the day of the bill, which contains them.
  expect(bill.clearances.filter(({ is_late }) => is_late)).toEqual([])
  expect(bill.spoken.full).not.toMatch(/geleverd|andere tarieven/)
  expect(bill.spoken.full.replaceAll('\u00a0', ' ')).toContain(total)
})

test.each(commands.filter(({ name }) => name.startsWith('import ') && name !== 'import bag'))(
  "'$name --example' prints a file that the page imports",
  async ({ name, sample = 'none' }) => {
    const { code, out } = await typeCommandLine(commands, [...name.split(' '), '--example'])
    expect({ code, out }).toEqual({ code: 0, out: readFileSync(`${root}docs/samples/${sample}`, 'utf8').trimEnd() })
    expect(typedCommands.some((argv) => argv.includes(`${root}docs/samples/${sample}`))).toBe(true)
  },
)
