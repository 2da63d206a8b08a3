import type { Page } from '@playwright/test'
import { findResident, issueRolls, listPassHandovers, listRollIssues } from '@rd4-loket/contract'
import { readCard } from '../../read-card.ts'
import { day } from '../clock.ts'
import { clerk, provider, type State } from '../state.ts'
import { change, fail, hold, issueRoll, scan, sequence, undoIssue } from '../steps.ts'

const desk = '/services-and-settings'
const october = 'from=2026-10-01&to=2026-10-31'
/** Chooses a purpose without a pass, and enters an address. */
const enterAddress = (purpose: string, line: string) => async (page: Page) => {
  await page.getByRole('radio', { name: purpose }).check()
  const field = page.getByRole('combobox', { name: 'Adres van de inwoner' })
  await field.fill(line)
  await field.press('Enter')
}

/** Shows the address of a pass as split in two, since a day. */
const retireAddress = change(findResident, (resident) => ({
  ...resident,
  address: resident.address && {
    ...resident.address,
    notes: [{ text: 'Gesplitst in', addresses: ['A', 'B'].map((letter) => ({ alias: letter, line: `12 ${letter}` })) }],
  },
  address_retired_on: '2026-09-01',
}))

/** The screens of the feature 'passes'. */
export const states: State[] = [
  { screen: '/services-and-settings', state: 'forbidden', as: provider, shows: 'Geen toegang' },
  { screen: desk, state: 'first', as: clerk, shows: 'Milieupas' },
  { screen: desk, state: 'active pass', main: true, as: clerk, act: scan('0101010101'), shows: 'Nog 6 rollen' },
  { screen: desk, state: 'blocked pass', as: clerk, act: scan('0202020202'), shows: /^Geblokkeerd/ },
  { screen: desk, state: 'expired pass', as: clerk, act: scan('0303030303'), shows: 'Geen rollen: pas vervallen' },
  {
    screen: desk,
    state: 'unknown pass',
    as: clerk,
    act: scan('0404040404'),
    shows: 'Deze pas is niet bekend in uw gemeente.',
  },
  { screen: desk, state: 'invalid number', as: clerk, act: scan('?'), shows: /^Dit is geen pasnummer\. / },
  {
    screen: desk,
    state: 'pass of an address that no longer exists',
    as: clerk,
    before: retireAddress,
    act: scan('0101010101'),
    shows: 'Dit adres bestaat niet meer sinds 1 september 2026. Gesplitst in 12 A en 12 B.',
  },
  {
    screen: desk,
    state: 'number twice in one scan',
    as: clerk,
    act: scan('0101010101'.repeat(3)),
    shows: /^Het pasnummer staat er meer dan één keer\. /,
  },
  {
    screen: desk,
    state: 'waiting',
    as: clerk,
    before: hold(findResident),
    act: scan('0101010101'),
    shows: 'Pasnummer',
  },
  {
    screen: desk,
    state: 'failing',
    as: clerk,
    before: fail(findResident),
    act: scan('0101010101'),
    shows: 'Opnieuw proberen',
  },
  {
    screen: desk,
    state: 'too many rolls',
    as: clerk,
    act: async (page) => {
      await scan('0101010101')(page)
      await page.getByLabel('Aantal rollen').pressSequentially('99')
      await page.keyboard.press('Enter')
    },
    shows: 'Dit huishouden kan dit jaar nog 6 van de 6 rollen krijgen',
  },
  {
    screen: desk,
    state: 'issue not certain',
    as: clerk,
    before: fail(issueRolls),
    act: async (page) => {
      await scan('0101010101')(page)
      await page.getByLabel('Aantal rollen').pressSequentially('1')
      await page.keyboard.press('Enter')
    },
    shows: /er wordt niets dubbel uitgegeven/,
  },
  {
    screen: desk,
    state: 'after an issue',
    as: clerk,
    act: sequence(scan('0101010102'), issueRoll),
    shows: 'Net gedaan',
  },
  {
    screen: desk,
    state: 'after an undo',
    as: clerk,
    act: sequence(scan('0101010102'), issueRoll, undoIssue),
    shows: 'De uitgifte is ongedaan gemaakt',
  },
  {
    screen: desk,
    state: 'pass that does not work',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Pas werkt niet' }).check()
      await scan('0101010101')(page)
    },
    shows: 'Alleen blokkeren',
  },
  {
    screen: desk,
    state: 'new pass to confirm',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Pas werkt niet' }).check()
      await scan('0101010101')(page)
      await page.getByRole('button', { name: 'Alleen blokkeren' }).waitFor()
      await scan('0909090902')(page)
    },
    shows: 'Vervang de pas',
  },
  {
    screen: desk,
    state: 'container not emptied',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Vraag van inwoner' }).check()
      await scan('0101010101')(page)
      await page.getByRole('button', { name: 'Nakijken en melden' }).click()
      await page.getByText('Andere dag').click()
    },
    shows: 'Lees voor',
  },
  {
    screen: desk,
    state: 'objection to hand over',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Bezwaar tegen aanslag' }).check()
      await scan('0101010101')(page)
    },
    shows: 'Ontvangen en overdragen',
  },
  {
    screen: desk,
    state: 'objection without a day',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Bezwaar tegen aanslag' }).check()
      await scan('0101010101')(page)
      await page.getByLabel('Ontvangen op').fill('')
      await page.getByRole('button', { name: 'Ontvangen en overdragen' }).click()
    },
    shows: 'Ontvangen op: Dit veld is verplicht',
  },
  {
    screen: desk,
    state: 'objections handed over before',
    as: clerk,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Bezwaar tegen aanslag' }).check()
      await scan('0101010102')(page)
    },
    shows: 'Nog een bezwaar overdragen',
  },
  {
    screen: desk,
    state: 'objections failing',
    as: clerk,
    before: fail(listPassHandovers),
    act: async (page) => {
      await page.getByRole('radio', { name: 'Bezwaar tegen aanslag' }).check()
      await scan('0101010101')(page)
    },
    shows: 'Opnieuw proberen',
  },
  {
    screen: desk,
    state: 'address without a pass',
    as: clerk,
    act: enterAddress('Pas vergeten', 'akerstraat 130 heerlen'),
    shows: 'Eerste pas uitgeven',
  },
  {
    screen: desk,
    state: 'first pass to confirm',
    as: clerk,
    act: sequence(enterAddress('Eerste pas', 'akerstraat 130 heerlen'), async (page) => {
      await page.getByText('Scan de nieuwe pas.').waitFor()
      await scan('0909090930')(page)
    }),
    shows: 'Geef de pas uit',
  },
  {
    screen: desk,
    state: 'first pass without a name',
    as: clerk,
    act: sequence(enterAddress('Eerste pas', 'akerstraat 130 heerlen'), async (page) => {
      await page.getByText('Scan de nieuwe pas.').waitFor()
      await scan('0909090930')(page)
      await page.getByLabel('Naam van de inwoner').waitFor()
      await readCard(page)
      await page.keyboard.press('Enter')
    }),
    shows: 'Dit veld is verplicht',
  },
  {
    screen: desk,
    state: 'resident without the pass',
    as: clerk,
    act: sequence(enterAddress('Pas vergeten', '6411CD 118'), async (page) => {
      await page.getByRole('option', { selected: true }).click()
    }),
    shows: 'Nog 6 rollen',
  },
  {
    screen: `${desk}/requests`,
    state: 'of one employee and pass',
    as: clerk,
    at: `${desk}/requests?${october}&employee=noor&ending=9999`,
    shows: 'Geen uitgiften',
  },
  {
    screen: `${desk}/requests`,
    state: 'none',
    as: clerk,
    at: `${desk}/requests?from=2019-01-01&to=2019-01-02`,
    shows: 'Geen uitgiften',
  },
  {
    screen: `${desk}/requests`,
    state: 'many',
    main: true,
    as: clerk,
    at: `${desk}/requests?${october}`,
    shows: 'Per week',
  },
  {
    screen: `${desk}/requests`,
    state: 'failing',
    as: clerk,
    at: `${desk}/requests?${october}`,
    before: fail(listRollIssues),
    shows: 'Opnieuw proberen',
  },
  {
    screen: `${desk}/requests`,
    state: 'error at a field',
    as: clerk,
    at: `${desk}/requests?from=${day}&to=2026-01-01`,
    shows: 'De laatste dag ligt voor de eerste',
  },
]
