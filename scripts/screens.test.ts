import { expect, test } from 'vitest'
import { states } from '../e2e/screens/states.ts'
import { screenPaths } from '../web/screen-paths.ts'

test('every screen is looked at in at least one state, and nothing is that is no screen', () => {
  const looked = new Set(states.map(({ screen }) => screen))
  expect([...looked].sort()).toEqual(screenPaths().sort())
})

test('no two states of a screen have the same name, so that each keeps its own picture', () => {
  const names = states.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})
