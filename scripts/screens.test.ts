import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptFile } from '../e2e/screens/state.ts'
import { states } from '../e2e/screens/states.ts'
import { screenPaths } from '../web/screen-paths.ts'
import { root } from './run.ts'

test('the catalogue of states has every screen, and no other', () => {
  const screens = new Set(states.map(({ screen }) => screen))
  expect([...screens].sort()).toEqual(screenPaths().sort())
})

test('the states of a screen have different names, so that each has its own picture', () => {
  const names = states.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})

test('every screen has one main state, which has its transcript', () => {
  const mainStates = states.filter(({ main }) => main)
  expect(mainStates.map(({ screen }) => screen).sort()).toEqual(screenPaths().sort())
  const files = readdirSync(join(root, 'e2e/screens/transcripts'))
  expect(files.sort()).toEqual(mainStates.map(transcriptFile).sort())
})
