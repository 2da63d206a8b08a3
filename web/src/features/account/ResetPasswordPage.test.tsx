import { resetPassword } from '@rd4-loket/contract'
import { configure, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openPage } from '../../test/open-page.tsx'

const link = '/account/wachtwoord/resetten#email=kim%2Bloket%40loket.example&token=geheim-token'
const field = () => screen.getByLabelText('Nieuw wachtwoord')

afterEach(() => configure({ reactStrictMode: false }))

test('S2.1 removes the token from the URL, stores it nowhere, and sends it with the new password', async () => {
  const { server, user, place } = await openPage(link)
  expect(place()).toBe('/account/wachtwoord/resetten')
  await user.type(field(), 'een heel mooie lange zin{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Uw wachtwoord is gewijzigd' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Naar inloggen' })).toHaveAttribute('href', '/login')
  expect(server.arrived(resetPassword)[0]?.body).toEqual({
    email: 'kim+loket@loket.example',
    token: 'geheim-token',
    password: 'een heel mooie lange zin',
  })
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('geheim-token')
})

test('keeps the e-mail address and token of the link when React mounts the page twice', async () => {
  configure({ reactStrictMode: true })
  const { server, user, place } = await openPage(link)
  expect(place()).toBe('/account/wachtwoord/resetten')
  await user.type(field(), 'een heel mooie lange zin{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Uw wachtwoord is gewijzigd' })).toBeVisible()
  expect(server.arrived(resetPassword)[0]?.body).toMatchObject({
    email: 'kim+loket@loket.example',
    token: 'geheim-token',
  })
})

test('S5.1 shows the minimum length of a password before and after submitting', async () => {
  const { server, user } = await openPage(link)
  expect(field()).toHaveAccessibleDescription(/Ten minste 15 tekens/)
  await user.type(field(), 'te kort{Enter}')
  expect(field()).toHaveAccessibleDescription(/Gebruik ten minste 15 tekens/)
  expect(server.arrived(resetPassword)).toEqual([])
})

test('shows while typing how many characters are missing, and never calls a long password strong', async () => {
  const { user } = await openPage(link)
  expect(screen.getByText('Nog 15 tekens')).toBeVisible()
  await user.type(field(), 'mijn fiets is ')
  expect(screen.getByText('Nog 1 teken')).toBeVisible()
  await user.type(field(), 'g')
  expect(screen.getByText('Lang genoeg')).toHaveRole('status')
  await user.type(field(), 'roen!')
  expect(screen.getByText('Ruim lang genoeg')).toHaveRole('status')
  expect(screen.queryByText('Sterk')).toBeNull()
})

test('sends a pasted password unchanged', async () => {
  const { server, user } = await openPage(link)
  await user.click(field())
  await user.paste(' een zin met spaties, “tekens” en één é ')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Uw wachtwoord is gewijzigd' })
  expect(server.arrived(resetPassword)[0]?.body).toMatchObject({ password: ' een zin met spaties, “tekens” en één é ' })
})

test('S8.1 shows that a link is used or expired, with a link to request another', async () => {
  const { server, user } = await openPage(link)
  server.fail(resetPassword, 422, 'Deze link werkt niet meer. Vraag een nieuwe aan.', {
    token: ['Deze link werkt niet meer'],
  })
  await user.type(field(), 'een heel mooie lange zin{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Deze link werkt niet meer' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Vraag een nieuwe link aan' })).toHaveAttribute(
    'href',
    '/account/wachtwoord-vergeten',
  )
})

test('S5.3 shows an error at the field when the server rejects a leaked password', async () => {
  const { server, user } = await openPage(link)
  server.fail(resetPassword, 422, 'Niet alles is goed ingevuld', { password: ['Dit wachtwoord staat op een lijst.'] })
  await user.type(field(), 'een heel mooie lange zin{Enter}')
  expect(await screen.findByRole('link', { name: /Dit wachtwoord staat op een lijst.$/ })).toBeVisible()
  expect(field()).toBeInvalid()
})

test('shows that a link without its fragment is incomplete', async () => {
  await openPage('/account/wachtwoord/resetten')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Deze link is niet compleet')
})

test('focuses the field for the new password when the link opens', async () => {
  await openPage(link)
  expect(field()).toHaveFocus()
})
