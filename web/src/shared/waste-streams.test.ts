import { WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { streamColours } from './waste-streams.ts'

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('S1.7 gives each waste stream a name and a colour of its own', () => {
  const grounds = WasteStream.options.map((stream) => streamColours[stream].ground)
  expect(new Set(grounds).size).toBe(10)
  expect(new Set(Object.values(wasteStreamNames)).size).toBe(10)
})

test.each(WasteStream.options)('S1.7 keeps text on the colour of %s readable', (stream) => {
  const { ground, text } = streamColours[stream]
  const [light = 0, dark = 0] = [luminance(ground), luminance(text)].sort((a, b) => b - a)
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
})
