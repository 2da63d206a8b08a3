import { exportFigures, listFigureRows, listFigures } from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, bsgw, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const path = '/services-and-settings/figures'
const provider = { ...bsgw, roles: [...bsgw.roles, 'administrator' as const] }
const { data, meta } = exampleReply(listFigures)
const months = ['2026-10', '2026-09', '2026-08', '2026-07']

const openFigures = (search = '?period=2026-10', server = fakeServer(), as = provider) =>
  openPage(`${path}${search}`, { as, server })

const tableOf = (name: string) => screen.findByRole('table', { name })
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('an employee who is not an administrator gets no figures', async () => {
  await openFigures('', fakeServer(), municipal)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test('a month shows each subject, the largest group first, then what is merged, and the sum', async () => {
  await openFigures()
  expect(cellsOf(await tableOf('Betwiste ledigingen naar reden'))).toEqual([
    ['Reden', 'Oktober 2026'],
    ['Dubbel geteld', '14'],
    ['Overig', '17'],
    ['Totaal', '31'],
  ])
  expect(await tableOf('Bezwaren naar uitkomst')).toHaveTextContent('Overig1 tot en met 9')
  const lifts = await tableOf('Ledigingen en bedrag')
  expect(lifts).toHaveTextContent(/Heerlen61\.204.*€\s184\.125,75.*Kerkrade30\.118/)
})

test('the choice of a municipality shows its own figures, and not those without a municipality', async () => {
  const { user, place } = await openFigures()
  const field = await screen.findByLabelText('Gemeente')
  await waitFor(() => expect(field).toHaveTextContent('Alle gemeentenHeerlenKerkrade'))
  await user.selectOptions(field, 'Kerkrade')
  await waitFor(() => expect(place()).toContain('municipality'))
  expect(cellsOf(await tableOf('Niet geleegd naar reden'))).toEqual([
    ['Reden', 'Oktober 2026'],
    ['Overig', '12'],
  ])
  expect(screen.queryByRole('heading', { name: 'Ledigingen die nergens passen' })).not.toBeInTheDocument()
  expect(screen.getAllByText('Te weinig om voor deze gemeente apart te tellen.').length).toBeGreaterThan(0)
})

test('a quarter shows its months side by side, and its file has those months', async () => {
  const server = fakeServer()
  server.answer(listFigures, ({ query: { month } }) => ({
    data: month === '2026-08' ? data.filter(({ group }) => group !== 'duplicate') : data,
    meta: { months },
  }))
  const { user } = await openFigures('?period=2026-Q3', server)
  const table = await tableOf('Betwiste ledigingen naar reden')
  expect(cellsOf(table)[0]).toEqual(['Reden', 'Juli 2026', 'Augustus 2026', 'September 2026'])
  expect(cellsOf(table)[1]?.[2]).toBe('–')
  await user.click(screen.getByRole('button', { name: 'Exporteren als CSV' }))
  await waitFor(() =>
    expect(server.arrived(exportFigures)).toMatchObject([{ body: { from: '2026-07', to: '2026-09' } }]),
  )
})

test('a number opens its rows with the keyboard, and Enter closes them', async () => {
  const server = fakeServer()
  const { user } = await openFigures('?period=2026-10&municipality=917', server)
  const number = await screen.findByRole('button', { name: /^318: 2 / })
  number.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /^Uitgiften naar aantal .*, 2 .*, oktober 2026$/ })
  expect(await within(dialog).findByRole('link', { name: 'Akerstraat 118, 6411 CD Heerlen' })).toBeVisible()
  expect(dialog).toHaveTextContent('Geteld zijn er 12. Nu zijn er 1')
  expect(server.arrived(listFigureRows)).toMatchObject([
    { query: { month: '2026-10', subject: 'rolls', group: '2', municipality: '917' } },
  ])
  within(dialog).getByRole('button', { name: 'Sluiten' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('rows that were deleted are named as deleted', async () => {
  const server = fakeServer()
  server.answer(listFigureRows, () => ({ data: [], meta: { next: null, counted: 318, left: 0 } }))
  const { user } = await openFigures('?period=2026-10', server)
  await user.click(await screen.findByRole('button', { name: /^318: 2 / }))
  expect(await screen.findByText('De regels van deze maand zijn gewist.')).toBeVisible()
})

test('a month that is not counted yet says when it will be', async () => {
  const server = fakeServer()
  server.answer(listFigures, () => ({ data: [], meta: { months: [] } }))
  await openFigures('', server)
  expect(await screen.findByText('Het loket telt een maand op de tweede dag erna.')).toBeVisible()
})

test('an administrator of a municipality chooses no municipality', async () => {
  const own = { ...administrator, municipality: { id: 917, name: 'Heerlen' } }
  await openFigures('?period=2026-10', fakeServer(), own)
  await tableOf('Niet geleegd naar reden')
  expect(screen.queryByLabelText('Gemeente')).not.toBeInTheDocument()
})

test('S8.1 a month that fails to load shows an error, and another attempt', async () => {
  const server = fakeServer()
  server.answer(listFigures, () => ({ data, meta }))
  server.fail(listFigures, 503, 'Even niet bereikbaar.')
  await openFigures('?period=2026-10', server)
  expect(await screen.findByRole('alert')).toHaveTextContent('Even niet bereikbaar.')
  expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
})
