import {
  closeHandover,
  decideMissedReports,
  decideObjection,
  listAddressEquipment,
  listMissedReports,
  listTasks,
  listUndoable,
  type MissedStreet,
  markOutcomeSeen,
  markVersionSeen,
  type Reply,
  reopenMissedReports,
  showBill,
  type Task,
  type UndoableAction,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { administrator, bsgw, makeBill, makeHandover, makeObjection, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const address = { alias: 'a1', line: 'Akerstraat 118 b, 6411 CD Heerlen' }
const objection: Task = {
  ...makeObjection({ note: 'Twee keer op één ochtend' }),
  ...{ kind: 'objection', due_on: '2026-12-31', address, year: 2025 },
  cleared_at: '2025-03-04T07:31:00+01:00',
  waste_type: 'residual_waste',
}
const handover: Task = {
  ...makeHandover(),
  ...{ kind: 'handover', due_on: '2026-11-27', address, municipality: heerlen },
}
const outcome: Task = {
  ...{ kind: 'outcome', id: 5, due_on: '2026-11-26', of: 'handover', address, year: 2025 },
  ...{ outcome: 'upheld', reason: 'Twee ledigingen zijn terug', decided_by: 'Kim de Vries' },
}
const malfunction: Task = {
  ...{ kind: 'malfunction', id: 3, due_on: '2026-11-23', waste_type: 'residual_waste', malfunction: 'lock', note: '' },
  collection_system: { alias: 's1', name: 'Zonnewijzerplein 1', municipality: heerlen },
}

/** A server with these tasks, on Wednesday 25 November 2026. `open` is the list that the next call returns. */
function serverWith(open: Task[], seen_version: string | null = '1.1.0') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const server = fakeServer()
  const tasks = { open }
  const counts = {
    objections: 0,
    handovers: 0,
    missed_reports: 0,
    outcomes: 0,
    malfunctions: 0,
    invitations: 0,
    months: 0,
  }
  server.answer(
    listTasks,
    (): Reply<typeof listTasks> => ({ data: tasks.open, meta: { today: '2026-11-25', counts, seen_version } }),
  )
  return { server, tasks }
}

const panel = async () => within(await screen.findByRole('region', { name: 'Voor mij' }))
const textsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const missed: Task = { kind: 'missed_reports', id: 0, due_on: '2026-11-24', open: 12, overdue: 2 }

test('opens the streets in place by keyboard, stores one outcome of a street, and says who was first', async () => {
  const { server, tasks } = serverWith([missed])
  const { data, meta } = exampleReply(listMissedReports)
  const street = data[0] ?? expect.unreachable()
  const report = street.reports[0] ?? expect.unreachable()
  const reports = [report, { ...report, id: 10, address: { alias: 'a10', line: 'Akerstraat 120, 6411 CD Heerlen' } }]
  let open: MissedStreet[] = [
    { ...street, addresses: 6, likely_missed: true, overdue: true, reports },
    { ...street, street: 'Wieënweg', waste_type: 'paper' },
  ]
  server.answer(listMissedReports, () => ({ data: open, meta: { ...meta, total: open.length } }))
  server.answer(decideMissedReports, () => {
    open = open.slice(1)
    server.answer(listUndoable, (): UndoableAction[] => [
      { kind: 'missed_outcome', id: 9, pass_ending: '', rolls: null, reports: 2, seconds_left: 290 },
    ])
    return { decided: 2 }
  })
  server.answer(reopenMissedReports, () => ({ reopened: 2 }))
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  const shown = await panel()
  expect((await shown.findByText('12 open, 2 te laat')).nextSibling).toHaveAttribute('data-urgency', 'late')
  expect(server.arrived(listMissedReports)).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  const line = 'Restafval · di 17 november · 6 adressen: waarschijnlijk rit gemist'
  expect(await shown.findByText(line)).toBeVisible()
  await user.keyboard('j{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Akerstraat, Heerlen' }))
  expect(dialog.getByRole('radio', { name: 'rit gemist' })).toBeChecked()
  const submit = dialog.getByRole('button', { name: 'Uitkomst vastleggen' })
  await user.click(submit)
  expect(dialog.getByLabelText('Dag waarop de wagen komt')).toHaveAccessibleDescription(/datum|verplicht/)
  await user.type(dialog.getByLabelText('Dag waarop de wagen komt'), '27-11-2026')
  await user.click(submit)
  expect(await screen.findByText('De uitkomst is vastgelegd voor 2 meldingen')).toBeVisible()
  const body = { outcome: 'route_missed', outcome_day: '2026-11-27', answer: null }
  const decided = reports.map(({ id, version }) => ({ id, version }))
  expect(server.arrived(decideMissedReports)).toMatchObject([{ body: { reports: decided, ...body } }])
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Akerstraat 118, 6411 CD Heerlen/))
  await screen.findByText('Niet geleegd: uitkomst van 2 meldingen')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText(/De meldingen zijn weer open/)).toBeVisible()
  expect(server.arrived(reopenMissedReports)).toMatchObject([{ body: { report_id: 9 } }])

  server.fail(decideMissedReports, 409, 'Deze melding is al afgehandeld door Sem Snel: ongegrond')
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('radio', { name: 'volgende inzameldag' }))
  tasks.open = []
  await user.click(screen.getByRole('button', { name: 'Uitkomst vastleggen' }))
  expect(await screen.findByText(/al afgehandeld door Sem Snel: ongegrond/)).toBeVisible()
  expect(await shown.findByText('Niets. Er wacht geen taak op u.')).toBeVisible()
})

test('shows an administrator only how many reports wait, with a link to the periods', async () => {
  const { server } = serverWith([missed])
  await openPage('/dashboard', { as: administrator, server })
  expect(await (await panel()).findByRole('link', { name: /^Niet geleegd/ })).toHaveAttribute(
    'href',
    '/services-and-settings/collections/hours',
  )
})

test('names no amount for a lift where rules of the municipality determine the credit', async () => {
  const { server } = serverWith([{ ...objection, amount_cents: null }])
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  const shown = await panel()
  expect(await shown.findByText('vraag: dubbel geteld')).toBeVisible()
  await user.click(shown.getByRole('button', { name: /^Toekennen/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'De vraag toekennen?' }))
  expect(dialog.getByText(/^Dan telt de lediging niet meer mee op de aanslag: Akerstraat/)).toBeVisible()
})

test('groups tasks by day, the late ones in words, and shows no group without tasks', async () => {
  const { server } = serverWith([malfunction, handover, objection])
  await openPage('/dashboard', { as: bsgw, server })
  const shown = await panel()
  const today = await shown.findByRole('region', { name: 'Vandaag' })
  expect(textsIn(today)).toEqual([
    'Zonnewijzerplein 1, Heerlenstoring: het slot werkt niet, zou klaar zijn2 dagen te laat',
  ])
  expect(within(today).getByText('2 dagen te laat')).toHaveAttribute('data-urgency', 'late')
  const week = shown.getByRole('region', { name: 'Deze week' })
  expect(within(week).getByText('vrijdag 27 november')).toHaveAttribute('data-urgency', 'soon')
  const later = shown.getByRole('region', { name: 'Later' })
  expect(within(later).getByText('vraag: dubbel geteld, € 9,90')).toBeVisible()
  expect(within(later).getByText('31 december 2026')).not.toHaveAttribute('data-urgency')
})

test('is decided by keyboard: down from the empty box, J, A, a reason, and Enter on the button', async () => {
  const { server, tasks } = serverWith([handover, objection])
  server.answer(decideObjection, () => {
    tasks.open = [handover]
    return makeObjection({ state: 'upheld', decided_by: bsgw.name, decision_reason: 'De rit is dubbel' })
  })
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  await (await panel()).findByRole('region', { name: 'Later' })
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent(/^Akerstraat 118 b, 6411 CD Heerlenvan balie Heerlen/)
  await user.keyboard('ja')
  const dialog = within(await screen.findByRole('dialog', { name: 'De vraag toekennen?' }))
  expect(dialog.getByText(/Toelichting: Twee keer op één ochtend/)).toBeVisible()
  const reason = dialog.getByRole('textbox', { name: 'Reden van de beslissing' })
  // A browser focuses the first field of a modal dialog.
  reason.focus()
  await user.keyboard('{Tab}{Enter}')
  expect(reason).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(server.arrived(decideObjection)).toEqual([])
  expect(reason).toHaveFocus()
  await user.keyboard('De rit is dubbel{Tab}{Enter}')
  expect(await screen.findByText('De vraag is toegekend')).toBeVisible()
  const sent = { params: { objection_id: '12' }, body: { state: 'upheld', reason: 'De rit is dubbel' } }
  expect(server.arrived(decideObjection)).toMatchObject([sent])
  expect((await panel()).queryByText(/dubbel geteld/)).not.toBeInTheDocument()
})

test('says what a colleague decided first, and removes the task', async () => {
  const { server, tasks } = serverWith([handover])
  server.fail(closeHandover, 409, 'Dit bezwaar is al afgehandeld door Sem Snel: afgewezen')
  const { user } = await openPage('/dashboard', { as: bsgw, server })
  await user.click(await (await panel()).findByRole('button', { name: /^Afwijzen/ }))
  tasks.open = [objection]
  await user.type(await screen.findByRole('textbox', { name: /^Antwoord/ }), 'De container is geleegd{Tab}{Enter}')
  expect(await screen.findByText(/al afgehandeld door Sem Snel: afgewezen/)).toBeVisible()
})

test('opens the address and year of an objection for the purpose that also shows former occupants', async () => {
  const { server } = serverWith([objection])
  server.answer(listAddressEquipment, () => [])
  server.answer(showBill, () => makeBill())
  const { user, place } = await openPage('/dashboard', { as: bsgw, server })
  await user.click(await (await panel()).findByRole('link', { name: /^Akerstraat 118 b/ }))
  await waitFor(() => expect(place()).toBe('/address/a1?year=2025'))
  await waitFor(() => expect(server.arrived(showBill)).toMatchObject([{ purpose: 'aanslag_bezwaar' }]))
})

test('shows the desk the outcome with its reason, beside a link to the desk, until it is seen', async () => {
  const { server, tasks } = serverWith([outcome])
  server.answer(markOutcomeSeen, () => {
    tasks.open = []
    return null
  })
  const { user } = await openPage('/dashboard', { as: municipal, server })
  const shown = await panel()
  expect(await shown.findByText('uw bezwaar tegen 2025 is toegekend: Twee ledigingen zijn terug')).toBeVisible()
  expect(shown.getByRole('link')).toHaveAttribute('href', '/services-and-settings')
  await user.click(shown.getByRole('button', { name: /^Gezien/ }))
  expect(await shown.findByText('Niets. Er wacht geen taak op u.')).toBeVisible()
  expect(server.arrived(markOutcomeSeen)).toMatchObject([{ body: { of: 'handover', id: 5 } }])
})

test('shows an administrator expired invitations and unreviewed months, each with a link to its page', async () => {
  const { server } = serverWith([
    { kind: 'invitation', id: 7, due_on: '2026-11-20', name: 'Noor Balie', municipality: heerlen },
    { kind: 'month', id: 202610, due_on: '2026-11-30', month: '2026-10', employees: 2 },
  ])
  await openPage('/dashboard', { as: administrator, server })
  const shown = await panel()
  expect(await shown.findByRole('link', { name: /^Uitnodiging van Noor Balie/ })).toHaveAttribute(
    'href',
    '/services-and-settings/employees/7',
  )
  expect(shown.getByRole('link', { name: /2 medewerkers nog niet beoordeeld/ })).toHaveAttribute(
    'href',
    '/services-and-settings/audit?part=months&month=2026-10',
  )
})

test('tells once per version what is new for the role, with the whole list one link away', async () => {
  const { server } = serverWith([], '1.0.0')
  server.answer(markVersionSeen, () => null)
  const { user, place } = await openPage('/dashboard', { as: bsgw, server })
  const note = within(await screen.findByRole('note'))
  expect(note.getByText(/^Nieuw: u geeft bij elk besluit/)).toBeVisible()
  await user.click(note.getByRole('link', { name: 'Alles wat nieuw is' }))
  await waitFor(() => expect(place()).toBe('/wat-is-nieuw'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Wat is er nieuw' })).toBeVisible()
  expect(server.arrived(markVersionSeen)).toMatchObject([{ body: { version: '1.1.0' } }])
})

test('does not tell a new employee what is new, and stores the version', async () => {
  const { server } = serverWith([], null)
  server.answer(markVersionSeen, () => null)
  await openPage('/dashboard', { as: bsgw, server })
  await waitFor(() => expect(server.arrived(markVersionSeen)).toHaveLength(1))
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
})
