import {
  cancelRollIssue,
  disputableYears,
  findResident,
  type Handover,
  handOverObjection,
  issueRolls,
  listPassHandovers,
  listPickupAppointments,
  listUndoable,
  makeObjectionReceipt,
  reportMissedCollection,
  showCalendar,
  showResidentBill,
  showResidentName,
  type UndoableAction,
  undoHandover,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { today } from '../../kit/browser/days.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { makeAddress, makeHandover, makeResident, municipal } from '../../test/make.ts'
import { card, openDesk, passField, readCard, rollsField } from '../../test/open-desk.ts'
import { openPage } from '../../test/open-page.tsx'

test('the card says that the address of a pass no longer exists, and which addresses replaced it', async () => {
  const { server, scan } = await openDesk()
  const notes = [
    {
      text: 'Gesplitst in',
      addresses: [
        { alias: 'a', line: '12 A' },
        { alias: 'b', line: '12 B' },
      ],
    },
  ]
  server.answer(findResident, () =>
    makeResident({ address: { ...makeAddress(), notes }, address_retired_on: '2026-03-03' }),
  )
  await scan()
  expect(
    within(await card()).getByText('Dit adres bestaat niet meer sinds 3 maart 2026. Gesplitst in 12 A en 12 B.'),
  ).toBeVisible()
})

describe('for a question of the resident', () => {
  const spoken = 'In 2026 is de restafvalcontainer van 240 liter tot nu toe 9 keer geleegd: € 89,10.'

  test('the card shows the lifts of this year and the paragraph to read aloud, requested for that purpose', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(showResidentBill, () => ({ year: 2026, lifts: 9, spoken }))
    await scan()
    const shown = within(await card())
    expect(shown.queryByText(/Aantal ledigingen/)).not.toBeInTheDocument()
    expect(server.arrived(showResidentBill)).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    expect(await shown.findByText('Aantal ledigingen dit jaar: 9')).toBeVisible()
    expect(shown.getByText(spoken)).toBeVisible()
    expect(server.arrived(showResidentBill)).toMatchObject([
      { body: { environmental_pass_number: '0101010101' }, purpose: 'vraag_inwoner' },
    ])
    for (const endpoint of [listPickupAppointments, showCalendar])
      expect(server.arrived(endpoint)).toMatchObject([{ purpose: 'vraag_inwoner' }])
  })

  test('the card shows no number of lifts when there are none, because the explanation states why', async () => {
    const { server, user, scan } = await openDesk()
    const unknown = 'Van restafval in Heerlen zijn nog nooit ledigingen ingelezen.'
    server.answer(showResidentBill, () => ({ year: 2026, lifts: 0, spoken: unknown }))
    await scan()
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    expect(await within(await card()).findByText(unknown)).toBeVisible()
    expect(within(await card()).queryByText(/Aantal ledigingen/)).not.toBeInTheDocument()
  })

  test('Enter after the scan opens the report of a container that was not emptied, and Enter stores it', async () => {
    const { server, user, scan } = await openDesk()
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    await scan()
    const opener = await within(await card()).findByRole('button', { name: 'Nakijken en melden' })
    await waitFor(() => expect(opener).toHaveFocus())
    await readCard()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(
        within(screen.getByRole('group', { name: 'Wat is niet geleegd?' })).getAllByRole('radio')[0],
      ).toHaveFocus(),
    )
    await user.keyboard('{Enter}')
    await screen.findByText('De melding is doorgegeven')
    expect(server.arrived(reportMissedCollection)).toMatchObject([
      { purpose: 'vraag_inwoner', body: { disputed: false } },
    ])
    // A digit is the first character of a scan.
    await scan('0101010102')
    expect(server.arrived(findResident).at(-1)).toMatchObject({ body: { environmental_pass_number: '0101010102' } })
  })

  test('the card shows the reason when the lifts fail to load', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(showResidentBill, 503, 'De ledigingen zijn even niet bereikbaar.')
    await scan()
    const shown = within(await card())
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    expect(await shown.findByRole('alert')).toHaveTextContent('De ledigingen zijn even niet bereikbaar.')
  })
})

describe('the purpose of an access', () => {
  const choose = (name: string) => screen.getByRole('radio', { name })

  test('is extra rolls by default', async () => {
    const { server, user, scan } = await openDesk()
    expect(choose('Extra rollen')).toBeChecked()
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    expect(server.arrived(findResident)[0]?.purpose).toBe('extra_rollen')
    expect(server.arrived(issueRolls)[0]?.purpose).toBe('extra_rollen')
  })

  test('chosen by keyboard applies to all calls about one customer, and not to the next customer', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(showResidentName, () => ({ name: 'J. van den Berg' }))
    // The arrow keys of the empty box choose the task. The focus stays in the box when it asks for an address.
    await user.keyboard('{ArrowDown}'.repeat(4))
    expect(choose('Pas vergeten')).toBeChecked()
    expect(screen.getByRole('combobox', { name: 'Adres van de inwoner' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(passField()).toHaveFocus()
    expect(choose('Bezwaar tegen aanslag')).toBeChecked()
    await scan('01-0101-0101')
    await card()
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    await waitFor(() => expect(server.arrived(showResidentName)).toHaveLength(1))
    const served = [findResident, showResidentName].map((it) => server.arrived(it)[0]?.purpose)
    expect(served).toEqual(['aanslag_bezwaar', 'aanslag_bezwaar'])
    await scan('0101010102')
    await card()
    expect(server.arrived(findResident)[1]?.purpose).toBe('extra_rollen')
    expect(choose('Extra rollen')).toBeChecked()
  })

  test.each(['Pas werkt niet', 'Vraag van inwoner', 'Bezwaar tegen aanslag'])(
    'offers no rolls for %s, and rejects a typed number of rolls as a pass number',
    async (name) => {
      const { server, user, scan } = await openDesk()
      server.fail(showResidentBill, 503)
      await user.click(choose(name))
      await scan()
      expect(await card()).toHaveTextContent(/^(Actieve pas|Scan nu de nieuwe pas)/)
      expect(await card()).toHaveAttribute('data-verdict', 'valid')
      expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
      await user.click(passField())
      await user.keyboard('2{Enter}')
      expect(passField()).toHaveAccessibleDescription(/te weinig tekens/)
      expect(server.arrived(issueRolls)).toEqual([])
      await user.click(choose('Extra rollen'))
      expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
      expect(await card()).toHaveAttribute('data-verdict', 'rolls_left')
      expect(screen.getByRole('textbox', { name: 'Aantal rollen' })).toBeVisible()
    },
  )

  test.each([
    [{ status: 'blocked', blocked_reason: 'loss' } as const, /^Geblokkeerd: verloren/],
    [{ status: 'expired' } as const, /^Pas vervallen/],
    [{ rolls: { this_year: 6, allowance: 6, last_request: null } }, /^Actieve pas/],
  ])(
    'has the headline for %j and a question, without the reason why no rolls can be issued',
    async (pass, headline) => {
      const { server, user, scan } = await openDesk()
      server.answer(findResident, () => makeResident(pass))
      server.fail(showResidentBill, 503)
      await user.click(choose('Vraag van inwoner'))
      await scan()
      expect(await card()).toHaveTextContent(headline)
      expect(await card()).not.toHaveTextContent(/geen rollen uitgeven|weer rollen krijgen/)
    },
  )
})

describe('the whole name of a resident', () => {
  test('is shown after a click on the button, and the focus moves to the rolls field', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) => makeResident({ ...body, name: 'J. v. d. B•••' }))
    server.answer(showResidentName, () => ({ name: 'J. van den Berg' }))
    await scan()
    await card('J. v. d. B•••')
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    const found = await card('J. van den Berg')
    expect(within(found).getByRole('status')).toHaveTextContent('J. van den Berg')
    expect(await rollsField()).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Toon naam' })).not.toBeInTheDocument()
    expect(server.arrived(showResidentName)[0]?.body).toEqual({ environmental_pass_number: '0101010101' })
    await scan('0101010102')
    expect(await card('J. v. d. B•••')).toBeVisible()
  })

  test('S8.1 is not shown if the server cannot log the access, and an error shows the reason', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(showResidentName, 503, 'Dit kan nu niet worden vastgelegd.')
    await scan()
    await card()
    await user.click(screen.getByRole('button', { name: 'Toon naam' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Dit kan nu niet worden vastgelegd.')
  })
})

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
    meta: {
      ...{ resident_id: environmental_pass_number === number ? 1 : 2, assessed_year },
      assessments:
        assessed_year === null
          ? []
          : [{ year: assessed_year, assessed_on: '2026-01-31', object_until: '2026-03-16', days_left: 6 }],
    },
  }))
  server.answer(handOverObjection, ({ body: { year, note = '' } }) => {
    const handover = makeHandover({ id: 7, year, note, is_own: true })
    handovers = [handover, ...handovers]
    return handover
  })
  server.answer(listUndoable, (): UndoableAction[] =>
    handovers
      .filter(({ is_own }) => is_own)
      .map(({ id }) => ({ kind: 'handover_filing', id, pass_ending: '', rolls: null, seconds_left: 290 })),
  )
  server.answer(undoHandover, () => {
    handovers = initial
    return null
  })
  const opened = await openPage('/services-and-settings', { as: municipal, server })
  await opened.user.click(await screen.findByRole('radio', { name: 'Bezwaar tegen aanslag' }))
  await opened.user.type(screen.getByLabelText('Pasnummer'), `${number}{Enter}`)
  return opened
}
const form = () => screen.findByRole('form', { name: 'Bezwaar overdragen' })
const note = () => screen.getByRole('textbox', { name: 'Wat zegt de inwoner?' })

describe('for an objection, the card', () => {
  test('hands an objection over for the latest year with an imposed bill, and shows that it is open', async () => {
    const { user, server } = await openTask()
    const shown = within(await form())
    const ofYears = within(shown.getByRole('group', { name: /welk jaar/ }))
    expect(ofYears.getAllByRole('radio').map((it) => (it as HTMLInputElement).value)).toEqual(
      [thisYear, lastYear, ...earlier].map(String),
    )
    expect(shown.getByRole('radio', { name: `${lastYear} (laatst opgelegd)` })).toBeChecked()
    expect(shown.getByText('Bezwaar kan tot en met 16 maart 2026 (nog 6 dagen).')).toBeVisible()
    expect(shown.queryByLabelText('Datum op de aanslag')).not.toBeInTheDocument()
    expect(note()).toHaveFocus()
    await user.keyboard('Was drie weken weg')
    expect(note()).toHaveAccessibleDescription('Mag leeg blijven. Nog 182 tekens.')
    await user.click(shown.getByRole('checkbox', { name: 'Handtekening' }))
    await user.click(shown.getByRole('radio', { name: 'Post' }))
    await user.type(shown.getByLabelText('Datum poststempel'), '2-3-2026')
    await user.click(shown.getByRole('button', { name: 'Ontvangen en overdragen' }))
    expect(await screen.findByText('Het bezwaar is overgedragen aan de BsGW')).toBeVisible()
    expect(server.arrived(handOverObjection)).toMatchObject([
      {
        body: {
          ...{ environmental_pass_number: number, year: lastYear, note: 'Was drie weken weg' },
          ...{ received_on: today(), received_by: 'post', posted_on: '2026-03-02', missing: ['signature'] },
        },
        purpose: 'aanslag_bezwaar',
      },
    ])
    expect(server.arrived(listPassHandovers)[0]).toMatchObject({ purpose: 'aanslag_bezwaar' })
    expect(
      await within(await card()).findByText(`Bezwaar tegen aanslag ${lastYear}: overgedragen, nog open`),
    ).toBeVisible()
    expect(screen.getByText(/Op tijd. De BsGW beslist uiterlijk op 31 december 2026./)).toBeVisible()
    const print = screen.getByRole('button', { name: /^Bevestiging afdrukken/ })
    await waitFor(() => expect(print).toHaveFocus())
    server.answer(makeObjectionReceipt, () => '%PDF-')
    await user.keyboard('{Enter}')
    expect(server.arrived(makeObjectionReceipt)).toMatchObject([{ params: { handover_id: '7' } }])
    await screen.findByText('Bezwaar tegen aanslag vastgelegd')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('Het bezwaar is verwijderd')).toBeVisible()
    expect(server.arrived(undoHandover)).toMatchObject([{ params: { handover_id: '7' } }])
    expect(await form()).toBeVisible()
    expect(screen.queryByText(/: overgedragen, nog open$/)).toBeNull()
  })

  test('is what Ctrl+Z undoes after an objection was handed over, and earlier rolls of the desk stay', async () => {
    const { user, server } = await openTask()
    const rolls: UndoableAction = { kind: 'roll_issue', id: 3, pass_ending: '0101', rolls: 2, seconds_left: 200 }
    server.answer(issueRolls, () => {
      server.answer(listUndoable, () => [rolls])
      // The card of the same resident has a button for the rolls.
      const last_request = { requested_at: '2026-03-05T09:00:00+01:00', rolls: 2, requested_by: 'Kim', request_id: 3 }
      server.answer(findResident, ({ body }) =>
        makeResident({ ...body, rolls: { this_year: 2, allowance: 6, last_request } }),
      )
      return { rolls: 2, request_id: 3, rolls_this_year: 2 }
    })
    await form()
    await user.type(passField(), `${otherNumber}{Enter}`)
    await rollsField()
    await user.keyboard('2{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    await user.click(screen.getByRole('radio', { name: 'Bezwaar tegen aanslag' }))
    await user.type(passField(), `${number}{Enter}`)
    await form()
    const filing: UndoableAction = { kind: 'handover_filing', id: 7, pass_ending: '', rolls: null, seconds_left: 290 }
    server.answer(listUndoable, () => [filing, rolls])
    await user.click(screen.getByRole('button', { name: 'Ontvangen en overdragen' }))
    await screen.findByText('Het bezwaar is overgedragen aan de BsGW')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('Het bezwaar is verwijderd')).toBeVisible()
    expect(server.arrived(undoHandover)).toMatchObject([{ params: { handover_id: '7' } }])
    expect(server.arrived(cancelRollIssue)).toEqual([])
  })

  test('chooses this year when no bill was imposed, and does not offer a year with an open objection', async () => {
    const { user } = await openTask([makeHandover({ year: thisYear })], null)
    await user.click(await screen.findByText('Nog een bezwaar overdragen'))
    const shown = within(await form())
    expect(shown.queryByRole('radio', { name: String(thisYear) })).not.toBeInTheDocument()
    expect(shown.getByRole('radio', { name: String(lastYear) })).toBeChecked()
    expect(shown.getByText('De datum op de aanslag is niet bekend. Vraag ernaar.')).toBeVisible()
    expect(shown.getByLabelText('Datum op de aanslag')).toBeVisible()
  })

  test('shows an error for an empty day and a note of 201 characters, and hands nothing over', async () => {
    const { user, server } = await openTask()
    const submit = within(await form()).getByRole('button', { name: 'Ontvangen en overdragen' })
    const day = screen.getByLabelText('Ontvangen op')
    await user.clear(day)
    await user.click(submit)
    expect(day).toHaveAccessibleDescription(/Dit veld is verplicht/)
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
      await user.type(screen.getByLabelText('Pasnummer'), `${pass}{Enter}`)
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
    await user.click(screen.getByRole('button', { name: 'Ontvangen en overdragen' }))
    expect(await within(await form()).findByRole('alert')).toHaveTextContent('Noor Balie droeg al een bezwaar over')
    expect(note()).toHaveValue('Was weg')
  })

  test('shows an error with a retry when the earlier objections cannot be read', async () => {
    const { user, server } = await openTask()
    await form()
    server.fail(listPassHandovers, 503, 'Even niet bereikbaar')
    await user.type(screen.getByLabelText('Pasnummer'), `${otherNumber}{Enter}`)
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
    expect(await shown.findByText(/Eén lediging is terug Niet eens\? U kunt/)).toBeVisible()
    expect(shown.getByText(/Afgehandeld door Fleur Aanslag op 9 maart 2026/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Extra rollen' }))
    expect(shown.getByText('Bezwaar tegen aanslag 2025: deels toegekend')).toBeVisible()
    expect(shown.queryByText(/Eén lediging is terug/)).not.toBeInTheDocument()
  })
})
