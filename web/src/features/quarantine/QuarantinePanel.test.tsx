import {
  decideQuarantineLine,
  listMissingData,
  listQuarantine,
  listUndoable,
  type QuarantineLine,
  retryQuarantineLine,
  showQuarantineLine,
  type UndoableAction,
  undoQuarantineLine,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const { data, meta } = exampleReply(listQuarantine)
const [example] = data as [QuarantineLine]
const other: QuarantineLine = { ...example, id: 10, cause: 'container_unknown', key: 'C7', rows: 2, cents: 400 }

function queueServer(lines: QuarantineLine[]) {
  const server = fakeServer()
  server.answer(listQuarantine, () => ({ data: lines, meta }))
  server.answer(showQuarantineLine, ({ params: { line_id } }) => ({
    ...exampleReply(showQuarantineLine),
    line: lines.find(({ id }) => `${id}` === line_id) ?? example,
  }))
  return server
}

test('a line is decided by its keys: J and Enter open it, 1 chooses a match, Enter places it and opens the next', async () => {
  const server = queueServer([example, other])
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  const opener = await screen.findByRole('button', { name: 'de fractie MED is onbekend' })
  expect(opener.closest('tr')).toHaveTextContent(/44.*€\s88,00.*3.*2026/)
  await user.keyboard('j')
  expect(opener).toHaveFocus()
  await user.keyboard('{Enter}')
  const match = await screen.findByRole('radio', { name: /Afvalstroom gft: 43 van 44/ })
  await user.keyboard('1')
  await waitFor(() => expect(match).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.arrived(decideQuarantineLine)).toHaveLength(1))
  expect(server.arrived(decideQuarantineLine)).toMatchObject([
    { params: { line_id: '9' }, body: { rows: 44, cents: 8800, choice: { waste_type: 'gft' } } },
  ])
  expect(await screen.findByText('De ledigingen worden geplaatst')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: /C7/ })).toHaveAttribute('aria-expanded', 'true'))
})

test('X leaves lifts out of the bill only with a reason, and Ctrl+Z lets them wait again', async () => {
  const server = queueServer([example])
  server.answer(decideQuarantineLine, () => {
    server.answer(listUndoable, (): UndoableAction[] => [
      { kind: 'quarantine_line', id: 9, pass_ending: '', rolls: null, reports: 44, seconds_left: 290 },
    ])
    const decided: QuarantineLine = { ...example, state: 'left_out', left_out: 'test_round', decided_by: 'Noor Balie' }
    return decided
  })
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'de fractie MED is onbekend' }))
  await screen.findByRole('radio', { name: /Afvalstroom gft/ })
  await user.keyboard('x')
  const form = within(await screen.findByRole('form', { name: 'Blijft buiten de rekening' }))
  await user.click(form.getByRole('button', { name: 'Buiten de rekening laten' }))
  expect((await form.findAllByText(/Kies een reden/)).length).toBeGreaterThan(0)
  await user.selectOptions(form.getByLabelText('Reden'), 'Testrit')
  await user.click(form.getByRole('button', { name: 'Buiten de rekening laten' }))
  await waitFor(() =>
    expect(server.arrived(decideQuarantineLine)).toMatchObject([{ body: { left_out: 'test_round', note: '' } }]),
  )
  await screen.findByText('Uitzoeken: 44 ledigingen')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(server.arrived(undoQuarantineLine)).toMatchObject([{ params: { line_id: '9' } }]))
})

test('R pressed twice retries one line once', async () => {
  const server = queueServer([example, other])
  const { promise, resolve } = Promise.withResolvers<QuarantineLine>()
  server.answer(retryQuarantineLine, () => promise)
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'de fractie MED is onbekend' }))
  await screen.findByRole('radio', { name: /Afvalstroom gft/ })
  await user.keyboard('rr')
  resolve({ ...example, state: 'placing' })
  await screen.findByText('De ledigingen worden geplaatst')
  expect(server.arrived(retryQuarantineLine)).toHaveLength(1)
})

test('A offers the streams for an unknown fraction, and shows which address is chosen', async () => {
  const server = queueServer([example])
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'de fractie MED is onbekend' }))
  await screen.findByRole('radio', { name: /Afvalstroom gft/ })
  await user.keyboard('a')
  const address = await screen.findByRole('combobox', { name: 'Ander adres' })
  await waitFor(() => expect(address).toHaveFocus())
  await user.keyboard('akerstraat 118')
  await screen.findByRole('option', { name: /Akerstraat 118/ }, { timeout: 5000 })
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/^Gekozen adres: Akerstraat 118/)).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Containernummer')).toHaveFocus())
  await user.selectOptions(screen.getByLabelText('Afvalstroom'), 'Restafval')
  await user.click(screen.getByRole('button', { name: 'Plaatsen' }))
  await waitFor(() =>
    expect(server.arrived(decideQuarantineLine)).toMatchObject([
      { body: { choice: { waste_type: 'residual_waste', alias: expect.any(String) } } },
    ]),
  )
})

test('a proposal names why its own employee cannot approve it, and missing data says what to deliver', async () => {
  const server = queueServer([
    { ...example, cents: 0, unpriced: 44, state: 'proposed', decided_by: 'Noor Balie', is_own: true },
  ])
  server.answer(listMissingData, () => exampleReply(listMissingData))
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  await user.click(await screen.findByRole('button', { name: 'de fractie MED is onbekend' }))
  expect(await screen.findByText('U hebt dit voorgesteld. Een collega keurt het goed.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Goedkeuren: €\s0,00, 44 zonder bedrag/ })).toBeVisible()
  const missing = within(await screen.findByRole('table', { name: 'Wat in de leveringen ontbreekt' }))
  expect(missing.getByText('Lever de chip mee in het bestand van de containers')).toBeVisible()
})

test('a line whose placing fails names the code to report, and what deliveries lack shows a failed call', async () => {
  const failing: QuarantineLine = {
    ...{ ...example, state: 'placing', failure: '23514 clearance_check', decided_by: 'Noor Balie', is_own: true },
    ...{ decided_at: '2026-06-04T10:00:00+02:00', decided_hours: 1 },
  }
  const server = queueServer([failing])
  server.fail(listMissingData, 503)
  const { user } = await openPage('/work?part=queue', { as: bsgw, server })
  const opener = await screen.findByRole('button', { name: 'de fractie MED is onbekend' })
  expect(opener.closest('tr')).toHaveTextContent('Plaatsen lukt niet')
  await user.click(opener)
  expect(await screen.findByText(/Meld de beheerder code 23514 clearance_check/)).toBeVisible()
  const lines = within(screen.getByRole('table', { name: 'Ledigingen die nergens passen' }))
  await user.click(lines.getByRole('button', { name: 'Ongedaan maken' }))
  await waitFor(() => expect(server.arrived(undoQuarantineLine)).toHaveLength(1))
  const missing = within(screen.getByRole('region', { name: 'Wat in de leveringen ontbreekt' }))
  expect(missing.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
})
