import {
  changeMalfunction,
  closeMalfunction,
  type ListedMalfunction,
  listAlternativeSystems,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  listConnectedAddresses,
  listSystemMalfunctions,
  recordMalfunction,
  showCollectionSystem,
  showWork,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeClearance, makeCollectionSystem, makeEquipment } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const site = { alias: 's1', name: 'Akerstraat bij 100' }

function serverWithSystem() {
  const server = fakeServer()
  server.answer(listCollectionSystemEquipment, () => [
    makeEquipment({ kind: 'ondergronds', volume_litres: 5000, number: '30020350', collection_system: site }),
  ])
  server.answer(listConnectedAddresses, ({ query }) =>
    query.cursor
      ? { data: [makeAddress({ alias: 'a2', house_number: 120 })], meta: { next: null } }
      : { data: [makeAddress()], meta: { next: 'verder' } },
  )
  server.answer(listCollectionSystemClearances, ({ query }) => ({
    data: (query.year ? [1, 2, 3] : [1]).map((id) =>
      makeClearance({
        id,
        cleared_at: `${query.year ?? 2026}-11-10T07:31:00+01:00`,
        category: 'locations',
        volume_litres: 5000,
        amount_cents: null,
      }),
    ),
    meta: { years: [2026, 2025], updated_until: '2026-03-04' },
  }))
  return server
}

const open = (server = serverWithSystem(), search = '') =>
  openPage(`/collection-system/s1${search}`, { as: bsgw, server })
const region = (name: string) => screen.getByRole('region', { name })

test('S3.4 S7.11 shows the address, object code and waste streams of a collection system', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Akerstraat bij 100' })).toBeVisible()
  for (const text of ['Bij Akerstraat 100', '6411 CD Heerlen', '0917 V000 096', 'GFT'])
    expect(screen.getByText(text, { ignore: 'option' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Objectcode kopiëren' })).toBeVisible()
  expect(document.title).toBe('Akerstraat bij 100 - Rd4 Loket')
})

test('S3.4 S7.11 shows the containers of a collection system', async () => {
  await open()
  const containers = region('Containers')
  expect(await within(containers).findByText('Ondergrondse container, 5.000 liter')).toBeVisible()
  for (const text of ['Restafval', '30020350', 'C571 8D9B 06A0 E300', '1 maart 2024', '10 november 2026, 07:31'])
    expect(within(containers).getByText(text)).toBeVisible()
})

const stored = {
  id: 7,
  malfunction: 'drum_stuck' as const,
  note: 'Monteur belt terug',
  recorded_by: 'Kim de Vries',
  recorded_at: '2026-11-23T10:12:00+01:00',
  expected_end: '2026-11-30',
  closed_by: null,
  closed_at: null,
}

test('records a malfunction of the only container with three keys, and returns the focus to the button', async () => {
  const server = serverWithSystem()
  server.answer(recordMalfunction, () => stored)
  const { user } = await open(server)
  await screen.findByRole('button', { name: 'Storing melden' })
  await user.keyboard('m')
  expect(screen.getByRole('radio', { name: 'De container zit vol' })).toHaveFocus()
  await user.keyboard(' {Enter}')
  expect(await screen.findByText('De storing is vastgelegd')).toBeVisible()
  expect(server.arrived(recordMalfunction)).toMatchObject([
    {
      params: { alias: 's1' },
      body: { container_id: makeEquipment().id, malfunction: 'full', note: '', expected_end: null },
    },
  ])
  expect(screen.getByRole('button', { name: 'Storing melden' })).toHaveFocus()
})

test('the dashboard loads the full containers again after a malfunction is recorded', async () => {
  const server = serverWithSystem()
  server.answer(recordMalfunction, () => stored)
  const { user, router } = await open(server)
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(showWork)).toHaveLength(1))
  router.history.push('/collection-system/s1')
  await screen.findByRole('button', { name: 'Storing melden' })
  await user.keyboard('m {Enter}')
  await screen.findByText('De storing is vastgelegd')
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(showWork)).toHaveLength(2))
})

test('sends the chosen container, the note and a typed day of a malfunction', async () => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [
    makeEquipment({ id: 1, number: '30020350' }),
    makeEquipment({ id: 2, number: '30020351', waste_type: 'gft' }),
  ])
  server.answer(recordMalfunction, () => stored)
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: 'Storing melden' }))
  await user.click(screen.getByRole('radio', { name: 'GFT 30020351' }))
  await user.click(screen.getByRole('radio', { name: 'De trommel klemt' }))
  await user.type(screen.getByLabelText('Naar verwachting opgelost op'), '30-11-2026')
  await user.type(screen.getByLabelText('Toelichting'), 'Monteur belt terug')
  await user.click(screen.getByRole('button', { name: 'Storing vastleggen' }))
  await screen.findByText('De storing is vastgelegd')
  expect(server.arrived(recordMalfunction)[0]?.body).toEqual({
    container_id: 2,
    malfunction: 'drum_stuck',
    note: 'Monteur belt terug',
    expected_end: '2026-11-30',
  })
})

test('S5.1 requires a choice of container and of malfunction', async () => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [makeEquipment({ id: 1 }), makeEquipment({ id: 2 })])
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: 'Storing melden' }))
  await user.click(screen.getByRole('button', { name: 'Storing vastleggen' }))
  for (const name of ['Welke container?', 'Wat is er aan de hand?'])
    expect(screen.getByRole('link', { name: `${name} Dit veld is verplicht` })).toBeVisible()
  expect(server.arrived(recordMalfunction)).toEqual([])
})

test('shows an error at the field for a day that does not exist, and sends nothing', async () => {
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Storing melden' }))
  await user.click(screen.getByRole('radio', { name: 'De trommel klemt' }))
  await user.type(screen.getByLabelText('Naar verwachting opgelost op'), '31-11-2026')
  await user.click(screen.getByRole('button', { name: 'Storing vastleggen' }))
  expect(screen.getByLabelText('Naar verwachting opgelost op')).toHaveAccessibleDescription(/Deze dag bestaat niet/)
  expect(server.arrived(recordMalfunction)).toEqual([])
})

test('keeps the typed note and shows the message when a colleague has recorded a malfunction', async () => {
  const server = serverWithSystem()
  server.fail(recordMalfunction, 409, 'Van deze container heeft Noor Aanslag al een storing vastgelegd')
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: 'Storing melden' }))
  await user.click(screen.getByRole('radio', { name: 'Het slot werkt niet' }))
  await user.type(screen.getByLabelText('Toelichting'), 'Monteur belt terug')
  await user.click(screen.getByRole('button', { name: 'Storing vastleggen' }))
  expect(await screen.findByText(/Noor Aanslag al een storing vastgelegd/)).toBeVisible()
  expect(screen.getByLabelText('Toelichting')).toHaveValue('Monteur belt terug')
})

test('keeps the draft of a malfunction until it is recorded or cancelled', async () => {
  const { user } = await open()
  const openForm = async () => user.click(await screen.findByRole('button', { name: 'Storing melden' }))
  await openForm()
  await user.click(screen.getByRole('radio', { name: 'Het slot werkt niet' }))
  await user.type(screen.getByLabelText('Toelichting'), 'Monteur belt terug')
  await openForm()
  expect(screen.queryByLabelText('Toelichting')).not.toBeInTheDocument()
  await openForm()
  expect(screen.getByText(/^Concept hersteld/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Het slot werkt niet' })).toBeChecked()
  expect(screen.getByLabelText('Toelichting')).toHaveValue('Monteur belt terug')
  expect(JSON.stringify({ ...sessionStorage })).toContain('Monteur belt terug')
  await user.click(screen.getByRole('button', { name: 'Annuleren' }))
  await openForm()
  expect(screen.getByLabelText('Toelichting')).toHaveValue('')
})

test('shows a recorded malfunction with its employee and expected end, and closes it after confirmation', async () => {
  const server = serverWithSystem()
  let recorded_malfunction: typeof stored | null = stored
  server.answer(listCollectionSystemEquipment, () => [makeEquipment({ number: '30020350', recorded_malfunction })])
  server.answer(closeMalfunction, () => {
    recorded_malfunction = null
    return { ...stored, closed_by: 'Noor', closed_at: '2026-11-24T10:12:00+01:00' }
  })
  const { user } = await open(server)
  expect(await screen.findByText('Storing: de trommel klemt.')).toBeVisible()
  expect(
    screen.getByText(
      'Vastgelegd door Kim de Vries op 23 november 2026, 10:12 uur. Naar verwachting opgelost op 30 november 2026.',
    ),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Storing melden' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Opgelost: Restafval 30020350' }))
  await user.click(screen.getByRole('button', { name: 'Ja, opgelost' }))
  expect(await screen.findByText('De storing is opgelost')).toBeVisible()
  expect(server.arrived(closeMalfunction).map(({ params }) => params)).toEqual([{ malfunction_id: '7' }])
  expect(screen.queryByText('Storing: de trommel klemt.')).not.toBeInTheDocument()
})

test('changes the cause, the day and the note of a malfunction, and returns the focus to its button', async () => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [
    makeEquipment({ number: '30020350', recorded_malfunction: stored }),
  ])
  server.answer(changeMalfunction, ({ body }) => ({ ...stored, ...body, expected_end: body.expected_end ?? null }))
  const { user } = await open(server)
  const button = await screen.findByRole('button', { name: 'Wijzigen: Restafval 30020350' })
  await user.click(button)
  expect(screen.getByRole('radio', { name: 'De trommel klemt' })).toHaveFocus()
  await user.click(screen.getByRole('radio', { name: 'Het slot werkt niet' }))
  const day = screen.getByLabelText('Naar verwachting opgelost op')
  expect(day).toHaveValue('30-11-2026')
  await user.clear(day)
  await user.type(day, '4-12-2026')
  await user.click(screen.getByRole('button', { name: 'Wijziging vastleggen' }))
  expect(await screen.findByText('De storing is gewijzigd')).toBeVisible()
  expect(server.arrived(changeMalfunction)).toMatchObject([
    {
      params: { malfunction_id: '7' },
      body: { malfunction: 'lock', note: 'Monteur belt terug', expected_end: '2026-12-04' },
    },
  ])
  expect(button).toHaveFocus()
})

test('lists the earlier malfunctions of a system with the employee who closed each', async () => {
  const server = serverWithSystem()
  const earlier: ListedMalfunction[] = [
    {
      collection_system: { alias: 's1', name: 'Akerstraat bij 100', municipality: { id: 917, name: 'Heerlen' } },
      container_number: '30020350',
      waste_type: 'residual_waste',
      malfunction: 'lock',
      since: stored.recorded_at,
      recorded: { ...stored, malfunction: 'lock', closed_by: 'Noor Aanslag', closed_at: '2026-11-24T09:00:00+01:00' },
    },
  ]
  server.answer(listSystemMalfunctions, () => earlier)
  const { user } = await open(server)
  await user.click(await screen.findByText('Eerdere storingen (1)'))
  expect(screen.getByText('Restafval 30020350: het slot werkt niet')).toBeVisible()
  expect(screen.getByText(/Opgelost op 24 november 2026, 09:00 uur, vastgelegd door Noor Aanslag\./)).toBeVisible()
})

test.each([
  ['the collection system', showCollectionSystem],
  ['the list of containers', listCollectionSystemEquipment],
  ['the list of clearances', listCollectionSystemClearances],
])("S4.7 the page's spinner turns while %s loads", async (_, endpoint) => {
  const server = serverWithSystem()
  server.answer(endpoint, () => new Promise(() => {}))
  await open(server)
  await waitFor(() => expect(document.querySelector('[class*="spinner"]')).toHaveTextContent('Bezig met laden'))
})

test('S3.4 links to the connected addresses, and loads the next page of addresses on request', async () => {
  const { user, server } = await open()
  const addresses = region('Aangesloten adressen')
  expect(await within(addresses).findByRole('link', { name: 'Akerstraat 118' })).toHaveAttribute('href', '/address/a1')
  expect(await within(addresses).findByText('32 adressen')).toBeVisible()
  await user.click(within(addresses).getByRole('button', { name: 'Meer tonen' }))
  expect(await within(addresses).findByRole('link', { name: 'Akerstraat 120' })).toBeVisible()
  expect(within(addresses).getByRole('link', { name: 'Akerstraat 118' })).toBeVisible()
  expect(within(addresses).queryByRole('button', { name: 'Meer tonen' })).not.toBeInTheDocument()
  expect(server.arrived(listConnectedAddresses).map(({ query }) => query)).toEqual([{}, { cursor: 'verder' }])
})

test('hides the clearances of the previous collection system after navigation to another system', async () => {
  const { server, router } = await open()
  expect(await screen.findByRole('table', { name: 'De laatste lediging' })).toBeVisible()
  server.answer(showCollectionSystem, () => makeCollectionSystem({ alias: 's2', name: 'Benzenraderweg bij 8' }))
  server.answer(listCollectionSystemClearances, () => new Promise(() => {}))
  await router.navigate({ to: '/collection-system/$alias', params: { alias: 's2' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Benzenraderweg bij 8' })).toBeVisible()
  expect(screen.queryByRole('table', { name: 'De laatste lediging' })).not.toBeInTheDocument()
})

test('shows when a container of a system was not emptied between its clearances, and counts it apart', async () => {
  const server = serverWithSystem()
  const missed = { id: 4, waste_type: 'residual_waste', equipment_id: null, reason: 'te_laat' } as const
  server.answer(listCollectionSystemClearances, () => ({
    data: [makeClearance()],
    meta: {
      years: [2026],
      updated_until: '2026-11-26',
      non_clearances: [{ ...missed, happened_at: '2026-11-24T14:05:00+01:00' }],
      start: { container: 6, bag: 9 },
    },
  }))
  await open(server)
  const table = await screen.findByRole('table', { name: 'De laatste lediging, 1 keer niet geleegd' })
  const row = within(table).getByRole('row', { name: /niet geleegd/ })
  expect(row).toHaveTextContent('24 november 2026, 14:05Restafvalniet geleegd: te laat buiten')
  expect(row).toHaveTextContent('Zet hem vóór 6 uur buiten')
})

test('S3.4 S7.11 shows the most recent clearances, or the clearances of a chosen year', async () => {
  const { user, place, server } = await open()
  const table = await screen.findByRole('table', { name: 'De laatste lediging' })
  expect(table).toHaveTextContent('Ondergrondse container 30020350')
  await user.click(screen.getByRole('link', { name: '2025' }))
  expect(await screen.findByRole('table', { name: '3 ledigingen in 2025' })).toBeVisible()
  expect(screen.getByRole('table', { name: 'Aantal per maand' })).toBeVisible()
  await user.click(screen.getByText('Als tabel'))
  const weeks = within(screen.getByRole('table', { name: 'Aantal ledigingen per week' }))
  expect(weeks.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Week vanafAantal',
    '10 november 20253',
  ])
  expect(place()).toBe('/collection-system/s1?year=2025')
  expect(server.arrived(listCollectionSystemClearances).map(({ query }) => query)).toEqual([{}, { year: '2025' }])
})

test('shows no amounts when no clearance is charged', async () => {
  await open()
  await screen.findByRole('table', { name: 'De laatste lediging' })
  expect(screen.queryByText('Bedrag')).not.toBeInTheDocument()
})

test('S7.11 shows a message when a collection system does not exist', async () => {
  const server = fakeServer()
  for (const endpoint of [
    showCollectionSystem,
    listCollectionSystemEquipment,
    listConnectedAddresses,
    listCollectionSystemClearances,
  ])
    server.fail(endpoint, 404, 'Dit verzamelsysteem bestaat niet')
  await open(server)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dit verzamelsysteem bestaat niet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Zoek een ander verzamelsysteem' })).toHaveAttribute(
    'href',
    '/collection-system',
  )
})

test.each([
  ['Containers', listCollectionSystemEquipment],
  ['Aangesloten adressen', listConnectedAddresses],
  ['Ledigingen', listCollectionSystemClearances],
  ['Andere verzamelsystemen in de buurt', listAlternativeSystems],
])('S8.1 shows an error in the panel %s when it fails to load, and retries that panel only', async (name, endpoint) => {
  const server = serverWithSystem()
  server.fail(endpoint, 503, 'Dit is even niet bereikbaar.')
  const { user } = await open(server)
  expect(await within(region(name)).findByRole('alert')).toHaveTextContent('Dit is even niet bereikbaar.')
  expect(await screen.findByText('Bij Akerstraat 100')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  const before = server.arrived(endpoint).length
  await user.click(within(region(name)).getByRole('button', { name: 'Opnieuw proberen' }))
  await within(region(name)).findByRole('alert')
  expect(server.arrived(endpoint)).toHaveLength(before + 1)
})

test('shows messages when there are no containers, no connected addresses and no clearances', async () => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [])
  server.answer(listConnectedAddresses, () => ({ data: [], meta: { next: null } }))
  server.answer(listCollectionSystemClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  await open(server)
  expect(await screen.findByText('Hier staan nu geen containers.')).toBeVisible()
  expect(await screen.findByText('Geen enkel adres is hierop aangesloten.')).toBeVisible()
  expect(await screen.findByText('Er zijn nog geen ledigingen bekend.')).toBeVisible()
})

test.each([
  ['never got', [], 'In Heerlen zijn nog nooit containers ingelezen.'],
  ['has', ['containers' as const], 'Hier staan nu geen containers.'],
])('distinguishes a system without containers when the municipality %s containers', async (_, loaded, text) => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [])
  await openPage('/collection-system/s1', { as: bsgw, server, loaded })
  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  ['were never delivered', null, 'geen gegevens'],
  ['were delivered up to a day', '2026-03-04', 'nog niet, bekend tot en met 4 maart 2026'],
  ['were delivered up to now', '9999-12-31', 'nog niet'],
])('states about a container without lifts that lifts %s', async (_, lifts_until, text) => {
  const server = serverWithSystem()
  server.answer(listCollectionSystemEquipment, () => [makeEquipment({ last_cleared_at: null, lifts_until })])
  await open(server)
  expect(await within(await screen.findByRole('region', { name: 'Containers' })).findByText(text)).toBeVisible()
})

test('states that the lifts of the municipality were never delivered', async () => {
  const server = serverWithSystem()
  const delivered = { municipality: 'Vaals', streams: [] }
  server.answer(listCollectionSystemEquipment, () => [])
  server.answer(listCollectionSystemClearances, () => ({
    data: [],
    meta: { years: [], updated_until: null, delivered },
  }))
  await open(server)
  expect(await screen.findByText('In Vaals zijn nog nooit ledigingen ingelezen.')).toBeVisible()
})
