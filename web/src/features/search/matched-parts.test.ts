import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

test.each([
  ['Akerstraat 118 b', 'akerstr 118b', '[Akerstr]aat [118] [b]'],
  ['Akerstraat 118 b', 'heerlen 11', 'Akerstraat [11]8 b'],
  ['6411 CD Heerlen', '6411cd heer', '[6411] [CD] [Heer]len'],
  ['Glück Auf', 'gluck', '[Glück] Auf'],
  ['Tweede Stationsstraat', 'straat', 'Tweede Stations[straat]'],
  ['Burgemeesterlaan', 'b', 'Burgemeesterlaan'],
  ['Akerstraat', '', 'Akerstraat'],
])('marks in %j the parts of %j', (text, typed, marked) => {
  const parts = matchedParts(text, typed)
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(marked)
})
