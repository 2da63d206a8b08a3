import { expect, test } from 'vitest'
import { attachmentHeader } from './downloads.ts'

test.each([
  ['dossier 2025.pdf', 'dossier 2025.pdf', 'dossier%202025.pdf'],
  ['Wieënweg 1.pdf', 'Wieenweg 1.pdf', 'Wie%C3%ABnweg%201.pdf'],
  ['a"b\\c/d.pdf', 'a_b_c_d.pdf', 'a%22b_c_d.pdf'],
  ["'s-Gravenweg (1).csv", "'s-Gravenweg (1).csv", '%27s-Gravenweg%20%281%29.csv'],
  ['a*b.pdf', 'a*b.pdf', 'a%2Ab.pdf'],
  ['a\r\nset-cookie: b.pdf', 'a__set-cookie: b.pdf', 'a%0D%0Aset-cookie%3A%20b.pdf'],
  ['日\ud800.pdf', '__.pdf', '%E6%97%A5%EF%BF%BD.pdf'],
])('the header has the file name %j in ASCII, and percent-encoded in UTF-8', (name, ascii, encoded) => {
  expect(attachmentHeader(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`)
})
