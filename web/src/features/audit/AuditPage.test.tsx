import {
  type AuditEntry,
  actionWords,
  checkLogs,
  defaultOfficeHours,
  type EmployeeMonth,
  exportAuditEvents,
  listEmployees,
  listLogs,
  type Processing,
  reviewMonth,
  saveOfficeHours,
  searchAuditEvents,
  showMonth,
  showOfficeHours,
  showSubjectReport,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { today } from '../../kit/browser/days.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const administratorAndProvider = { ...administrator, roles: [...administrator.roles, 'bsgw_employee' as const] }

const event: AuditEntry = {
  position: 7,
  happened_at: '2026-03-04T10:31:00+01:00',
  employee: 'Noor Balie',
  action: 'find_resident',
  object_kind: 'pass',
  object_key: 'f00df00df00df00df00d',
  object_name: null,
  result: 'not_found',
  result_count: 0,
  purpose: 'pas_defect',
  old_values: null,
  new_values: null,
  origin: '192.0.2.1',
  trace_id: 'a trace',
}

async function openPart(part: string, server = fakeServer()) {
  server.answer(listEmployees, () => [])
  const opened = await openPage(`/services-and-settings/audit?part=${part}`, { as: administrator, server })
  return opened
}

test('S1.3 denies access to the log to an employee who is not an administrator', async () => {
  await openPage('/services-and-settings/audit', { as: municipal })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

describe('the search of the audit log', () => {
  test('names employees with the same name by their address', async () => {
    const server = fakeServer()
    const [employee] = exampleReply(listEmployees)
    if (!employee) throw new Error('The example has no employee')
    const twin = { ...employee, id: 9, email: 'noor2@heerlen.example' }
    server.answer(listEmployees, () => [employee, twin, { ...twin, id: 10, name: 'Sem Snel' }])
    await openPage('/services-and-settings/audit?part=events', { as: administrator, server })
    const field = await screen.findByRole('combobox', { name: 'Medewerker' })
    await waitFor(() =>
      expect([...field.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
        'Iedereen',
        `${employee.name} (${employee.email})`,
        `${employee.name} (noor2@heerlen.example)`,
        'Sem Snel',
      ]),
    )
  })

  test('S8.1 shows an error when the list of employees to choose from fails to load', async () => {
    const server = fakeServer()
    server.fail(listEmployees, 503, 'Even niet bereikbaar.')
    await openPage('/services-and-settings/audit?part=events', { as: administrator, server })
    expect(await screen.findByRole('alert')).toHaveTextContent('Even niet bereikbaar.')
  })

  test('finds entries by pass number, and keeps that number out of the URL', async () => {
    const { server, user, place } = await openPart('events')
    server.answer(searchAuditEvents, () => ({ data: [event], meta: { next: null } }))
    const form = screen.getByRole('form', { name: 'Zoeken in het logboek' })
    await user.type(within(form).getByLabelText('Pasnummer'), '0101 0101 01')
    await user.click(within(form).getByRole('button', { name: 'Zoeken' }))
    const row = await screen.findByRole('row', { name: /Noor Balie/ })
    expect(row).toHaveTextContent('4 maart 2026, 10:31')
    expect(screen.getByText('Gevonden', { selector: '[role=status]' })).toBeInTheDocument()
    expect(row).toHaveTextContent('Noor Balie zocht milieupas …0101 op (Pas werkt niet): niet gevonden')
    expect(row).not.toHaveTextContent('f00d')
    expect(server.arrived(searchAuditEvents).at(-1)?.body).toMatchObject({ environmental_pass_number: '0101 0101 01' })
    expect(place()).not.toContain('0101')
  })

  test('S5.3 shows the errors of a rejected search at its fields, and nowhere else', async () => {
    const { server, user } = await openPart('events')
    server.fail(searchAuditEvents, 422, 'Niet alles is goed ingevuld', { from: ['Kies een latere dag'] })
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    const from = screen.getByLabelText('Van')
    await waitFor(() => expect(from).toHaveAccessibleDescription('Kies een latere dag'))
    expect(from).toBeInvalid()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('folds the days of a change of several collection days below one line', async () => {
    const { server, user } = await openPart('events')
    const day = (date: string) => `West, GFT op 2026-03-${date}`
    const changed = {
      ...{ ...event, action: 'change_collection_rules' as const, result: 'done' as const, purpose: null },
      ...{ object_kind: 'collection_change', object_key: '1', object_name: 'Heerlen' },
      old_values: { [day('02')]: 'gepland', [day('03')]: 'gepland' },
      new_values: { [day('02')]: 'vervalt', [day('03')]: 'vervalt' },
    }
    server.answer(searchAuditEvents, () => ({ data: [changed], meta: { next: null } }))
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    const line = 'West, GFT op 2 maart 2026: was gepland, nu vervalt'
    expect(await screen.findByText(line)).not.toBeVisible()
    await user.click(screen.getByText('2 ophaaldagen gewijzigd'))
    expect(screen.getByText(line)).toBeVisible()
  })

  test('opens with the newest entries, and sends no second request when the window gets the focus', async () => {
    const server = fakeServer()
    server.answer(searchAuditEvents, () => ({ data: [event], meta: { next: null } }))
    await openPart('events', server)
    expect(await screen.findByRole('row', { name: /Noor Balie/ })).toBeVisible()
    // Each request is logged.
    window.dispatchEvent(new Event('focus'))
    expect(server.arrived(searchAuditEvents).map(({ body }) => body)).toMatchObject([{ to: today(), action: null }])
  })

  test('sends another request when the same search is submitted again', async () => {
    const server = fakeServer()
    server.answer(searchAuditEvents, () => ({ data: [event], meta: { next: null } }))
    const { user } = await openPart('events', server)
    await screen.findByRole('row', { name: /Noor Balie/ })
    const later = { ...event, position: 8, employee: 'Sem Balie' }
    server.answer(searchAuditEvents, () => ({ data: [later, event], meta: { next: null } }))
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    expect(await screen.findByRole('row', { name: /Sem Balie/ })).toBeVisible()
    expect(server.arrived(searchAuditEvents)).toHaveLength(2)
  })

  test.each([
    ['a link to its page for a provider employee', administratorAndProvider, '/address/a1'],
    ['only its name for another administrator', administrator, undefined],
  ])('shows an address as %s', async (_, as, href) => {
    const server = fakeServer()
    server.answer(listEmployees, () => [])
    const lookup = {
      action: 'show_bill',
      object_kind: 'address',
      object_key: 'a1',
      object_name: 'Akerstraat 118, Heerlen',
      purpose: 'aanslag_vraag',
    } as const
    server.answer(searchAuditEvents, () => ({ data: [{ ...event, ...lookup }], meta: { next: null } }))
    const { user } = await openPage('/services-and-settings/audit?part=events', { as, server })
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    const row = within(await screen.findByRole('row', { name: /Noor Balie/ }))
    expect(row.getByText(/Akerstraat 118, Heerlen/)).toBeVisible()
    expect(row.queryByRole('link')?.getAttribute('href') ?? undefined).toBe(href)
  })

  test('finds an action by typing part of its words, and removes the filter with its chip', async () => {
    const { server, user } = await openPart('events')
    server.answer(searchAuditEvents, () => ({ data: [event], meta: { next: null } }))
    const field = screen.getByRole('combobox', { name: 'Handeling' })
    await user.click(field)
    expect(screen.getByRole('group', { name: 'Inloggen en accounts' })).toBeVisible()
    const listed = () => within(screen.getByRole('listbox', { name: 'Handelingen' })).getAllByRole('option')
    expect(listed()).toHaveLength(Object.keys(actionWords).length)
    await user.keyboard('hele naam')
    expect(listed().map(({ textContent }) => textContent)).toEqual(['Hele naam bekeken'])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field).toHaveValue('Hele naam bekeken')
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    const chip = await screen.findByRole('button', { name: 'Handeling: Hele naam bekeken weghalen' })
    expect(server.arrived(searchAuditEvents).at(-1)?.body).toMatchObject({ action: 'show_resident_name' })
    await user.click(chip)
    await waitFor(() => expect(server.arrived(searchAuditEvents)).toHaveLength(3))
    expect(server.arrived(searchAuditEvents).at(-1)?.body).toMatchObject({ action: null })
    expect(screen.getByLabelText('Handeling')).toHaveValue('')
    expect(screen.getByRole('group', { name: 'Gekozen filters' })).toHaveFocus()
  })

  test('exports the entries with the filter of the search', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    const { server, user } = await openPart('events')
    server.answer(searchAuditEvents, () => ({ data: [event], meta: { next: null } }))
    server.answer(exportAuditEvents, () => 'Tijdstip;Medewerker\r\n')
    await user.click(screen.getByRole('button', { name: 'Zoeken' }))
    await user.click(await screen.findByRole('button', { name: 'Exporteren als CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(server.arrived(exportAuditEvents)[0]?.body).toEqual(server.arrived(searchAuditEvents)[0]?.body)
  })
})

test('the report for a resident lists each action with its time and purpose', async () => {
  const { server, user } = await openPart('report')
  const processing: Processing = { at: '2026-03-04T10:31:00+01:00', action: 'request_rolls', purpose: 'extra_rollen' }
  server.answer(showSubjectReport, () => [processing])
  const form = screen.getByRole('form', { name: 'Verslag maken' })
  await user.type(within(form).getByLabelText('Pasnummer'), '0101010101{Enter}')
  expect(await screen.findByRole('row', { name: /4 maart 2026, 10:31/ })).toHaveTextContent(
    'Rollen uitgegevenExtra rollen',
  )
  expect(screen.getByText('1 keer verwerkt', { selector: '[role=status]' })).toBeInTheDocument()
})

test('the report button is busy until the report arrives, and ignores a click in the meantime', async () => {
  const { server, user } = await openPart('report')
  let respond: (found: Processing[]) => void = () => {}
  server.answer(showSubjectReport, () => new Promise((resolve) => (respond = resolve)))
  const form = screen.getByRole('form', { name: 'Verslag maken' })
  await user.type(within(form).getByLabelText('Pasnummer'), '0101010101{Enter}')
  const button = screen.getByRole('button', { name: 'Verslag maken' })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await user.click(button)
  respond([])
  expect(await screen.findByText('Over deze pas is niets vastgelegd.')).toBeVisible()
  expect(server.arrived(showSubjectReport)).toHaveLength(1)
})

test('marks the month of an employee as reviewed, and shows the reviewer and the day', async () => {
  const month: EmployeeMonth = {
    employee_id: 5,
    name: 'Noor Balie',
    lookups: 40,
    names_shown: 3,
    not_found: 10,
    addresses: 12,
    outside_hours: 2,
    office_hours: defaultOfficeHours,
    same_pass: 6,
    own: false,
    reviewed: null,
  }
  const server = fakeServer()
  let reviewed = false
  const row = () => ({
    ...month,
    reviewed: reviewed ? { by: 'Jo Beheer', at: '2026-04-01T09:00:00+02:00', remark: 'Besproken' } : null,
  })
  server.answer(showMonth, () => [row()])
  server.answer(reviewMonth, () => {
    reviewed = true
    return row()
  })
  const { user } = await openPart('months&month=2026-03', server)
  expect(await screen.findByText(/^Gezocht op: maart 2026\./)).toBeInTheDocument()
  const found = await screen.findByRole('row', { name: /Noor Balie.*12 adressen/ })
  expect(found).toHaveTextContent('12 adressen')
  expect(found).toHaveTextContent('25 % boven de normMeer dan de norm: ten hoogste 20 %')
  expect(found).toHaveTextContent('Meer dan de norm: geen enkele keer buiten 07.00 tot 19.00 of in het weekend')
  expect(screen.getByLabelText('Maand')).toHaveDisplayValue(/maart 2026/)
  expect(screen.getByText('1 medewerker', { selector: '[role=status]' })).toBeInTheDocument()
  expect(found).toHaveTextContent('Nog niet beoordeeld')
  const form = within(screen.getByRole('form', { name: 'Beoordeling van Noor Balie' }))
  await user.type(form.getByLabelText('Opmerking (mag leeg)'), 'Besproken')
  await user.click(form.getByRole('button', { name: 'Markeer als beoordeeld: Noor Balie' }))
  expect(await screen.findByText('1 april 2026, door Jo Beheer: Besproken')).toBeVisible()
  expect(await screen.findByText('De maand van Noor Balie is beoordeeld')).toBeVisible()
  expect(server.arrived(reviewMonth)[0]).toMatchObject({
    params: { month: '2026-03', employee_id: '5' },
    body: { remark: 'Besproken' },
  })
})

test('saves the office hours of a municipality, and shows an error at the field of a time that is no time', async () => {
  const server = fakeServer()
  server.answer(showMonth, () => [])
  server.answer(showOfficeHours, () => defaultOfficeHours)
  server.answer(saveOfficeHours, ({ body }) => body)
  const { user } = await openPart('months', server)
  await user.selectOptions(await screen.findByLabelText('Gemeente'), 'Heerlen')
  const opens = await screen.findByLabelText('Open vanaf')
  expect(opens).toHaveValue('07:00')
  await user.clear(opens)
  await user.type(opens, 'acht')
  await user.click(screen.getByRole('button', { name: 'Kantoortijden opslaan voor Heerlen' }))
  expect(opens).toHaveAccessibleDescription('Vul een tijd in, zoals 08:30')
  await user.clear(opens)
  await user.type(opens, '8.30{Enter}')
  expect(await screen.findByText('Het kantoor van Heerlen is open van 08:30 tot 19:00')).toBeVisible()
  expect(server.arrived(saveOfficeHours).map(({ body }) => body)).toEqual([{ ...defaultOfficeHours, opens: '08:30' }])
})

test('a typed remark is restored when the administrator returns to the month', async () => {
  const server = fakeServer()
  const noor = { employee_id: 5, name: 'Noor Balie', lookups: 4, names_shown: 3, not_found: 1, addresses: 2 }
  server.answer(showMonth, () => [
    { ...noor, outside_hours: 1, office_hours: defaultOfficeHours, same_pass: 2, own: false, reviewed: null },
  ])
  const { user, router } = await openPart('months&month=2026-02', server)
  const remark = () => screen.findByLabelText('Opmerking (mag leeg)')
  await user.type(await remark(), 'Besproken')
  await act(() => router.navigate({ to: '.', search: { part: 'months', month: '2026-03' } }))
  expect(await remark()).toHaveValue('')
  await act(() => router.navigate({ to: '.', search: { part: 'months', month: '2026-02' } }))
  expect(await remark()).toHaveValue('Besproken')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Besproken')
})

test('each figure of a month links to its entries in the log', async () => {
  const server = fakeServer()
  const noor = { employee_id: 5, name: 'Noor Balie', lookups: 4, names_shown: 3, not_found: 1, addresses: 2 }
  server.answer(showMonth, () => [
    { ...noor, outside_hours: 1, office_hours: defaultOfficeHours, same_pass: 2, own: false, reviewed: null },
  ])
  server.answer(listEmployees, () => [])
  server.answer(searchAuditEvents, () => ({ data: [], meta: { next: null } }))
  const { user } = await openPart('months&month=2026-02', server)
  await user.click(await screen.findByRole('link', { name: '3 keer' }))
  expect(await screen.findByText('In deze periode staat hierover niets in het logboek.')).toBeVisible()
  expect(server.arrived(searchAuditEvents).map(({ body }) => body)).toMatchObject([
    { from: '2026-02-01', to: '2026-02-28', employee_id: 5, action: 'show_resident_name' },
  ])
  expect(screen.getByLabelText('Van')).toHaveValue('1-2-2026')
})

test('offers administrators no review of their own month, and states who reviews it', async () => {
  const server = fakeServer()
  const own = { employee_id: 5, name: 'Jo Beheer', lookups: 1, names_shown: 0, not_found: 0, addresses: 0 }
  server.answer(showMonth, () => [
    { ...own, outside_hours: 0, office_hours: defaultOfficeHours, same_pass: 1, own: true, reviewed: null },
  ])
  await openPart('months&month=2026-03', server)
  expect(await screen.findByText('Een andere beheerder beoordeelt uw eigen maand.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Markeer als beoordeeld/ })).toBeNull()
})

test('shows an error at the field for an invalid month', async () => {
  const server = fakeServer()
  server.fail(showMonth, 422, 'Niet alles is goed ingevuld', { month: ['Vul een maand in, zoals 2026-11'] })
  await openPart('months&month=november', server)
  expect(await screen.findByRole('link', { name: 'Maand: Vul een maand in, zoals 2026-11' })).toBeVisible()
  expect(screen.getByLabelText('Maand')).toBeInvalid()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('shows after a check that a log is not intact', async () => {
  const server = fakeServer()
  const log = { log: 'audit' as const, length: 12, kept_from: 3, checked: null }
  server.answer(listLogs, () => [log])
  server.answer(checkLogs, () => [
    { ...log, checked: { at: '2026-04-01T09:00:00+02:00', length: 12, fault: 'broken' as const, broken_at: 7 } },
  ])
  const { user } = await openPart('logs', server)
  expect(await screen.findByText('Nog niet gecontroleerd.')).toBeVisible()
  expect(screen.getByText(/10 regels/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Nu controleren' }))
  expect(await screen.findByText(/niet heel vanaf regel 7\. Laat dit onderzoeken\./)).toBeVisible()
})

test('shows the result of a check that is faster than the list of logs', async () => {
  const server = fakeServer()
  const log = { log: 'audit' as const, length: 12, kept_from: 3, checked: null }
  const listed = Promise.withResolvers<(typeof log)[]>()
  server.answer(listLogs, () => listed.promise)
  server.answer(checkLogs, () => [
    { ...log, checked: { at: '2026-04-01T09:00:00+02:00', length: 12, fault: null, broken_at: null } },
  ])
  const { user } = await openPart('logs', server)
  await user.click(screen.getByRole('button', { name: 'Nu controleren' }))
  expect(await screen.findByText(/: heel, er is niets weggehaald of gewijzigd\./)).toBeVisible()
  await act(async () => {
    listed.resolve([log])
    // A reply just after the loading state has appeared is delayed.
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(screen.getByText(/: heel, er is niets weggehaald of gewijzigd\./)).toBeVisible()
})
