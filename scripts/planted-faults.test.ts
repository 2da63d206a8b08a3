import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'
import { root } from './run.ts'

test.each(plantedFaults)('$file contains once the text that the fault of $id replaces: $fault', ({ file, right }) => {
  expect(readFileSync(join(root, file), 'utf8').split(right)).toHaveLength(2)
})
