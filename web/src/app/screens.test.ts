import { expect, test } from 'vitest'
import { screenPaths } from '../../screen-paths.ts'
import { screens } from './screens.tsx'

const specified = [
  '/',
  '/login',
  '/account/wachtwoord-vergeten',
  '/account/wachtwoord/resetten',
  '/change-password',
  '/dashboard',
  '/address',
  '/address/$alias',
  '/collection-system',
  '/collection-system/$alias',
  '/calendar',
  '/services-and-settings',
]

test.each(specified)('S2.1 the portal has the route %s', (path) => {
  expect(screens.map((screen) => screen.path)).toContain(path)
})

test('S7.15 only the screens of the specification, and the accessibility statement, need no other calls', () => {
  const marked = screens.flatMap((screen) => (screen.specified ? screen.path : []))
  expect(marked.sort()).toEqual([...specified, '/toegankelijkheid'].sort())
})

test('S8.2 the build lists the path of every screen, and no other path', () => {
  expect(screenPaths()).toEqual(screens.map(({ path }) => path))
})
