import {
  ApiError,
  findResident,
  issueRolls,
  listMunicipalCollections,
  listNotices,
  listRollIssues,
} from '@rd4-loket/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { both, bsgw, makeResident, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

function serverWithRolls(total_rolls: number) {
  const server = fakeServer()
  server.answer(listNotices, () => [])
  server.answer(listRollIssues, () => ({ data: [], meta: { next: null, total_rolls, weeks: [] } }))
  return server
}

/** Sets the clock of the test to Wednesday 25 November 2026. */
function onWednesday() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
}

test.each([
  [0, 'Vandaag nog geen rollen uitgegeven. Deze hele week zijn er 14 rollen uitgegeven.'],
  [1, 'Vandaag is er 1 rol uitgegeven. Deze hele week zijn er 14 rollen uitgegeven.'],
  [3, 'Vandaag zijn er 3 rollen uitgegeven. Deze hele week zijn er 14 rollen uitgegeven.'],
])('S2.1 focuses the pass field for a municipal employee, and shows the %i rolls of today', async (rolls, sentence) => {
  onWednesday()
  const server = fakeServer()
  server.answer(listRollIssues, ({ query: { from, to } }) => {
    const total_rolls = to !== '2026-11-25' ? -1 : from === '2026-11-23' ? 14 : rolls
    return { data: [], meta: { next: null, total_rolls, weeks: [] } }
  })
  await openPage('/dashboard', { as: municipal, server })
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByLabelText('Pasnummer')).toHaveFocus()
})

test('S8.1 shows why the rolls of this week are missing, beside the rolls of today', async () => {
  onWednesday()
  const server = fakeServer()
  server.answer(listRollIssues, ({ query: { from } }) => {
    if (from === '2026-11-23') throw new ApiError(503, 'Het loket is even niet bereikbaar')
    return { data: [], meta: { next: null, total_rolls: 3, weeks: [] } }
  })
  await openPage('/dashboard', { as: municipal, server })
  expect(await screen.findByText('Vandaag zijn er 3 rollen uitgegeven.')).toBeVisible()
  expect(await screen.findByText('Het loket is even niet bereikbaar')).toBeVisible()
})

test.each([
  ['a provider employee', bsgw],
  ['an employee with both roles, whose box reads passes too', both],
])('S2.1 focuses the search box for %s, and covers no task with a list before a key is pressed', async (_, as) => {
  const { user } = await openPage('/dashboard', { as, server: serverWithRolls(0) })
  const box = screen.getByRole('combobox', { name: 'Zoeken' })
  expect(box).toHaveFocus()
  expect(box).toHaveAttribute('aria-expanded', 'false')
  await user.keyboard('{Control>}k{/Control}{ArrowDown}')
  expect(box).toHaveFocus()
  expect(screen.getByRole('option', { selected: true })).toBeVisible()
})

test('says only once that no rolls were issued, when none were issued this week', async () => {
  await openPage('/dashboard', { as: municipal, server: serverWithRolls(0) })
  expect(await screen.findByText('Deze week zijn er nog geen rollen uitgegeven.')).toBeVisible()
})

test("S4.7 the page's spinner does not turn while the lists of the dashboard load", async () => {
  onWednesday()
  const server = fakeServer()
  const lists = [listNotices, listRollIssues, listMunicipalCollections]
  for (const endpoint of lists) server.answer(endpoint, () => new Promise(() => {}))
  await openPage('/dashboard', { as: municipal, server })
  await waitFor(() => expect(lists.map((endpoint) => server.arrived(endpoint).length)).toEqual([1, 2, 1]))
  expect(document.querySelector('[class*="spinner"]')).not.toBeInTheDocument()
})

test('S2.12 a scan opens the pass desk with the card of the resident, and focuses the rolls field', async () => {
  const server = serverWithRolls(0)
  server.answer(findResident, ({ body }) => makeResident(body))
  const { user, place, router } = await openPage('/dashboard', { as: municipal, server })
  await user.keyboard('0101010101{Enter}')
  expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Aantal rollen' })).toHaveFocus()
  expect(server.arrived(findResident).map(({ body }) => body)).toEqual([{ environmental_pass_number: '0101010101' }])
  expect(place()).toBe('/services-and-settings')
  const stored = [router.history.location.state, { ...localStorage }, { ...sessionStorage }]
  expect(JSON.stringify(stored)).not.toContain('0101010101')
})

test('S2.12 a number of rolls that is typed before the desk has opened is issued to the scanned pass', async () => {
  const server = serverWithRolls(0)
  server.answer(findResident, ({ body }) => makeResident(body))
  server.answer(issueRolls, ({ body: { rolls } }) => ({ rolls, request_id: 1, rolls_this_year: 2 + rolls }))
  await openPage('/dashboard', { as: municipal, server })
  const field = screen.getByLabelText('Pasnummer')
  for (const typed of ['0101010101', '2']) {
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  await waitFor(() =>
    expect(server.arrived(issueRolls).map(({ body }) => body)).toEqual([
      { environmental_pass_number: '0101010101', rolls: 2 },
    ]),
  )
})

test('S2.12 the pass desk is empty when the employee leaves it and returns', async () => {
  const server = serverWithRolls(0)
  server.answer(findResident, ({ body }) => makeResident(body))
  const { user, router } = await openPage('/dashboard', { as: municipal, server })
  await user.keyboard('0101010101{Enter}')
  await screen.findByRole('region', { name: 'J. van den Berg' })
  await act(() => router.navigate({ to: '/dashboard' }))
  await act(() => router.navigate({ to: '/services-and-settings' }))
  expect(screen.getByLabelText('Pasnummer')).toHaveFocus()
  expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
})

test('S2.12 shows an error at the field for an invalid pass number, and stays on the dashboard', async () => {
  const { user, place } = await openPage('/dashboard', { as: municipal, server: serverWithRolls(0) })
  await user.keyboard('12-3{Enter}')
  expect(screen.getByLabelText('Pasnummer')).toHaveAccessibleDescription(/te weinig tekens/)
  expect(screen.getByLabelText('Pasnummer')).toHaveValue('12-3')
  expect(place()).toBe('/dashboard')
})

test('S5.1 shows that the pass field on the dashboard is required when it is empty', async () => {
  const { user, place } = await openPage('/dashboard', { as: municipal, server: serverWithRolls(0) })
  await user.click(screen.getByRole('button', { name: 'Zoek pas' }))
  expect(screen.getByLabelText('Pasnummer')).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(place()).toBe('/dashboard')
})
