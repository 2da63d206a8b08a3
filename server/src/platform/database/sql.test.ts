import { expect, test } from 'vitest'
import { sql } from './sql.ts'

test('values become numbered parameters, also in the parts of a statement', () => {
  const inTown = sql`city = ${'Heerlen'}`
  expect(sql`select from street where ${inTown} and name = ${'Akerstraat'} and ${inTown}`.statement()).toEqual({
    text: 'select from street where city = $1 and name = $2 and city = $3',
    values: ['Heerlen', 'Akerstraat', 'Heerlen'],
  })
})

test('a list is joined by a comma or by another separator, and may be empty', () => {
  expect(sql`in (${sql.join([1, sql`now()`, 3])})`.statement()).toEqual({ text: 'in ($1, now(), $2)', values: [1, 3] })
  expect(sql.join([1, 2], sql` or `).statement().text).toBe('$1 or $2')
  expect(sql.join([]).statement()).toEqual({ text: '', values: [] })
})

test('an identifier and a literal are escaped, and raw text is not', () => {
  expect(sql`${sql.identifier('a"b', 'id')} = ${sql.literal("'s-Gravenweg")}`.statement()).toEqual({
    text: `"a""b"."id" = '''s-Gravenweg'`,
    values: [],
  })
  expect(sql`${sql.literal(25)}, ${sql.literal(false)}, ${sql.raw('a"b')}`.statement().text).toBe('25, false, a"b')
})
