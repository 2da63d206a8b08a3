import {
  disputableYears,
  findResident,
  type Handover,
  handOverObjection,
  issueRolls,
  listPassHandovers,
} from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '../../kit/browser/days.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { makeHandover, makeResident, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const [thisYear = 0, lastYear = 0, ...earlier] = disputableYears(today())
const number = '0101010101'
const otherNumber = '0101010102'

/** Opens the desk for the purpose of an objection, and scans a pass. Its resident has these hand-overs. */
async function openTask(initial: Handover[] = [], assessed_year: number | null = lastYear) {
  let handovers = initial
  const server = fakeServer()
  server.answer(findResident, ({ body }) =>
    makeResident({ ...body, handovers: handovers.map(({ id, year, outcome }) => ({ id, year, outcome })) }),
  )
  server.answer(listPassHandovers, ({ body: { environmental_pass_number } }) => ({
    data: handovers,
    meta: { resident_id: environmental_pass_number === number ? 1 : 2, assessed_year },
  }))
  server.answer(handOverObjection, ({ body: { year, note } }) => {
    const handover = makeHandover({ id: 7, year, note })
    handovers = [handover, ...handovers]
    return handover
  })
  const opened = await openPage('/services-and-settings', { as: municipal, server })
  await opened.user.click(await screen.findByRole('radio', { name: 'Bezwaar tegen aanslag' }))
  await opened.user.type(screen.getByRole('textbox', { name: 'Pasnummer' }), `${number}{Enter}`)
  return opened
}
const form = () => screen.findByRole('form', { name: 'Bezwaar overdragen' })
const card = () => screen.findByRole('region', { name: 'J. van den Berg' })
const note = () => screen.getByRole('textbox', { name: 'Wat zegt de inwoner?' })

test('hands an objection over for the latest year with an imposed bill, and shows that it is open', async () => {
  const { user, server } = await openTask()
  const shown = within(await form())
  expect(shown.getAllByRole('radio').map((it) => (it as HTMLInputElement).value)).toEqual(
    [thisYear, lastYear, ...earlier].map(String),
  )
  expect(shown.getByRole('radio', { name: `${lastYear} (laatst opgelegd)` })).toBeChecked()
  await user.type(note(), 'Was drie weken weg')
  expect(note()).toHaveAccessibleDescription('Nog 182 tekens.')
  await user.click(shown.getByRole('button', { name: 'Overdragen aan de BsGW' }))
  expect(await screen.findByText('Het bezwaar is overgedragen aan de BsGW')).toBeVisible()
  expect(server.arrived(handOverObjection)).toMatchObject([
    {
      body: { environmental_pass_number: number, year: lastYear, note: 'Was drie weken weg' },
      purpose: 'aanslag_bezwaar',
    },
  ])
  expect(server.arrived(listPassHandovers)[0]).toMatchObject({ purpose: 'aanslag_bezwaar' })
  expect(
    await within(await card()).findByText(`Bezwaar tegen aanslag ${lastYear}: overgedragen, nog open`),
  ).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Pasnummer' })).toHaveFocus()
})

test('chooses this year when no bill was imposed, and does not offer a year with an open objection', async () => {
  const { user } = await openTask([makeHandover({ year: thisYear })], null)
  await user.click(await screen.findByText('Nog een bezwaar overdragen'))
  const shown = within(await form())
  expect(shown.queryByRole('radio', { name: String(thisYear) })).not.toBeInTheDocument()
  expect(shown.getByRole('radio', { name: String(lastYear) })).toBeChecked()
})

test('shows an error for an empty note and a note of 201 characters, and hands nothing over', async () => {
  const { user, server } = await openTask()
  const submit = within(await form()).getByRole('button', { name: 'Overdragen aan de BsGW' })
  await user.click(submit)
  expect(note()).toHaveAccessibleDescription(/Dit veld is verplicht/)
  await user.click(note())
  await user.paste('a'.repeat(201))
  expect(note()).toHaveAccessibleDescription(/1 teken te veel/)
  await user.click(submit)
  expect(note()).toHaveAccessibleDescription(/Gebruik hier ten hoogste 200 tekens/)
  expect(server.arrived(handOverObjection)).toEqual([])
})

test('restores the note for the same resident, and hides it from another resident of the same address', async () => {
  const { user } = await openTask()
  await form()
  await user.type(note(), 'Was weg')
  const scan = async (pass: string) => {
    await user.type(screen.getByRole('textbox', { name: 'Pasnummer' }), `${pass}{Enter}`)
    await card()
    await user.click(screen.getByRole('radio', { name: 'Bezwaar tegen aanslag' }))
    await form()
  }
  await scan(otherNumber)
  expect(note()).toHaveValue('')
  expect(screen.queryByText(/^Concept hersteld/)).not.toBeInTheDocument()
  await scan(number)
  expect(screen.getByText(/^Concept hersteld/)).toBeVisible()
  expect(note()).toHaveValue('Was weg')
})

test('keeps the note and shows the error when the server rejects the hand-over', async () => {
  const { user, server } = await openTask()
  server.fail(handOverObjection, 409, 'Noor Balie droeg al een bezwaar over')
  await form()
  await user.type(note(), 'Was weg')
  await user.click(screen.getByRole('button', { name: 'Overdragen aan de BsGW' }))
  expect(await within(await form()).findByRole('alert')).toHaveTextContent('Noor Balie droeg al een bezwaar over')
  expect(note()).toHaveValue('Was weg')
})

test('shows an error with a retry when the earlier objections cannot be read', async () => {
  const { user, server } = await openTask()
  await form()
  server.fail(listPassHandovers, 503, 'Even niet bereikbaar')
  await user.type(screen.getByRole('textbox', { name: 'Pasnummer' }), `${otherNumber}{Enter}`)
  await user.click(await screen.findByRole('radio', { name: 'Bezwaar tegen aanslag' }))
  expect(await within(await card()).findByText(/Even niet bereikbaar/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
})

test('shows the outcome and the answer of the provider, also on the card of a resident who wants rolls', async () => {
  const closed = makeHandover({
    outcome: 'partly_upheld',
    answer: 'Eén lediging is terug',
    closed_by: 'Fleur Aanslag',
    closed_at: '2026-03-09T10:00:00+01:00',
  })
  const { user, server } = await openTask([closed])
  server.answer(issueRolls, () => ({ rolls: 1 }))
  const shown = within(await card())
  expect(await shown.findByText('Eén lediging is terug')).toBeVisible()
  expect(shown.getByText(/Afgehandeld door Fleur Aanslag op 9 maart 2026/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Extra rollen' }))
  expect(shown.getByText('Bezwaar tegen aanslag 2025: deels toegekend')).toBeVisible()
  expect(shown.queryByText(/Eén lediging is terug/)).not.toBeInTheDocument()
})
