import { expect, test } from 'vitest'
import { hasLeaked } from './leaked-passwords.ts'

test.each([
  '1qaz2wsx3edc4rfv',
  'Welkom-1234567890',
  'Wachtwoord2026!!!',
  'wachtwoordwachtwoord',
  'Welkom1Welkom1Welkom1',
  'aaaaaaaaaaaaaaaaaaaa',
  '123456789012345',
  '987654321098765',
  'abcdefghijklmnopq',
  'QwertyuiopAsdfgh',
  'abcabcabcabcabcabc',
  'Rd4-Loket-2026-2026',
  'Heerlen6411Heerlen6411',
])('recognises %s as a leaked password', (password) => {
  expect(hasLeaked(password)).toBe(true)
})

test.each([
  'mijn fiets is groen',
  'Loket-demo-2026!',
  'vier grijze bakken op zondag',
  'correct horse battery staple',
  'kx7-mm2p-qqw9-41zt',
])('does not recognise %s as a leaked password', (password) => {
  expect(hasLeaked(password)).toBe(false)
})
