import type { Page } from '@playwright/test'
import {
  type CollectionChange,
  listAreaRules,
  listCollectionChanges,
  listCollectionYears,
  listPlannedCollections,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { day } from '../clock.ts'
import { administrator, type State } from '../state.ts'
import { answer, fail, hold, press, sequence, submit } from '../steps.ts'

const selectHeerlen = (page: Page) => page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })
const yearAfterNext = Number(day.slice(0, 4)) + 2
const collections = '/services-and-settings/collections'
const changes = `${collections}/changes`
const section = `${collections}/$section`
const areas = `${collections}/areas`
const rules = `${collections}/rules`
const imports = `${collections}/import`
const publication = `${collections}/publication`
const pickups = `${collections}/pickups`
const chooseHeerlen = async (page: Page) => {
  await selectHeerlen(page)
  await page.getByRole('main').getByRole('form').nth(2).waitFor()
}
const choosePlanner = async (page: Page) => {
  await selectHeerlen(page)
  await page.getByRole('row', { name: /^Heerlen 6417/ }).waitFor()
}
/** Opens the last collection of an area that the planner shows. */
const openDay = (page: Page) =>
  page
    .getByRole('row', { name: /^Heerlen 6417/ })
    .getByRole('button')
    .last()
    .click()
const [lastChange] = exampleReply(listCollectionChanges) as [CollectionChange]

/** Shows a move of a collection day, and an earlier move of the same day. Only the last can be undone. */
const showCollectionChanges = answer(listCollectionChanges, [
  { ...lastChange, id: 9 },
  { ...lastChange, is_latest: false },
])

/** The screens of the feature 'calendar planning'. */
export const states: State[] = [
  {
    screen: collections,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: choosePlanner,
    shows: /^\d+ ophaaldagen$|Ophaaldagen per gebied en week/,
  },
  {
    screen: collections,
    state: 'list of weeks',
    as: administrator,
    width: 360,
    act: selectHeerlen,
    shows: 'Eerder',
  },
  {
    screen: collections,
    state: 'waiting',
    as: administrator,
    before: hold(listPlannedCollections),
    act: selectHeerlen,
    shows: 'Bezig met laden',
  },
  {
    screen: collections,
    state: 'failing',
    as: administrator,
    before: fail(listPlannedCollections),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: collections,
    state: 'open day',
    as: administrator,
    act: sequence(choosePlanner, openDay),
    shows: 'Nieuwe dag',
  },
  {
    screen: collections,
    state: 'day not filled in',
    as: administrator,
    act: sequence(choosePlanner, openDay, press('Laten vervallen')),
    shows: /^Reden: /,
  },
  {
    screen: collections,
    state: 'several days',
    as: administrator,
    act: sequence(choosePlanner, press(/^Heerlen 6417/), press('Selectie wijzigen')),
    shows: 'Aantal dagen later',
  },
  {
    screen: changes,
    state: 'none',
    main: true,
    as: administrator,
    act: selectHeerlen,
    shows: 'Er zijn nog geen ophaaldagen verplaatst of vervallen.',
  },
  {
    screen: changes,
    state: 'undo refused',
    as: administrator,
    before: showCollectionChanges,
    act: sequence(selectHeerlen, async (page) => {
      await page
        .getByRole('button', { name: /^Ongedaan maken/ })
        .last()
        .focus()
    }),
    shows: 'Deze ophaaldagen zijn daarna weer gewijzigd, dus ongedaan maken kan niet meer',
  },
  {
    screen: changes,
    state: 'failing',
    as: administrator,
    before: fail(listCollectionChanges),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: section,
    at: areas,
    state: 'areas, of a municipality',
    main: true,
    as: administrator,
    act: chooseHeerlen,
    shows: 'Heerlen 6417',
  },
  {
    screen: section,
    at: areas,
    state: 'areas, failing',
    as: administrator,
    before: fail(listAreaRules),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: section,
    at: areas,
    state: 'areas, preview of a changed area',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const panel = page.getByRole('region', { name: 'Een gebied maken of wijzigen' })
      await panel.getByLabel('Naam van het gebied').fill('Heerlen proef')
      await panel.getByLabel('Postcodes').fill('6417 AT even')
      await panel.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: /adressen gaan van Heerlen 6417 naar Heerlen proef/,
  },
  {
    screen: rules,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: chooseHeerlen,
    shows: 'Heerlen 6417',
  },
  {
    screen: rules,
    state: 'failing',
    as: administrator,
    before: fail(listAreaRules),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: rules,
    state: 'rule not filled in',
    as: administrator,
    act: sequence(chooseHeerlen, submit('Een ophaalregel wijzigen')),
    shows: /^Ingangsdatum: /,
  },
  {
    screen: section,
    at: imports,
    state: 'imports, of a municipality',
    as: administrator,
    act: chooseHeerlen,
    shows: 'CSV-bestand',
  },
  {
    screen: section,
    at: imports,
    state: 'imports, days from a list',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const form = page.getByRole('form', { name: 'Ophaaldagen inlezen' })
      const lines = ['datum;afvalstroom', `${yearAfterNext}-02-03;gft`, `${yearAfterNext}-02-30;gft`]
      await form.getByLabel('Ophaaldagen uit het bestand').fill(lines.join('\n'))
      await form.getByLabel('Ophaalgebied').selectOption({ label: 'Heerlen 6417' })
      await form.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: '1 regel wordt overgeslagen:',
  },
  {
    screen: section,
    at: publication,
    state: 'publication, of a municipality',
    as: administrator,
    act: selectHeerlen,
    shows: /^Datum voor/,
  },
  {
    screen: section,
    at: publication,
    state: 'publication, failing',
    as: administrator,
    before: fail(listCollectionYears),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: section,
    at: pickups,
    state: 'pickups, no municipality chosen',
    as: administrator,
    shows: 'Kies eerst een gemeente.',
  },
  {
    screen: section,
    at: pickups,
    state: 'pickups, of a municipality',
    as: administrator,
    act: selectHeerlen,
    shows: 'm³ per route en dag',
  },
]
