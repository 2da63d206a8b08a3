import { expect, test } from 'vitest'
import { hasLeaked, isMadeOfKnownWords } from './leaked-passwords.ts'

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
])('recognises %s as a leaked password', (password) => {
  expect(hasLeaked(password)).toBe(true)
})

test.each([
  'mijn fiets is groen',
  'Loket-demo-2026!',
  'vier grijze bakken op zondag',
  'correct horse battery staple',
  'kx7-mm2p-qqw9-41zt',
])('the list of leaked passwords does not recognise %s as a leaked password', (password) => {
  expect(hasLeaked(password)).toBe(false)
})

const names = ['jan.de.bruin@heerlen.example', 'Jan de Bruin', 'Heerlen', 'Valkenburg aan de Geul']
test.each([
  'Rd4-Loket-2026-2026',
  'Heerlen6411Heerlen6411',
  'valkenburg-milieupas',
  'De Bruin, gemeente Heerlen',
  'beheerder welkom 2026',
])('recognises that %s is made of known words', (password) => {
  expect(isMadeOfKnownWords(password, names)).toBe(true)
})

test.each(['mijn fiets in Heerlen is groen', 'vier grijze bakken op zondag', 'kx7-mm2p-qqw9-41zt', '123456789012345'])(
  'the list of leaked passwords does not recognise %s as made of known words',
  (password) => {
    expect(isMadeOfKnownWords(password, names)).toBe(false)
  },
)
