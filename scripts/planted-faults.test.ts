import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedFaults } from './planted-faults.ts'
import { root } from './run.ts'

test('the text that a planted fault replaces is in its file exactly once', () => {
  const outdated = plantedFaults.filter(
    ({ file, right }) => readFileSync(join(root, file), 'utf8').split(right).length !== 2,
  )
  expect(outdated.map(({ id, file, right }) => `${id}: ${file}: ${right}`)).toEqual([])
})
