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

test.each(
  screens.filter(({ access }) => access !== 'everyone').map(({ path, middleware }) => [path, middleware] as const),
)('S4.5 before %s is shown, the session and the locale are checked', (_, middleware) => {
  expect(middleware).toEqual(['auth', 'locale'])
})

test.each(
  screens.filter(({ access }) => access === 'everyone').map(({ path, middleware }) => [path, middleware] as const),
)('S4.5 before %s is shown to anybody, the locale is checked', (_, middleware) => {
  expect(middleware).toContain('locale')
})

test('S8.2 the build lists the path of every screen, and no other path', () => {
  expect(screenPaths()).toEqual(screens.map(({ path }) => path))
})
