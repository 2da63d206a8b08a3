import {
  listHandovers,
  listMunicipalities,
  listUndoable,
  showBill,
  type UndoableAction,
  undoHandover,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeHandover } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const place = { municipality: { id: 917, name: 'Heerlen' } }
const terms = { object_until: '2025-03-14', days_left: -260, in_time: 'yes' as const }

test('lists the open objections by decision day, with the penalty, and opens one with J and Enter', async () => {
  const late = makeHandover({
    ...{ id: 1, year: 2024, notice_of_default_on: '2026-01-02' },
    terms: { ...terms, decide_by: '2025-12-31', days_to_decide: -3 },
    penalty: { penalty_from: '2026-01-17', penalty_days: 9, penalty_cents: 20_700 },
  })
  const unknown = makeHandover({
    ...{ id: 2, year: 2025 },
    terms: { object_until: null, days_left: null, in_time: 'unknown', decide_by: null, days_to_decide: null },
  })
  const server = fakeServer()
  server.answer(listMunicipalities, () => [place.municipality])
  server.answer(listHandovers, () => ({
    data: [unknown, late].map((it, at) => ({
      ...it,
      ...place,
      address: { alias: `a${at}`, line: `Akerstraat ${at}` },
    })),
    meta: { next: null, total: 2, counts: { late: 1, penalty: 1, unknown: 1 } },
  }))
  const { user } = await openPage('/work?part=objections', { as: bsgw, server })
  const table = within(await screen.findByRole('table', { name: 'Open bezwaren, op beslisdag' }))
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(rows[1]).toMatch(/Akerstraat 0.*beslisdag niet bekend.*datum van de aanslag niet bekend/)
  expect(rows[2]).toMatch(/Akerstraat 1.*3 dagen te laat.*Dwangsom: € 207,00 \(9 dagen\)\..*op tijd/)
  // The stylesheet shows the label on a narrow screen, where the table has no headers.
  expect(table.getByRole('cell', { name: 'op tijd' })).toHaveAttribute('data-label', 'Bezwaar')
  expect(screen.getByRole('link', { name: 'Alle (2)' })).toHaveAttribute('aria-current', 'page')
  await user.selectOptions(screen.getByLabelText('Gemeente'), 'Heerlen')
  await user.click(screen.getByRole('link', { name: 'Te laat (1)' }))
  await waitFor(() =>
    expect(server.arrived(listHandovers).at(-1)).toMatchObject({ query: { only: 'late', municipality: '917' } }),
  )
  await table.findByRole('link', { name: 'Akerstraat 1' })
  await user.keyboard('jj')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Akerstraat 1' })).toHaveFocus())
  // On the page of an address, K disputes a lift. Here it moves.
  await user.keyboard('k')
  expect(screen.getByRole('link', { name: 'Akerstraat 0' })).toHaveFocus()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(server.arrived(showBill)).toHaveLength(1))
  expect(server.arrived(showBill)).toMatchObject([
    { params: { alias: 'a1' }, query: { year: '2024' }, purpose: 'aanslag_bezwaar' },
  ])
})

test('lists an objection again when its outcome is undone by Ctrl+Z', async () => {
  const counts = { late: 0, penalty: 0, unknown: 0 }
  const server = fakeServer()
  server.answer(listMunicipalities, () => [])
  server.answer(listHandovers, () => ({ data: [], meta: { next: null, total: 0, counts } }))
  server.answer(listUndoable, (): UndoableAction[] => [
    { kind: 'handover', id: 7, pass_ending: '', rolls: null, outcome: 'upheld', seconds_left: 290 },
  ])
  const reopened = makeHandover({ id: 7 })
  server.answer(undoHandover, () => {
    const listed = { ...reopened, ...place, address: { alias: 'a7', line: 'Akerstraat 7' } }
    server.answer(listHandovers, () => ({ data: [listed], meta: { next: null, total: 1, counts } }))
    return null
  })
  const { user } = await openPage('/work?part=objections', { as: bsgw, server })
  await screen.findByText('Er is geen open bezwaar.')
  await screen.findByText('Bezwaar toegekend')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('link', { name: 'Akerstraat 7' })).toBeVisible()
})
