import { countAreaAddresses, deleteArea, listAreaRules, previewArea, saveArea } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { administrator } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'
import { openPlanning, planningPath, planningServer } from '../../test/planning-server.ts'

const areaForm = async () => within(await screen.findByRole('region', { name: 'Een gebied maken of wijzigen' }))

test('shows the number of addresses in each area, and the number outside all areas', async () => {
  await openPlanning('areas')
  const panel = within(await screen.findByRole('region', { name: 'Gebieden en hun adressen' }))
  expect(await panel.findByText('12 adressen liggen in geen enkel gebied. Daar is geen ophaalkalender.')).toBeVisible()
  const item = within(panel.getByRole('listitem'))
  expect(item.getByText('4.321 adressen')).toBeVisible()
  expect(item.getByText('6411 AA tot en met 6411 ZZ')).toBeVisible()
  expect(item.getByText('Laatst gewijzigd op 21 november 2026 om 10:04')).toBeVisible()
})

test('creates an area after a preview of the number of addresses that move to it', async () => {
  const { user, server } = await openPlanning('areas')
  const change = { moves: [{ from: 'Heerlen 6411', to: 'Centrum', addresses: 1204 }], without_days: false }
  server.answer(previewArea, () => change)
  server.answer(saveArea, () => change)
  const panel = await areaForm()
  await user.type(panel.getByLabelText('Naam van het gebied'), 'Centrum')
  await user.selectOptions(panel.getByLabelText('Ophaaldagen overnemen van'), 'Heerlen 6411')
  await user.type(panel.getByLabelText('Postcodes'), '6411CA-6411CK{Enter}6411 CD oneven')
  await user.type(panel.getByLabelText('Losse adressen'), '6417 AT 32 a')
  await user.click(panel.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByText('1.204 adressen gaan')).toBeVisible()
  expect(server.arrived(saveArea)).toEqual([])
  await user.click(panel.getByRole('button', { name: /^Doorvoeren voor Heerlen: / }))
  expect(await screen.findByText('Het ophaalgebied Centrum is vastgelegd voor Heerlen')).toBeVisible()
  expect(server.arrived(saveArea)[0]?.body).toEqual({
    municipality_id: 917,
    area_id: null,
    name: 'Centrum',
    postal_codes: ['6411CA-6411CK', '6411 CD oneven'],
    addresses: ['6417 AT 32 a'],
    days_of: 1,
  })
})

test('fills the form with the chosen area, in a notation that the form accepts when submitted', async () => {
  const { user, server } = await openPlanning('areas')
  server.answer(previewArea, () => ({ moves: [], without_days: true }))
  const panel = await areaForm()
  await user.selectOptions(panel.getByLabelText('Gebied om te wijzigen'), 'Heerlen 6411')
  expect(panel.getByLabelText('Postcodes')).toHaveValue('6411 AA tot en met 6411 ZZ')
  expect(panel.queryByLabelText('Ophaaldagen overnemen van')).toBeNull()
  await user.type(panel.getByLabelText('Naam van het gebied'), ' Noord')
  await user.click(panel.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByText('Geen enkel adres krijgt een ander ophaalgebied.')).toBeVisible()
  expect(panel.getByText(/^In dit gebied wordt nog niets opgehaald/)).toBeVisible()
  expect(server.arrived(previewArea)[0]?.body).toMatchObject({ area_id: 1, name: 'Heerlen 6411 Noord' })
})

test('S5.1 shows errors at the fields of an area that are empty or invalid, and sends nothing', async () => {
  const { user, server } = await openPlanning('areas')
  const panel = await areaForm()
  await user.type(panel.getByLabelText('Postcodes'), 'Heerlen')
  await user.click(panel.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByRole('link', { name: 'Naam van het gebied: Dit veld is verplicht' })).toBeVisible()
  expect(panel.getByRole('link', { name: /^Postcodes: Dit zijn geen postcodes: Heerlen/ })).toBeVisible()
  expect(server.arrived(previewArea)).toEqual([])
})

test('deletes only an empty area, and says why another area cannot be deleted where somebody tries', async () => {
  const server = planningServer()
  let contents = { addresses: 4321, has_pickups: false }
  server.answer(countAreaAddresses, () => ({ areas: [{ id: 1, ...contents }], without: 0 }))
  const { user, client } = await openPlanning('areas', server)
  const panel = within(await screen.findByRole('region', { name: 'Gebieden en hun adressen' }))
  const button = await panel.findByRole('button', { name: /^Verwijderen: Heerlen 6411/ })
  expect(button).toHaveAccessibleDescription('In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied')
  await user.click(button)
  expect(panel.queryByRole('dialog')).toBeNull()
  contents = { addresses: 0, has_pickups: true }
  await client.invalidateQueries()
  await waitFor(() =>
    expect(panel.getByRole('button', { name: /^Verwijderen/ })).toHaveAccessibleDescription(
      'In dit gebied zijn nog ophaalafspraken. Wacht tot ze voorbij zijn, of zeg ze af',
    ),
  )
  contents = { addresses: 0, has_pickups: false }
  await client.invalidateQueries()
  await waitFor(() => expect(panel.getByRole('button', { name: /^Verwijderen/ })).not.toHaveAccessibleDescription())
  await user.click(panel.getByRole('button', { name: /^Verwijderen: Heerlen 6411/ }))
  server.answer(listAreaRules, () => [])
  await user.click(panel.getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('Het ophaalgebied Heerlen 6411 is verwijderd voor Heerlen')).toBeVisible()
  expect(panel.getByText('Deze gemeente heeft nog geen ophaalgebieden.')).toBeVisible()
  expect(panel.getByRole('heading', { name: 'Gebieden en hun adressen' })).toHaveFocus()
})

test('shows a message when a colleague adds addresses to an area before the employee deletes that area', async () => {
  const server = planningServer()
  server.fail(deleteArea, 409, 'In dit gebied liggen nog adressen')
  server.answer(countAreaAddresses, () => ({ areas: [{ id: 1, addresses: 0, has_pickups: false }], without: 0 }))
  const { user } = await openPlanning('areas', server)
  await user.click(await screen.findByRole('button', { name: /^Verwijderen: Heerlen 6411/ }))
  await user.click(screen.getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('In dit gebied liggen nog adressen')).toBeVisible()
})

test.each([
  ['publication', 'Publicatie per jaar'],
  ['pickups', 'Ophaalafspraken per route en dag'],
  ['areas', 'Gebieden en hun adressen'],
  ['import', 'Ophaaldagen uit een bestand of lijst'],
])(
  'the path of %s opens the page of rules and areas at that section, for the chosen municipality',
  async (path, name) => {
    const { user } = await openPage(`${planningPath}/${path}`, {
      as: { ...administrator, municipality: null },
      server: planningServer(),
    })
    await user.selectOptions(await screen.findByLabelText('Gemeente'), 'Kerkrade')
    const section = await screen.findByRole('region', { name })
    expect(screen.getByRole('heading', { level: 1, name: 'Regels en gebieden' })).toBeVisible()
    await waitFor(() => expect(document.activeElement).toContainElement(section))
    expect(screen.getAllByRole('region').length).toBeGreaterThanOrEqual(5)
    await user.click(screen.getByRole('link', { name: 'Planner' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Planner' })).toBeVisible()
    expect(screen.getByLabelText('Gemeente')).toHaveDisplayValue('Kerkrade')
  },
)

test('S2.9 a path of no section of the collection days is not found', async () => {
  await openPlanning('elsewhere')
  expect(await screen.findByRole('heading', { level: 1, name: 'Pagina niet gevonden!' })).toBeVisible()
})
