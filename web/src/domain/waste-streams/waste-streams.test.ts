import { contrast, WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { streamColours } from './stream-colours.ts'

test('S1.7 there are ten waste streams, each with its own name and colour', () => {
  expect([...WasteStream.options].sort()).toEqual(
    [
      'residual_waste',
      'gft',
      'paper',
      'pruning_waste',
      'pmd',
      'best_bag',
      'christmas_trees',
      'glass',
      'diaper',
      'textile',
    ].sort(),
  )
  const backgrounds = WasteStream.options.map((stream) => streamColours[stream].background)
  expect(new Set(backgrounds).size).toBe(10)
  expect(new Set(Object.values(wasteStreamNames)).size).toBe(10)
})

test.each(WasteStream.options)('S1.7 text on the colour of %s has a contrast of at least 4.5:1', (stream) => {
  const { background, text } = streamColours[stream]
  expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
})
