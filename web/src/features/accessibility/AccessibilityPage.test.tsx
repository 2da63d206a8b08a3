import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bsgw } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

test('shows visitors the accessibility statement', async () => {
  await openPage('/toegankelijkheid')
  expect(screen.getByRole('heading', { level: 1, name: 'Toegankelijkheid' })).toBeVisible()
  expect(screen.getByText('eerste maatregelen genomen')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Wat voldoet nog niet, of is nog niet bekend?' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Inloggen' })).toBeVisible()
  expect(document.title).toBe('Toegankelijkheid - Rd4 Loket')
})

test.each([
  ['/login', undefined],
  ['/dashboard', bsgw],
])('the footer of %s links to the accessibility statement', async (path, as) => {
  const { user } = await openPage(path, { as })
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Toegankelijkheid' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Toegankelijkheid' })).toBeVisible()
})
