import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'
import { root } from './run.ts'

test.each(plantedFaults)('$file contains once the text that the fault of $id replaces: $fault', ({ file, right }) => {
  expect(readFileSync(join(root, file), 'utf8').split(right)).toHaveLength(2)
})

test.each(plantedFaults)('$test has $id in a title, so a test can fail on the fault: $fault', ({ id, test: file }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(id)
})
