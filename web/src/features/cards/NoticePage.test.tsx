import { addNotice, changeNotice, listAllowances, listNoticesToEdit } from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '../../kit/browser/days.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, makeNotice, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

async function openNotice(path: string, as = municipal) {
  const server = fakeServer()
  server.answer(listAllowances, () => [])
  server.answer(listNoticesToEdit, () => [makeNotice()])
  server.answer(addNotice, ({ body }) => makeNotice({ ...body }))
  server.answer(changeNotice, ({ body }) => makeNotice({ ...body }))
  const opened = await openPage(`/services-and-settings/notices/${path}`, { as, server })
  const text = await screen.findByRole('textbox', { name: 'Tekst' })
  return { ...opened, text }
}

const save = () => screen.getByRole('button', { name: /^Opslaan/ })

test('S2.12 adds a notice for the municipality of the employee, valid from today', async () => {
  const { server, user, place } = await openNotice('new')
  await user.type(screen.getByRole('textbox', { name: 'Titel' }), 'Balie dicht')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.keyboard('www.rd4.nl{Enter}')
  await user.type(screen.getByLabelText('Tot en met'), '2099-12-31')
  await user.click(save())
  expect(await screen.findByText('De mededeling is opgeslagen voor Heerlen')).toBeVisible()
  expect(place()).toBe('/services-and-settings/notices')
  expect(server.arrived(addNotice)[0]?.body).toMatchObject({
    title: 'Balie dicht',
    valid_from: today(),
    valid_to: '2099-12-31',
    municipality_id: null,
  })
})

test('the page does not navigate when a notice is saved after the employee left the page', async () => {
  const { server, user, router, place } = await openNotice('1')
  let save = () => {}
  server.answer(changeNotice, async ({ body }) => {
    await new Promise<void>((resolve) => (save = resolve))
    return makeNotice({ ...body })
  })
  await user.click(screen.getByRole('button', { name: 'Opslaan voor Heerlen' }))
  await waitFor(() => expect(server.arrived(changeNotice)).toHaveLength(1))
  await router.navigate({ to: '/dashboard' })
  save()
  expect(await screen.findByText('De mededeling is opgeslagen voor Heerlen')).toBeVisible()
  expect(place()).toBe('/dashboard')
})

test.each([
  ['www.rd4.nl', 'https://www.rd4.nl'],
  ['http://rd4.nl', 'http://rd4.nl'],
  ['https://rd4.nl/a', 'https://rd4.nl/a'],
])('S5.2 the link button turns the typed address %s into a link to %s', async (typed, target) => {
  const { user, text } = await openNotice('new')
  await user.click(screen.getByRole('button', { name: 'Link' }))
  await user.keyboard(`${typed}{Enter}`)
  expect(text.querySelector('a')).toHaveAttribute('href', target)
  expect(text).toHaveTextContent(typed)
})

test('S2.12 changes a notice, and keeps its rich text', async () => {
  const { server, user, text } = await openNotice('1')
  expect(text).toHaveTextContent('Maandag is de balie dicht.')
  const title = screen.getByRole('textbox', { name: 'Titel' })
  await user.clear(title)
  await user.type(title, 'Balie open')
  await user.click(save())
  await waitFor(() => expect(server.arrived(changeNotice)).toHaveLength(1))
  expect(server.arrived(changeNotice)[0]).toMatchObject({
    params: { notice_id: '1' },
    body: { title: 'Balie open', html: '<p>Maandag is de balie dicht.</p>' },
  })
})

test('keeps typed input when the notice is reloaded with a change by a colleague', async () => {
  const { server, user, client, text } = await openNotice('1')
  const title = screen.getByRole('textbox', { name: 'Titel' })
  await user.type(title, ' vandaag')
  server.answer(listNoticesToEdit, () => [makeNotice({ title: 'Balie open', html: '<p>Toch open.</p>' })])
  await client.refetchQueries({ queryKey: [listNoticesToEdit.method, listNoticesToEdit.path] })
  expect(title).toHaveValue('Balie dicht vandaag')
  await user.click(save())
  await waitFor(() => expect(server.arrived(changeNotice)).toHaveLength(1))
  expect(server.arrived(changeNotice)[0]?.body).toMatchObject({
    title: 'Balie dicht vandaag',
    html: `<p>${text.textContent}</p>`,
  })
})

test('fills the form with the notice that is loaded now, not with the cached notice', async () => {
  const { server, user, router } = await openNotice('1')
  await user.click(screen.getByRole('link', { name: 'Annuleren' }))
  server.answer(listNoticesToEdit, () => [makeNotice({ title: 'Balie open', html: '<p>Toch open.</p>' })])
  await router.navigate({ to: '/services-and-settings/notices/1' })
  expect(await screen.findByRole('textbox', { name: 'Tekst' })).toHaveTextContent('Toch open.')
  expect(screen.getByRole('textbox', { name: 'Titel' })).toHaveValue('Balie open')
})

test('S2.12 offers a choice of municipality to an employee of all municipalities', async () => {
  const { server, user } = await openNotice('new', administrator)
  const field = screen.getByRole('combobox', { name: 'Gemeente' })
  expect(field).toHaveDisplayValue('Kies een gemeente')
  await user.click(save())
  expect(field).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(server.arrived(addNotice)).toEqual([])
})

test('S5.1 S5.3 shows an error at each empty field and at the empty rich text', async () => {
  const { server, user, text } = await openNotice('new')
  await user.click(save())
  expect(screen.getByRole('textbox', { name: 'Titel' })).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(text).toBeInvalid()
  expect(text).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(screen.getByLabelText('Tot en met')).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(server.arrived(addNotice)).toEqual([])
})

test('S5.3 shows a rejection by the server at the rejected field, and keeps the input', async () => {
  const { server, user } = await openNotice('1')
  server.fail(changeNotice, 422, 'Niet alles is goed ingevuld', { html: ['Dit veld is verplicht'] })
  await user.click(save())
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Tekst' })).toBeInvalid())
  expect(screen.getByRole('textbox', { name: 'Titel' })).toHaveValue('Balie dicht')
})

test('S5.3 the error summary links to the rich text', async () => {
  const { user, text } = await openNotice('new')
  await user.click(save())
  await user.click(screen.getByRole('link', { name: 'Tekst: Dit veld is verplicht' }))
  expect(text).toHaveFocus()
})

test('shows that a notice does not exist, with a link to all notices', async () => {
  const server = fakeServer()
  server.answer(listNoticesToEdit, () => [])
  await openPage('/services-and-settings/notices/9', { as: municipal, server })
  expect(await screen.findByRole('heading', { level: 1, name: 'Deze mededeling bestaat niet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Naar alle mededelingen' })).toBeVisible()
})
