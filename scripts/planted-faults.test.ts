import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'
import { root } from './run.ts'

test.each(plantedFaults)('$file contains once the text that the fault of $id replaces: $fault', ({ file, right }) => {
  expect(readFileSync(join(root, file), 'utf8').split(right)).toHaveLength(2)
})

/** The start of a line that can have the title of a test: the call, the end of its table, or only the title. */
const titleStart = /^\s*(?:test|describe|['"`]|\].*\)\()/

test.each(plantedFaults)('$test has $id in a title, so a test can fail on the fault: $fault', ({ id, test: file }) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  expect(lines.some((line) => titleStart.test(line) && line.includes(id))).toBe(true)
})
