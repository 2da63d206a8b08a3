import { expect, test } from 'vitest'
import { clearanceCategoryNames } from './clearances.ts'

test('S3.11 the parts of the bill have the labels of the specification', () => {
  expect(clearanceCategoryNames).toEqual({
    containers: 'Containers',
    locations: 'Ondergrondse containers',
    waste_depot: 'Grondstoffenparkbezoeken',
    gft: 'GFT',
    rest: 'Restafval',
  })
})
