import argon2 from '@node-rs/argon2'
import { changePassword, parseInput } from '@rd4-loket/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

const verify = vi.spyOn(argon2, 'verify')
afterEach(() => void verify.mockReset())
afterAll(() => verify.mockRestore())

test('hashes a password by argon2id with 19 MiB, two passes and a random salt', async () => {
  const hash = await hashPassword('een lang wachtwoord')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashPassword('een lang wachtwoord')).not.toBe(hash)
  expect(await verifyPassword(hash, 'een lang wachtwoord')).toBe(true)
  expect(await verifyPassword(hash, 'Een lang wachtwoord')).toBe(false)
})

test('accepts a password when its accents are composed (NFC) and when they are decomposed (NFD)', async () => {
  const hash = await hashPassword('één café in Mheer')
  expect(await verifyPassword(hash, 'één café in Mheer'.normalize('NFD'))).toBe(true)
})

const long = 'é'.repeat(199)
test.each([
  ['een lang wachtwoord ', 'een lang wachtwoord'],
  ['<b>& een "wachtwoord"</b>', '<b>&amp; een "wachtwoord"</b>'],
  [`${long}a`, `${long}b`],
])('rejects a password that differs from %s in one character', async (password, almost) => {
  const hash = await hashPassword(password)
  expect(await verifyPassword(hash, password)).toBe(true)
  expect(await verifyPassword(hash, almost)).toBe(false)
})

test.each([
  'geen hoofdletter of cijfer',
  '2718 2818 2845 9045',
  '   spaties eromheen   ',
  '密码密码密码密码密码密码密码密码',
  long,
])('accepts the unchanged password %s, without rules for the kinds of characters', (password) => {
  const { value } = parseInput(changePassword.body, { current_password: 'x', password })
  expect(value?.password).toBe(password)
})

test('verifies no more passwords at a time than the limit of the queue, and finishes all verifications', async () => {
  const hash = await hashPassword('een lang wachtwoord')
  let busy = 0
  let most = 0
  const ends: (() => void)[] = []
  verify.mockImplementation(async () => {
    busy += 1
    most = Math.max(most, busy)
    await new Promise<void>((end) => ends.push(end))
    busy -= 1
    return true
  })
  let checked = 0
  const checks = Array.from({ length: 12 }, () => verifyPassword(hash, 'x').then(() => (checked += 1)))
  while (checked < 12) {
    await new Promise((resolve) => setTimeout(resolve))
    for (const end of ends.splice(0)) end()
  }
  await Promise.all(checks)
  expect(most).toBe(queueLimits.passwordHash.maxPerCaller)
})
