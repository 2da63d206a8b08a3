import {
  addNotice,
  changePassword,
  type Employee,
  type Endpoint,
  forgotPassword,
  inviteEmployee,
  listAllowances,
  listAreaRules,
  listCollectionYears,
  listEmployees,
  listNoticesToEdit,
  login,
  publishCollectionYear,
  resetPassword,
  saveAllowance,
  saveAllowanceRule,
  savePickupCapacity,
  showAllowanceRule,
  showSubjectReport,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chosenMunicipality } from '../session/chosen-municipality.ts'
import { fakeServer } from '../test/fake-server.ts'
import { administrator, bsgw, municipal } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

type FormCase = {
  path: string
  as?: Employee
  form: string
  /** The text to type into each field, by the label of the field. */
  typed: Record<string, string>
  /** The link to insert with the rich-text editor. */
  link?: string
  endpoint: Endpoint
}

const cases: FormCase[] = [
  {
    path: '/login',
    form: 'Inloggen',
    typed: { 'E-mailadres': 'kim@loket.example', Wachtwoord: 'geheim' },
    endpoint: login,
  },
  {
    path: '/account/wachtwoord-vergeten',
    form: 'Wachtwoord vergeten',
    typed: { 'E-mailadres': 'kim@loket.example' },
    endpoint: forgotPassword,
  },
  {
    path: '/account/wachtwoord/resetten#email=kim%40loket.example&token=abc',
    form: 'Nieuw wachtwoord kiezen',
    typed: { 'Nieuw wachtwoord': 'een zin die lang genoeg is' },
    endpoint: resetPassword,
  },
  {
    path: '/change-password',
    as: bsgw,
    form: 'Wachtwoord wijzigen',
    typed: { 'Huidig wachtwoord': 'geheim', 'Nieuw wachtwoord': 'een zin die lang genoeg is' },
    endpoint: changePassword,
  },
  {
    path: '/services-and-settings/settings',
    as: administrator,
    form: 'Rollen in 2026',
    typed: { 'Rollen per huishouden in 2026': '7' },
    endpoint: saveAllowance,
  },
  {
    path: '/services-and-settings/settings',
    as: administrator,
    form: 'Wie wijzigt het aantal?',
    typed: {},
    endpoint: saveAllowanceRule,
  },
  {
    path: '/services-and-settings/notices/new',
    as: municipal,
    form: 'Mededeling',
    typed: { Titel: 'Balie dicht', 'Tot en met': '31-12-2099' },
    link: 'www.rd4.nl',
    endpoint: addNotice,
  },
  {
    path: '/services-and-settings/employees/new',
    as: administrator,
    form: 'Medewerker uitnodigen',
    typed: { 'E-mailadres': 'sem@kerkrade.example', Naam: 'Sem Balie' },
    endpoint: inviteEmployee,
  },
  {
    path: '/services-and-settings/collections/publication',
    as: administrator,
    form: 'Ophaaldagen van 2027',
    typed: { 'Ophaaldagen van 2027 te zien vanaf': '1-12-2026' },
    endpoint: publishCollectionYear,
  },
  {
    path: '/services-and-settings/collections/pickups',
    as: administrator,
    form: 'Snoeiafval per route',
    typed: { 'm³ per route en dag': '15' },
    endpoint: savePickupCapacity,
  },
  {
    path: '/services-and-settings/audit?part=report',
    as: administrator,
    form: 'Verslag maken',
    typed: { Pasnummer: '0101010101' },
    endpoint: showSubjectReport,
  },
]

function server() {
  const it = fakeServer()
  it.answer(listAllowances, () => [
    { year: 2025, rolls: 5, proposal: null },
    { year: 2026, rolls: 6, proposal: null },
  ])
  it.answer(showAllowanceRule, () => ({ changed_by: 'administrator' as const }))
  it.answer(listNoticesToEdit, () => [])
  it.answer(listEmployees, () => [])
  it.answer(listAreaRules, () => [])
  it.answer(listCollectionYears, () => [{ year: 2027, published_on: null, changed: null }])
  return it
}

const failures = [
  [0, 'Het loket is niet bereikbaar'],
  [409, 'Iemand anders was u voor'],
  [422, 'Niet alles is goed ingevuld'],
  [500, 'Er is iets misgegaan'],
] as const

test.each(cases)(
  'S3.12 S8.1 $form keeps the typed text after each failure, and can be submitted again',
  async ({ path, as, form, typed, link, endpoint }) => {
    chosenMunicipality.write(917)
    const { user, server: fake } = await openPage(path, { as, server: server() })
    const own = within(await screen.findByRole('form', { name: form }))
    for (const [label, text] of Object.entries(typed)) {
      const field = await own.findByLabelText(label)
      await user.clear(field)
      await user.type(field, text)
    }
    if (link) {
      await user.click(own.getByRole('button', { name: 'Link' }))
      await user.keyboard(`${link}{Enter}`)
    }
    for (const role of own.queryAllByRole('checkbox')) if (!role.matches(':checked')) await user.click(role)
    const submit = own.getAllByRole('button').find((button) => button.matches('[type="submit"]'))
    for (const [count, [status, message]] of failures.entries()) {
      fake.fail(endpoint, status, message)
      await user.click(submit as HTMLElement)
      await waitFor(() => expect(own.getByRole('alert')).toHaveTextContent(message))
      // Only a failure of the server has a code to report.
      if (status === 500) expect(own.getByRole('alert')).toHaveTextContent(/foutcode 500 en 018f/i)
      else expect(own.getByRole('alert')).not.toHaveTextContent(/foutcode/i)
      expect(document.title).toMatch(/^Fout: /)
      for (const [label, text] of Object.entries(typed)) {
        const field = own.getByLabelText(label)
        expect('value' in field ? field.value : field.textContent, label).toBe(text)
      }
      if (link) expect(own.getByRole('textbox', { name: 'Tekst' })).toHaveTextContent(link)
      expect(submit).toBeEnabled()
      expect(fake.arrived(endpoint)).toHaveLength(count + 1)
    }
  },
)
