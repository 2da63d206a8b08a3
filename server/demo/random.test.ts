import { expect, test } from 'vitest'
import { makeRandom, opaque } from './random.ts'

test('returns the same values for the same subject, and other values for another subject', () => {
  const values = (...subject: (string | number)[]) => {
    const random = makeRandom(...subject)
    return Array.from({ length: 5 }, random.next)
  }
  expect(values('streets', 917)).toEqual(values('streets', 917))
  expect(values('streets', 917)).not.toEqual(values('streets', 928))
})

test('returns a different alias for each number, which does not reveal the number', () => {
  const aliases = Array.from({ length: 200_000 }, (_, id) => opaque(id + 1, 'address'))
  expect(new Set(aliases).size).toBe(aliases.length)
  for (const alias of aliases.slice(0, 1000)) expect(alias).toMatch(/^[0-9a-f]{16}$/)
  expect(aliases.slice(0, 1000)).not.toEqual(aliases.slice(0, 1000).sort())
  expect(opaque(1, 'address')).not.toBe(opaque(1, 'site'))
})
