import { expect, test } from 'vitest'
import { clearanceCategoryNames } from './clearances.ts'

test('S3.11 uses the words of the specification for the parts of the bill', () => {
  expect(clearanceCategoryNames).toEqual({
    containers: 'Containers',
    locations: 'Ondergrondse containers',
    waste_depot: 'Grondstoffenparkbezoeken',
    gft: 'GFT',
    rest: 'Restafval',
  })
})
