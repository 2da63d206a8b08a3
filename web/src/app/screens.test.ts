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

test('S7.15 screens beyond the specification are marked as extra, except the accessibility statement', () => {
  const extra = screens.map(({ path }) => path).filter((path) => !specified.includes(path))
  const marked = screens.filter(({ isExtra }) => isExtra).map(({ path }) => path)
  expect([...marked, '/toegankelijkheid'].sort()).toEqual(extra.sort())
})

test('S8.2 the build lists the path of every screen, and no other path', () => {
  expect(screenPaths()).toEqual(screens.map(({ path }) => path))
})
