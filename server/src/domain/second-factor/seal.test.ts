import { expect, test } from 'vitest'
import { makeSeal } from './seal.ts'

const key = 'a session key of the tests, long enough'

test('decrypts a secret that an earlier version encrypted, so that an update locks no employee out', () => {
  const stored = Buffer.from('Na+xR8Q81c4G6Npbi86dj+YA8I2YUYHcwOxriFM8One/bObmhtLJxO+NwJI=', 'base64')
  expect(makeSeal(() => [key]).open(stored, 'totp of 7')).toBe('JBSWY3DPEHPK3PXP')
})

test('encrypts with the first key, and decrypts with every key', () => {
  const [old, both] = [makeSeal(() => [key]), makeSeal(() => ['the next session key of the tests', key])]
  const sealed = both.close('secret', 'owner')
  expect([both.open(sealed, 'owner'), old.open(sealed, 'owner')]).toEqual(['secret', undefined])
  expect(both.open(old.close('secret', 'owner'), 'owner')).toBe('secret')
  expect([both.isNewest(sealed, 'owner'), both.isNewest(old.close('secret', 'owner'), 'owner')]).toEqual([true, false])
})

test('decrypts no text of another owner, and no text with a changed byte', () => {
  const seal = makeSeal(() => [key])
  const sealed = seal.close('secret', 'owner')
  expect(seal.open(sealed, 'another owner')).toBeUndefined()
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(seal.open(changed, 'owner')).toBeUndefined()
  }
})
