import { cancelRollIssue, listRollIssues, listUndoable, type RollIssue, type UndoableAction } from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '../../kit/browser/days.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const makeRollIssue = (values: Partial<RollIssue> = {}): RollIssue => ({
  id: 1,
  requested_at: '2026-03-04T10:31:00+01:00',
  requested_by: 'Noor Balie',
  pass_ending: '0101',
  rolls: 2,
  cancelled: false,
  ...values,
})

async function openRollIssues(search = '', undoable: UndoableAction[] = []) {
  const server = fakeServer()
  server.answer(listUndoable, () => undoable)
  server.answer(listRollIssues, ({ query }) =>
    query.cursor
      ? { data: [makeRollIssue({ id: 3, requested_by: 'Sem Balie' })], meta: { next: null, total_rolls: 5, weeks: [] } }
      : {
          data: [makeRollIssue(), makeRollIssue({ id: 2, rolls: 1, cancelled: true })],
          meta: {
            next: 'verder',
            total_rolls: 5,
            weeks: [
              { week: '2026-02-23', rolls: 3 },
              { week: '2026-03-02', rolls: 2 },
            ],
          },
        },
  )
  return openPage(`/services-and-settings/requests${search}`, { as: municipal, server })
}

test('S2.12 lists the roll issues of today with the employee and the last digits of each pass', async () => {
  const { server } = await openRollIssues()
  const table = await screen.findByRole('table', { name: /Uitgiften/ })
  expect(within(table).getByRole('row', { name: /wo 4 maart 2026, 10:31 2 ?rollen Noor Balie …0101/ })).toBeVisible()
  expect(within(table).getByText('Ongedaan gemaakt')).toBeVisible()
  expect(screen.getByText(/^Een uitgifte maakt alleen ongedaan wie haar deed, binnen vijf minuten/)).toBeVisible()
  expect(server.arrived(listRollIssues)[0]?.query).toEqual({ from: today(), to: today() })
})

test('undoes a recent issue of the employee by the button in its row, and reloads the list', async () => {
  const { user, server } = await openRollIssues('', [
    { kind: 'roll_issue', id: 1, rolls: 2, pass_ending: '0101', seconds_left: 200 },
  ])
  server.answer(cancelRollIssue, () => ({ rolls_this_year: 0 }))
  const table = await screen.findByRole('table', { name: /Uitgiften/ })
  await within(table).findByRole('button', { name: /^Ongedaan maken/ })
  expect(screen.queryByText(/^Een uitgifte maakt alleen ongedaan/)).not.toBeInTheDocument()
  await user.click(await within(table).findByRole('button', { name: /^Ongedaan maken: 2 rollen op pas …0101, / }))
  expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
  expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '1' })
  await waitFor(() => expect(server.arrived(listRollIssues)).toHaveLength(2))
})

test('S2.12 shows the total of the period, bars with their numbers, and a table of the same numbers', async () => {
  await openRollIssues('?from=2026-02-23&to=2026-03-08')
  const total = '5 rollen uitgegeven, 23 februari 2026 tot en met 8 maart 2026'
  expect(await screen.findByRole('heading', { name: total })).toBeVisible()
  const weeks = within(screen.getByRole('region', { name: 'Per week' }))
  expect(weeks.getByRole('row', { name: '23 februari 2026 3' })).toBeVisible()
  expect(weeks.getByRole('row', { name: '2 maart 2026 2' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Per week' })).toHaveTextContent('Per week323-222-3')
})

test('S2.12 stores the chosen period in the URL of the page', async () => {
  const { user, place, server } = await openRollIssues()
  await user.click(await screen.findByRole('link', { name: 'Dit jaar' }))
  expect(place()).toBe(`/services-and-settings/requests?from=${today().slice(0, 4)}-01-01&to=${today()}`)
  expect(await screen.findByRole('table', { name: /Uitgiften/ })).toBeVisible()
  expect(server.arrived(listRollIssues)).toHaveLength(2)
})

test('shows only the issues of an employee and a pass, and stores no whole pass number in the URL', async () => {
  const { user, place, server } = await openRollIssues('?from=2026-03-01&to=2026-03-08')
  await user.type(await screen.findByRole('textbox', { name: 'Medewerker' }), ' noor ')
  await user.type(screen.getByRole('textbox', { name: 'Einde pasnummer' }), '0909-09 0101{Enter}')
  const title = /^5 rollen uitgegeven, .*, door ‘noor’, op een pas die eindigt op 0101$/
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  const criteria = { from: '2026-03-01', to: '2026-03-08', employee: 'noor', ending: '0101' }
  expect(server.arrived(listRollIssues).at(-1)?.query).toEqual(criteria)
  expect(place()).toContain('employee=noor')
  expect(place()).not.toContain('0909')
  expect(screen.getByRole('link', { name: 'Dit jaar' })).toHaveAttribute(
    'href',
    expect.stringContaining('employee=noor'),
  )
})

test('S2.12 reloads the list when the same period is chosen again', async () => {
  const { user, server } = await openRollIssues()
  expect(await screen.findByRole('table', { name: /Uitgiften/ })).toBeVisible()
  server.answer(listRollIssues, () => ({
    data: [makeRollIssue({ requested_by: 'Sem Balie' })],
    meta: { next: null, total_rolls: 2, weeks: [] },
  }))
  await user.click(screen.getByRole('button', { name: 'Tonen' }))
  expect(await screen.findByText('Sem Balie')).toBeVisible()
  expect(server.arrived(listRollIssues)).toHaveLength(2)
})

test('S2.12 adds the next page below the rows already shown', async () => {
  const { user } = await openRollIssues()
  await user.click(await screen.findByRole('button', { name: 'Meer tonen' }))
  expect(await screen.findByText('Sem Balie')).toBeVisible()
  expect(screen.getAllByText('Noor Balie')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Meer tonen' })).not.toBeInTheDocument()
})

test('sorts the whole list by a header while more rows wait on the server, and the header keeps the focus', async () => {
  const { user, server, place } = await openRollIssues()
  const table = within(await screen.findByRole('table', { name: 'Uitgiften van rollen' }))
  const header = () => table.getByRole('columnheader', { name: 'Rollen' })
  await user.click(within(header()).getByRole('button'))
  await waitFor(() => expect(server.arrived(listRollIssues).at(-1)?.query).toMatchObject({ order: 'rolls' }))
  expect(place()).toContain('sort=Rollen')
  await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'))
  expect(within(header()).getByRole('button')).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.arrived(listRollIssues).at(-1)?.query).toMatchObject({ order: '-rolls' }))
  await user.click(await screen.findByRole('button', { name: 'Meer tonen' }))
  await waitFor(() =>
    expect(server.arrived(listRollIssues).at(-1)?.query).toMatchObject({ order: '-rolls', cursor: 'verder' }),
  )
})

test('S5.3 shows an error at the field and sends no request when a period ends before it begins', async () => {
  const { user, server } = await openRollIssues('?from=2026-03-01&to=2026-02-01')
  await user.click(screen.getByRole('button', { name: 'Tonen' }))
  expect(screen.getByLabelText('Tot en met')).toHaveAccessibleDescription('De laatste dag ligt voor de eerste')
  expect(server.arrived(listRollIssues)).toEqual([])
})

test('S5.3 shows one error for a day that does not exist, and does not compare that day with the other', async () => {
  const { user } = await openRollIssues('?from=2026-02-01&to=2026-02-28')
  await user.clear(screen.getByLabelText('Van'))
  await user.type(screen.getByLabelText('Van'), '31-2-2026')
  await user.click(screen.getByRole('button', { name: 'Tonen' }))
  expect(screen.getByLabelText('Van')).toHaveAccessibleDescription('Deze dag bestaat niet')
  expect(screen.getByLabelText('Tot en met')).toBeValid()
})

test('S5.3 shows errors at the fields and sends no request when the dates in the URL are invalid', async () => {
  const { server } = await openRollIssues('?from=x&to=y')
  expect(screen.getByLabelText('Van')).toHaveAccessibleDescription('Vul een datum in')
  expect(screen.getByRole('link', { name: /^Tot en met: / })).toBeVisible()
  expect(screen.getByLabelText('Van')).toHaveFocus()
  expect(document.title).toBe('Fout: Uitgiften - Rd4 Loket')
  expect(server.arrived(listRollIssues)).toEqual([])
})

test('shows a message when no rolls were issued in the period', async () => {
  const server = fakeServer()
  server.answer(listRollIssues, () => ({ data: [], meta: { next: null, total_rolls: 0, weeks: [] } }))
  await openPage('/services-and-settings/requests?from=2026-03-01&to=2026-03-01', { as: municipal, server })
  expect(await screen.findByText('Er zijn geen rollen uitgegeven: 1 maart 2026.')).toBeVisible()
})
