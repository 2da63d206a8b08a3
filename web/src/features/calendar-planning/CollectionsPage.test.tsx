import {
  type AreaRules,
  type CollectionException,
  countAreaAddresses,
  deleteArea,
  listAreaRules,
  listCollectionYears,
  listExceptions,
  previewArea,
  previewCollectionList,
  previewException,
  previewSchedule,
  publishCollectionYear,
  type ScheduleChange,
  saveArea,
  saveCollectionList,
  saveException,
  savePickupCapacity,
  saveSchedule,
  showCalendar,
  withdrawException,
} from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, makeCalendarMeta, makeCollection } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const area = { id: 1, name: 'Heerlen 6411' }
const moved: CollectionException = {
  category: 'gft',
  day: '2026-12-02',
  moved_to: '2026-12-03',
  reason: 'wegens werk',
  areas: [area],
  changed: { by: 'Sem Baas', at: '2026-11-20T10:04:00+01:00' },
}

const rule = { category: 'gft' as const, every_weeks: null, days: null, valid_from: '2026-01-07', valid_to: null }
const areaRules: AreaRules = {
  ...area,
  postal_codes: [{ first: '6411AA', last: '6411ZZ', house_numbers: 'all' }],
  addresses: [],
  rules: [
    { ...rule, every_weeks: 2 },
    { ...rule, category: 'best_bag', days: ['2026-12-09', '2026-12-30'] },
  ],
  changed: { by: null, at: '2026-11-21T10:04:00+01:00' },
}
const scheduleChange: ScheduleChange = {
  area,
  addresses: 4321,
  before: ['2027-01-06'],
  after: [],
  published: [2027],
  withdrawn: 1,
}

async function openCollections() {
  const server = fakeServer()
  server.answer(listExceptions, () => [moved])
  server.answer(listCollectionYears, () => [
    { year: 2026, published_on: '2025-12-01', changed: null },
    { year: 2027, published_on: null, changed: null },
  ])
  server.answer(listAreaRules, () => [areaRules])
  server.answer(countAreaAddresses, () => ({ areas: [{ id: 1, addresses: 4321 }], without: 12 }))
  server.answer(previewSchedule, () => scheduleChange)
  server.answer(saveSchedule, () => scheduleChange)
  server.answer(previewException, () => ({ areas: [area], addresses: 4321 }))
  server.answer(saveException, () => ({ areas: [area], addresses: 4321 }))
  server.answer(withdrawException, () => null)
  server.answer(publishCollectionYear, ({ params, body }) => ({ year: Number(params.year), ...body }))
  const page = await openPage('/services-and-settings/collections', { as: administrator, server })
  await screen.findByRole('heading', { name: 'Gewijzigde ophaaldagen' })
  return { ...page, server }
}

test('S8.1 shows an error when the areas, or their numbers of addresses, fail to load', async () => {
  const { server, client } = await openCollections()
  server.fail(showCalendar, 503, 'Even niet bereikbaar.')
  server.fail(countAreaAddresses, 503, 'Tellen lukt even niet.')
  await client.resetQueries()
  expect(await screen.findByText('Even niet bereikbaar.')).toBeVisible()
  expect(await screen.findByText('Tellen lukt even niet.')).toBeVisible()
})

const exceptionForm = () => within(screen.getByRole('form', { name: 'Een ophaaldag wijzigen' }))
const areasPanel = async () => {
  const panel = within(screen.getByRole('region', { name: 'Ophaalgebieden' }))
  await panel.findByRole('form')
  return panel
}
const scheduleForm = async () => within(await screen.findByRole('form', { name: 'Een ophaalregel wijzigen' }))

test('shows the number of affected addresses before a day is moved or cancelled', async () => {
  const { user, server } = await openCollections()
  const form = exceptionForm()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'Papierafval')
  await user.type(screen.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(screen.getByLabelText('Reden'), 'gladheid')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  const panel = within(screen.getByRole('region', { name: 'Een ophaaldag wijzigen' }))
  expect(await panel.findByText('4.321 adressen')).toBeVisible()
  const body = {
    municipality_id: 917,
    area_id: null,
    category: 'paper',
    day: '2026-12-09',
    moved_to: null,
    reason: 'gladheid',
  }
  expect(server.arrived(previewException)[0]?.body).toEqual(body)
  expect(server.arrived(saveException)).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('De ophaaldag is gewijzigd')).toBeVisible()
  expect(server.arrived(saveException)[0]?.body).toEqual(body)
  expect(screen.getByLabelText('Reden')).toHaveValue('')
  expect(exceptionForm().getByLabelText('Afvalsoort')).toHaveFocus()
})

test('requires a new preview when the input changes after the preview', async () => {
  const { user, server } = await openCollections()
  const form = exceptionForm()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'Papierafval')
  await user.type(form.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(form.getByLabelText('Reden'), 'gladheid{Enter}')
  expect(await screen.findByRole('button', { name: /^Doorvoeren: / })).toBeVisible()
  await user.type(form.getByLabelText('Reden'), ' en sneeuw')
  expect(screen.queryByRole('button', { name: /^Doorvoeren: / })).toBeNull()
  await user.type(form.getByLabelText('Reden'), '{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('De ophaaldag is gewijzigd')).toBeVisible()
  expect(server.arrived(saveException).map(({ body }) => body.reason)).toEqual(['gladheid en sneeuw'])
})

test('the form of a change is inert while it saves, and empty after saving', async () => {
  const { user, server } = await openCollections()
  let respond = () => {}
  server.answer(saveException, async () => {
    await new Promise<void>((resolve) => (respond = resolve))
    return { areas: [area], addresses: 4321 }
  })
  const form = exceptionForm()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'Papierafval')
  await user.type(form.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(form.getByLabelText('Reden'), 'gladheid{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Doorvoeren: / }))
  expect(form.getByLabelText('Reden').closest('[inert]')).toBeInTheDocument()
  respond()
  expect(await screen.findByText('De ophaaldag is gewijzigd')).toBeVisible()
  expect(exceptionForm().getByLabelText('Reden').closest('[inert]')).toBeNull()
  expect(exceptionForm().getByLabelText('Afvalsoort')).toHaveFocus()
})

test('S5.1 shows at the empty fields of a changed day that they are required, and sends nothing', async () => {
  const { user, server } = await openCollections()
  await user.click(exceptionForm().getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await screen.findByRole('link', { name: 'Afvalsoort: Dit veld is verplicht' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reden: Dit veld is verplicht' })).toBeVisible()
  expect(server.arrived(previewException)).toEqual([])
})

test('withdraws a changed day after a confirmation', async () => {
  const { user, server } = await openCollections()
  const item = (await screen.findByText(/^GFT van woensdag 2 december: verplaatst naar donderdag 3 december/)).closest(
    'li',
  )
  const inItem = within(item as HTMLElement)
  expect(inItem.getByText('Laatst gewijzigd door Sem Baas op 20 november 2026 om 10:04')).toBeVisible()
  await user.click(inItem.getByRole('button', { name: /^Terugdraaien: GFT/ }))
  await user.click(inItem.getByRole('button', { name: 'Terugdraaien' }))
  expect(await screen.findByText('De ophaaldag gaat door zoals gepland')).toBeVisible()
  expect(server.arrived(withdrawException)[0]?.body).toEqual({
    municipality_id: 917,
    category: 'gft',
    day: '2026-12-02',
    area_ids: [1],
  })
})

test('publishes a year from a given day', async () => {
  const { user, server } = await openCollections()
  await user.type(await screen.findByLabelText('Ophaaldagen van 2027 te zien vanaf'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: /^Opslaan\s*voor 2027$/ }))
  expect(await screen.findByText('De ophaaldagen van 2027 zijn te zien vanaf 1 december 2026')).toBeVisible()
  expect(server.arrived(publishCollectionYear)[0]).toMatchObject({
    params: { municipality_id: '917', year: '2027' },
    body: { published_on: '2026-12-01' },
  })
})

test('shows the new days in a calendar that was opened before the days changed', async () => {
  const { user, server, router } = await openCollections()
  const open = (day: string) => {
    server.answer(showCalendar, () => ({ data: [makeCollection({ start: day })], meta: makeCalendarMeta() }))
    return router.navigate({ to: '/calendar', search: { municipality_id: '917', area_id: '1', month: '2026-12' } })
  }
  const next = () => screen.findByRole('region', { name: 'Volgende ophaaldagen' })
  await open('2026-12-02')
  expect(await within(await next()).findByText(/woensdag 2 december/)).toBeVisible()
  await router.navigate({ to: '/services-and-settings/collections' })
  await user.click(await screen.findByRole('button', { name: /^Terugdraaien: GFT/ }))
  await user.click(screen.getByRole('button', { name: 'Terugdraaien' }))
  expect(await screen.findByText('De ophaaldag gaat door zoals gepland')).toBeVisible()
  await open('2026-12-03')
  expect(await within(await next()).findByText(/donderdag 3 december/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^donderdag 3 december/ })).toHaveTextContent('GFT')

  await router.navigate({ to: '/services-and-settings/collections' })
  await user.type(await screen.findByLabelText('Ophaaldagen van 2027 te zien vanaf'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: /^Opslaan\s*voor 2027$/ }))
  expect(await screen.findByText('De ophaaldagen van 2027 zijn te zien vanaf 1 december 2026')).toBeVisible()
  await open('2026-12-04')
  expect(await within(await next()).findByText(/vrijdag 4 december/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^vrijdag 4 december/ })).toHaveTextContent('GFT')

  await router.navigate({ to: '/services-and-settings/collections' })
  const form = exceptionForm()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'Papierafval')
  await user.type(form.getByLabelText('Geplande ophaaldag'), '2026-12-09')
  await user.type(form.getByLabelText('Reden'), 'gladheid')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  await user.click(await screen.findByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('De ophaaldag is gewijzigd')).toBeVisible()
  await open('2026-12-07')
  expect(await within(await next()).findByText(/maandag 7 december/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^maandag 7 december/ })).toHaveTextContent('GFT')
})

test('shows the rules of each area', async () => {
  const { user } = await openCollections()
  await user.click(await screen.findByText('2 regels'))
  expect(screen.getByText('GFT: elke 2 weken, vanaf woensdag 7 januari 2026')).toBeVisible()
  expect(screen.getByText('BEST-tas: 9 december 2026, 30 december 2026')).toBeVisible()
})

test('shows the number of affected addresses, and their new days, before a rule is saved', async () => {
  const { user, server } = await openCollections()
  const form = await scheduleForm()
  await user.selectOptions(form.getByLabelText('Afvalsoort'), 'GFT en etensresten')
  await user.selectOptions(form.getByLabelText('Ophaalgebied'), 'Heerlen 6411')
  await user.type(form.getByLabelText('Ingangsdatum'), '2027-01-01')
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Om de zoveel weken')
  await user.type(form.getByLabelText('Aantal weken'), '3')
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Op dagen die u opgeeft')
  await user.type(form.getByLabelText('Ophaaldagen'), '5-2-2027{Enter}7-1-2027')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  const panel = within(screen.getByRole('region', { name: 'Ophaalregels' }))
  const preview = within((await panel.findByText('4.321 adressen')).closest('[role=status]') as HTMLElement)
  expect(preview.getByText('woensdag 6 januari 2027')).toBeVisible()
  expect(preview.getByText('Geen ophaaldagen')).toBeVisible()
  expect(preview.getByText(/^De ophaaldagen van 2027 zijn al gepubliceerd/)).toBeVisible()
  expect(preview.getByText('1 gewijzigde ophaaldag verdwijnt hierdoor.')).toBeVisible()
  const body = {
    municipality_id: 917,
    area_id: 1,
    category: 'gft',
    from: '2027-01-01',
    until: null,
    rhythm: 'days',
    every_weeks: null,
    first_day: null,
    days: ['2027-02-05', '2027-01-07'],
  }
  expect(server.arrived(previewSchedule)[0]?.body).toEqual(body)
  expect(server.arrived(saveSchedule)).toEqual([])
  await user.click(preview.getByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('De ophaalregels zijn gewijzigd')).toBeVisible()
  expect(server.arrived(saveSchedule)[0]?.body).toEqual(body)
  expect((await scheduleForm()).getByLabelText('Ingangsdatum')).toHaveValue('')
})

test('S5.1 shows errors at the fields of a rule that are empty or invalid, and sends nothing', async () => {
  const { user, server } = await openCollections()
  const form = await scheduleForm()
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Om de zoveel weken')
  await user.type(form.getByLabelText('Aantal weken'), '0')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await form.findByRole('link', { name: 'Ophaalgebied: Dit veld is verplicht' })).toBeVisible()
  expect(form.getByRole('link', { name: 'Ingangsdatum: Dit veld is verplicht' })).toBeVisible()
  expect(form.getByRole('link', { name: 'Aantal weken: Vul 1 of meer weken in' })).toBeVisible()
  expect(server.arrived(previewSchedule)).toEqual([])
})

test('saves the maximum of pruning waste per route and day, typed in cubic metres', async () => {
  const { server, user } = await openCollections()
  server.answer(savePickupCapacity, ({ body }) => body)
  const panel = within(screen.getByRole('region', { name: 'Ophaalafspraken voor snoeiafval' }))
  const field = await panel.findByLabelText('m³ per route en dag')
  expect(field).toHaveValue('12')
  for (const [typed, message] of [
    ['', 'Dit veld is verplicht'],
    ['veel', 'Vul hier een getal in'],
    ['1,3', 'Vul hele of halve kubieke meters in'],
    ['-1', 'Vul een hoeveelheid in van 0 tot en met 500 m³'],
  ] as const) {
    await user.clear(field)
    if (typed) await user.type(field, typed)
    await user.click(panel.getByRole('button', { name: /^Opslaan/ }))
    expect(field).toHaveAccessibleDescription(message)
  }
  await user.clear(field)
  await user.type(field, '7,5{Enter}')
  expect(await screen.findByText('Elke route neemt op een dag 7,5 m³ snoeiafval mee')).toBeVisible()
  expect(server.arrived(savePickupCapacity).map(({ params, body }) => [params.municipality_id, body])).toEqual([
    ['917', { volume_litres: 7500 }],
  ])
})

test('shows the number of addresses in each area, and the number outside all areas', async () => {
  await openCollections()
  const panel = await areasPanel()
  expect(await panel.findByText('12 adressen liggen in geen enkel gebied. Daar is geen ophaalkalender.')).toBeVisible()
  const item = within(panel.getByRole('listitem'))
  expect(item.getByText('4.321 adressen')).toBeVisible()
  expect(item.getByText('6411 AA tot en met 6411 ZZ')).toBeVisible()
  expect(item.getByText('Laatst gewijzigd op 21 november 2026 om 10:04')).toBeVisible()
})

test('creates an area after a preview of the number of addresses that move to it', async () => {
  const { user, server } = await openCollections()
  const change = { moves: [{ from: 'Heerlen 6411', to: 'Centrum', addresses: 1204 }], without_days: false }
  server.answer(previewArea, () => change)
  server.answer(saveArea, () => change)
  const panel = await areasPanel()
  await user.type(panel.getByLabelText('Naam van het gebied'), 'Centrum')
  await user.selectOptions(panel.getByLabelText('Ophaaldagen overnemen van'), 'Heerlen 6411')
  await user.type(panel.getByLabelText('Postcodes'), '6411CA-6411CK{Enter}6411 CD oneven')
  await user.type(panel.getByLabelText('Losse adressen'), '6417 AT 32 a')
  await user.click(panel.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByText('1.204 adressen gaan')).toBeVisible()
  expect(server.arrived(saveArea)).toEqual([])
  await user.click(panel.getByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('Het ophaalgebied Centrum is vastgelegd')).toBeVisible()
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
  const { user, server } = await openCollections()
  server.answer(previewArea, () => ({ moves: [], without_days: true }))
  const panel = await areasPanel()
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
  const { user, server } = await openCollections()
  const panel = await areasPanel()
  await user.type(panel.getByLabelText('Postcodes'), 'Heerlen')
  await user.click(panel.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByRole('link', { name: 'Naam van het gebied: Dit veld is verplicht' })).toBeVisible()
  expect(panel.getByRole('link', { name: /^Postcodes: Dit zijn geen postcodes: Heerlen/ })).toBeVisible()
  expect(server.arrived(previewArea)).toEqual([])
})

test('shows why an area cannot be deleted, and moves the focus to the panel after a deletion', async () => {
  const { user, server } = await openCollections()
  server.fail(deleteArea, 409, 'In dit gebied liggen nog adressen')
  const panel = await areasPanel()
  await user.click(panel.getByRole('button', { name: /^Verwijderen: Heerlen 6411/ }))
  await user.click(panel.getByRole('button', { name: 'Verwijderen' }))
  expect(await panel.findByText('In dit gebied liggen nog adressen')).toBeVisible()
  server.answer(deleteArea, () => null)
  server.answer(listAreaRules, () => [])
  await user.click(panel.getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText('Het ophaalgebied Heerlen 6411 is verwijderd')).toBeVisible()
  expect(panel.getByText('Deze gemeente heeft nog geen ophaalgebieden.')).toBeVisible()
  expect(panel.getByRole('heading', { name: 'Ophaalgebieden' })).toHaveFocus()
})

test('imports days from a file after a preview, which lists the rejected lines with reasons', async () => {
  const { user, server } = await openCollections()
  const change = {
    area,
    addresses: 4321,
    years: [2027],
    streams: [{ category: 'gft' as const, before: 26, after: 27 }],
    rejected_lines: 120,
    rejected: [{ line: 3, text: '2027-02-30;gft', reason: 'dit is geen datum' }],
    published: [],
    withdrawn: 0,
  }
  server.answer(previewCollectionList, () => change)
  server.answer(saveCollectionList, () => change)
  const panel = within(screen.getByRole('region', { name: 'Ophaalregels' }))
  const form = within(await panel.findByRole('form', { name: 'Ophaaldagen inlezen' }))
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(form.getByRole('link', { name: 'Ophaaldagen uit het bestand: Dit veld is verplicht' })).toBeVisible()

  const text = 'datum;afvalsoort\n2027-01-07;gft\n2027-02-30;gft\n'
  await user.upload(form.getByLabelText('CSV-bestand'), new File([text], 'dagen.csv', { type: 'text/csv' }))
  await vi.waitFor(() => expect(form.getByLabelText('Ophaaldagen uit het bestand')).toHaveValue(text))
  await user.selectOptions(form.getByLabelText('Ophaalgebied'), 'Heerlen 6411')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByText('4.321 adressen')).toBeVisible()
  expect(panel.getByText('GFT en etensresten: nu 26, straks 27 dagen')).toBeVisible()
  expect(panel.getByText('120 regels worden overgeslagen')).toBeVisible()
  expect(panel.getByText('Regel 3: 2027-02-30;gft (dit is geen datum)')).toBeVisible()
  expect(server.arrived(saveCollectionList)).toEqual([])
  await user.click(panel.getByRole('button', { name: /^Doorvoeren: / }))
  expect(await screen.findByText('De ophaaldagen zijn ingelezen')).toBeVisible()
  expect(server.arrived(saveCollectionList)[0]?.body).toEqual({ municipality_id: 917, area_id: 1, text })
})
