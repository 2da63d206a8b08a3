import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bsgw } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

test('opens from the menu of the user, and has a link to change the password', async () => {
  const { user } = await openPage('/dashboard', { as: bsgw })
  const header = screen.getByRole('banner')
  await user.click(within(header).getByText('Beveiliging'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Beveiliging' })).toBeVisible()
  const panel = screen.getByRole('region', { name: 'Wachtwoord' })
  expect(within(panel).getByRole('link')).toHaveAttribute('href', '/change-password')
})
