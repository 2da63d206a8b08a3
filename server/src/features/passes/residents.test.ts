import { expect, test } from 'vitest'
import { maskedName } from './residents.ts'

test.each([
  ['J. van den Berg', 'J. v. d. B•••'],
  ['P. Janssen', 'P. J•••'],
  ['J.P. de Boer', 'J.P. d. B•••'],
  ['Jan Willem Jansen', 'J. W. J•••'],
  ["M. in 't Veld", 'M. i. t. V•••'],
  ['A. Smeets-van der Linden', 'A. S. d. L•••'],
  ['Élodie Özdemir', 'É. Ö•••'],
  ['  Jansen ', 'J•••'],
  ['', '•••'],
])('masks %s as %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})
