import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptFile } from '../e2e/screens/state.ts'
import { states } from '../e2e/screens/states.ts'
import { screenPaths } from '../web/screen-paths.ts'
import { root } from './run.ts'

test('each screen of the portal has one main state with a transcript, and states with different names', () => {
  const mainStates = states.filter(({ main }) => main)
  expect(mainStates.map(({ screen }) => screen).sort()).toEqual(screenPaths().sort())
  expect(states.filter(({ screen }) => !screenPaths().includes(screen))).toEqual([])
  const files = readdirSync(join(root, 'e2e/screens/transcripts'))
  expect(files.sort()).toEqual(mainStates.map(transcriptFile).sort())
  const names = states.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})
