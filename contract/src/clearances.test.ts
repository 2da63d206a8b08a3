import { expect, test } from 'vitest'
import { clearanceCategoryNames } from './clearances.ts'

test('S3.11 names the parts of the bill in the words of the listing', () => {
  expect(clearanceCategoryNames).toEqual({
    containers: 'Containers',
    locations: 'Ondergrondse containers',
    waste_depot: 'Grondstoffenparkbezoeken',
    gft: 'GFT',
    rest: 'Restafval',
  })
})
