import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptFile } from '../e2e/screens/state.ts'
import { states } from '../e2e/screens/states.ts'
import { screenPaths } from '../web/screen-paths.ts'
import { root } from './run.ts'

test('the catalogue of states contains every screen of the portal, and no unknown screen', () => {
  const screens = new Set(states.map(({ screen }) => screen))
  expect([...screens].sort()).toEqual(screenPaths().sort())
})

test('the states of a screen have different names, so that each picture has its own file name', () => {
  const names = states.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})

test('every screen has exactly one main state, and each main state has a transcript file', () => {
  const mainStates = states.filter(({ main }) => main)
  expect(mainStates.map(({ screen }) => screen).sort()).toEqual(screenPaths().sort())
  const files = readdirSync(join(root, 'e2e/screens/transcripts'))
  expect(files.sort()).toEqual(mainStates.map(transcriptFile).sort())
})
