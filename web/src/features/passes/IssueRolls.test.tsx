import {
  ApiError,
  cancelRollIssue,
  findResident,
  issueRolls,
  listUndoable,
  type UndoableAction,
} from '@rd4-loket/contract'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionLost } from '../../session/api.ts'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeResident, municipal } from '../../test/make.ts'
import { card, delayed, openDesk, passField, rollsField } from '../../test/open-desk.ts'
import { openPage } from '../../test/open-page.tsx'

afterEach(() => vi.useRealTimers())

test("S1.3 S2.3 shows municipal employees 'Services & instellingen' in the menu", async () => {
  await openPage('/dashboard', { as: municipal })
  const menu = screen.getByRole('navigation', { name: 'Menu' })
  expect(within(menu).getByRole('link', { name: 'Services & instellingen' })).toHaveAttribute(
    'href',
    '/services-and-settings',
  )
})

test('S1.3 S6.2 denies a provider employee access', async () => {
  await openPage('/services-and-settings', { as: bsgw })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Geen toegang')
})

test.each([
  ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
  ['the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Zoek pas' }))],
])('S5.1 an empty pass field sent by %s shows an error, and the next scan finds its resident', async (_, submit) => {
  const { server, user, scan } = await openDesk()
  await submit(user)
  expect(passField()).toHaveAccessibleDescription(/Dit veld is verplicht/)
  expect(passField()).toBeInvalid()
  expect(server.arrived(findResident)).toEqual([])
  await scan()
  expect(await card()).toBeVisible()
  expect(passField()).toBeValid()
})

describe('S2.12 S3.5 S7.13 S1.5 finding a resident by pass', () => {
  test('focuses the field, and shows status, address and rolls of this year after a scan', async () => {
    const { server, scan } = await openDesk()
    expect(passField()).toHaveFocus()
    server.answer(findResident, () =>
      makeResident({
        rolls: {
          this_year: 2,
          allowance: 6,
          last_request: { rolls: 2, requested_at: '2026-03-04T10:31:00+01:00', requested_by: 'Noor Balie' },
        },
      }),
    )
    await scan()
    const found = await card()
    expect(found).toHaveTextContent(/^Nog 4 rollen/)
    expect(found).toHaveAttribute('data-verdict', 'rolls_left')
    expect(found).toHaveTextContent('Akerstraat 118')
    expect(found).toHaveTextContent('2 van 6 rollen gehad dit jaar')
    expect(found).toHaveTextContent('Laatst: 2 rollen op 4 maart 2026 om 10:31, door Noor Balie')
    expect(server.arrived(findResident)[0]?.body).toEqual({ environmental_pass_number: '0101010101' })
  })

  test.each([
    [
      { status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' } as const,
      'Geblokkeerd: verloren',
      'Op deze pas kunt u geen rollen uitgeven. Open de nieuwe pas.',
    ],
    [
      { status: 'expired' } as const,
      'Geen rollen: pas vervallen',
      'Op deze pas kunt u geen rollen uitgeven. De inwoner heeft een nieuwe pas nodig.',
    ],
    [
      { rolls: { this_year: 6, allowance: 6, last_request: null } },
      'Alle 6 rollen gehad',
      'Vanaf 1 januari kan de inwoner weer rollen krijgen.',
    ],
    [
      { rolls: { this_year: 0, allowance: null, last_request: null } },
      'Aantal rollen is niet gekozen',
      'Voor dit jaar is geen aantal rollen per huishouden gekozen. Vraag een beheerder om dat in te stellen.',
    ],
  ])('has the headline for %j, with the reason in place of the field for rolls', async (pass, headline, reason) => {
    const { server, scan } = await openDesk()
    server.answer(findResident, () => makeResident(pass))
    await scan()
    expect(await card()).toHaveTextContent(new RegExp(`^${headline}`))
    expect(await card()).not.toHaveAttribute('data-verdict', 'rolls_left')
    expect(await card()).toHaveTextContent(reason)
    expect(screen.getByRole('alert')).toHaveTextContent(`${headline}. J. van den Berg. ${reason}`)
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
  })

  test('refuses to issue without a chosen number, and says so on its button in the words of the municipality', async () => {
    const server = fakeServer()
    server.answer(findResident, () => makeResident({ rolls: { this_year: 2, allowance: null, last_request: null } }))
    const roll_words = { roll_singular: 'restzak', roll_plural: 'restzakken' }
    const { user } = await openPage('/services-and-settings', { as: municipal, server, roll_words })
    expect(screen.getByRole('radio', { name: 'Extra restzakken' })).toBeChecked()
    await user.type(passField(), '0101010101{Enter}')
    const button = await screen.findByRole('button', { name: 'Restzakken uitgeven' })
    expect(button).toHaveAccessibleDescription(/^Voor dit jaar is geen aantal restzakken .* Vraag een beheerder/)
    expect(screen.getByText('2 restzakken')).toBeVisible()
    await user.click(button)
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test.each([
    [
      { this_year: 7, on_previous_pass: 6, allowance: 8 },
      '7 van 8 rollen gehad dit jaar, waarvan 6 op de vorige pas',
      null,
    ],
    [
      { this_year: 9, allowance: 6 },
      '9 van 6 rollen gehad dit jaar',
      'Dit is meer dan mag. Het aantal per jaar is later verlaagd.',
    ],
  ])('S3.5 shows the rolls of the household %j', async (rolls, text, explanation) => {
    const { server, scan } = await openDesk()
    server.answer(findResident, () => makeResident({ rolls: { ...rolls, last_request: null } }))
    await scan()
    expect(await card()).toHaveTextContent(text)
    expect(screen.queryByText(/^Dit is meer dan mag/)?.textContent ?? null).toBe(explanation)
  })

  test('finds the pass when the button is pressed, and moves the focus to the next field', async () => {
    const { user } = await openDesk()
    const button = screen.getByRole('button', { name: 'Zoek pas' })
    await user.click(button)
    expect(passField()).toHaveFocus()
    await user.keyboard('0101010101')
    await user.click(button)
    await card()
    expect(passField()).toHaveValue('')
    expect(await rollsField()).toHaveFocus()
  })

  test('shows that a pass is unknown, and empties and focuses the field for the next scan', async () => {
    const { server, scan } = await openDesk()
    server.fail(findResident, 404, 'Deze pas is niet bekend in uw gemeente')
    await scan('9999999999')
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze pas is niet bekend in uw gemeente.')
    expect(screen.getByRole('heading', { name: 'Pas 9999 9999 99' })).toBeVisible()
    expect(passField()).toHaveFocus()
    expect(passField()).toHaveValue('')
  })

  test.each([
    ['never got', [], 'In Heerlen zijn nog nooit milieupassen ingelezen.'],
    ['has', ['passes' as const], /Verwijs dan naar de balie van die gemeente/],
  ])('states about an unknown pass what to do when the municipality %s passes', async (_, loaded, text) => {
    const { server, scan } = await openDesk([], { loaded })
    server.fail(findResident, 404, 'Deze pas is niet bekend in uw gemeente')
    await scan('9999999999')
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('S5.3 S8.1 shows the field errors of a pass number that the server rejects', async () => {
    const { server, scan } = await openDesk()
    server.fail(findResident, 422, 'Niet alles is goed ingevuld', { environmental_pass_number: ['Deze pas is te oud'] })
    await scan('9999999999')
    expect(await screen.findByRole('alert')).toHaveTextContent('Niet alles is goed ingevuld. Deze pas is te oud.')
    expect(passField()).toBeInvalid()
    expect(passField()).toHaveAccessibleDescription(/Deze pas is te oud/)
    server.answer(findResident, () => makeResident())
    await scan()
    expect(await card()).toBeVisible()
    expect(passField()).toBeValid()
  })

  test('repeats a lookup without a reply when the connection is back, and issues no rolls that were typed', async () => {
    const { server, user, scan } = await openDesk()
    const lost = delayed<never>()
    server.answer(findResident, () => lost.promise)
    await scan()
    await user.keyboard('2{Enter}')
    await act(async () => lost.reject(new TypeError('Failed to fetch')))
    expect(await screen.findByText(/^Het loket is niet bereikbaar/)).toBeVisible()
    server.answer(findResident, ({ body }) => makeResident(body))
    await act(async () => connectionLost.write(false))
    expect(await card()).toHaveTextContent(/^Nog 4 rollen/)
    expect(screen.queryByText(/^Het loket is niet bereikbaar/)).not.toBeInTheDocument()
    expect(await rollsField()).toHaveValue('2')
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('rejects an invalid pass number, and keeps it in the field until the next scan replaces it', async () => {
    const { server, user, scan } = await openDesk()
    await scan('12-3')
    expect(passField()).toBeInvalid()
    expect(passField()).toHaveAccessibleDescription(/te weinig tekens/)
    expect(screen.getByRole('alert')).toHaveTextContent(/te weinig tekens/)
    expect(passField()).toHaveValue('12-3')
    await user.keyboard('0101010101')
    expect(passField()).toHaveValue('0101010101')
    expect(server.arrived(findResident)).toEqual([])
  })

  test('shows the advice of a near miss, and no other town', async () => {
    const [typed, advice] = ['à&à&à&à&à&', /Frans of Belgisch toetsenbord/] as const
    const { server, user, scan } = await openDesk()
    await scan(typed)
    expect(passField()).toHaveAccessibleDescription(advice)
    expect(screen.queryByText(/andere gemeente/)).not.toBeInTheDocument()
    await scan('0101010101')
    await rollsField()
    await user.keyboard(`${typed}{Enter}`)
    expect(passField()).toHaveAccessibleDescription(advice)
    expect(passField()).toHaveValue(typed)
    expect(passField()).toHaveFocus()
    expect(server.arrived(findResident)).toHaveLength(1)
  })

  test('a character of an unusual keyboard takes the focus from a button, so that Enter does not press it', async () => {
    const { user, scan } = await openDesk()
    await scan()
    const button = await screen.findByRole('button', { name: 'Toon naam' })
    act(() => button.focus())
    await user.keyboard('à&à&à&à&à&{Enter}')
    expect(passField()).toHaveFocus()
    expect(passField()).toHaveValue('à&à&à&à&à&')
  })

  test('announces the same error again when the same input is rejected a second time', async () => {
    const { scan, user } = await openDesk()
    await scan('12-3')
    const firstAlert = screen.getByRole('alert')
    await scan('12-3')
    expect(firstAlert).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(/te weinig tekens/)

    await scan('0101010101')
    await rollsField()
    await user.keyboard('abc{Enter}')
    const firstRollsAlert = screen.getByRole('alert')
    await user.keyboard('abc{Enter}')
    expect(firstRollsAlert).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Vul hier een getal in')
    expect(await rollsField()).toHaveAccessibleDescription(/Vul hier een getal in/)
  })

  test('leaves no pass number in the URL, the title, the browser storage or the keys of the query cache', async () => {
    const { scan, place, client } = await openDesk()
    await scan()
    await card()
    const keys = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
    const left = JSON.stringify([place(), document.title, { ...localStorage }, { ...sessionStorage }, keys])
    expect(left).not.toContain('0101010101')
  })

  test('warns 30 seconds before it removes the resident, and any key restarts the timer', async () => {
    const { scan } = await openDesk()
    await scan()
    await card()
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(4.5 * 60_000))
    expect(screen.getByText(/^Over 30 seconden gaat de inwoner van het scherm/)).toBeVisible()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    expect(screen.queryByText(/^Over 30 seconden/)).not.toBeInTheDocument()
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.getByText('J. van den Berg')).toBeVisible()
  })

  test('brings the removed resident back on request, with the number of rolls that was typed', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('3')
    const status = screen.getByText(/J. van den Berg/, { selector: '[role=status]' })
    vi.useFakeTimers()
    fireEvent.keyDown(document.body, { key: 'Shift' })
    act(() => vi.advanceTimersByTime(5 * 60_000))
    vi.useRealTimers()
    expect(status).toHaveTextContent('Inwoner van het scherm gehaald')
    fireEvent.click(screen.getByRole('button', { name: 'Toon de inwoner weer' }))
    expect(await rollsField()).toHaveValue('3')
    expect(screen.queryByRole('button', { name: 'Toon de inwoner weer' })).not.toBeInTheDocument()
    expect(server.arrived(findResident)).toHaveLength(2)
  })
})

describe('S3.6 S7.14 S8.6 S1.5 issuing rolls', () => {
  test('issues rolls at a digit and Enter after a scan, and empties and focuses the pass field', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    expect(await rollsField()).toHaveFocus()
    await user.keyboard('2{Enter}')
    expect(await screen.findByText('Er zijn 2 rollen aangevraagd')).toBeVisible()
    expect(passField()).toHaveFocus()
    expect(passField()).toHaveValue('')
    expect(screen.queryByRole('textbox', { name: 'Aantal rollen' })).not.toBeInTheDocument()
    expect(server.arrived(issueRolls)[0]?.body).toEqual({ environmental_pass_number: '0101010101', rolls: 2 })
    const issued = screen.getByRole('region', { name: 'Net gedaan' })
    expect(issued).toHaveTextContent('2 rollen voor J. van den Berg')
    expect(issued).toHaveTextContent('nog 2 van 6 dit jaar')
    expect(issued).not.toHaveTextContent('0101')
  })

  test('S9.3 S3.12 S4.8 the message is in a live region without a button, until the next request', async () => {
    const { user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('1{Enter}')
    const message = await screen.findByText('Er is 1 rol aangevraagd')
    expect(message.closest('[role="status"]')).toBeInTheDocument()
    expect(within(message).queryByRole('button')).not.toBeInTheDocument()
    await scan('0505050505')
    expect(message).not.toBeInTheDocument()
  })

  test('sends one request with an idempotency key after four times Enter and a double click', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<{ rolls: number; request_id: number; rolls_this_year: number }>()
    server.answer(issueRolls, () => promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}{Enter}{Enter}{Enter}')
    await user.dblClick(screen.getByRole('button', { name: 'Uitgeven' }))
    act(() => resolve({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    expect(server.arrived(issueRolls)).toHaveLength(1)
    expect(server.arrived(issueRolls)[0]?.idempotency_key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a retry after a lost response has the same idempotency key, and the next issue a new key', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(issueRolls, 0)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    expect(await rollsField()).toHaveAccessibleDescription(
      /Er kwam geen antwoord van het loket. Probeer het nog eens: er wordt niets dubbel uitgegeven./,
    )
    expect(await rollsField()).toHaveValue('2')
    server.answer(issueRolls, () => ({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await waitFor(async () => expect(await rollsField()).toHaveFocus())
    await user.keyboard('{Enter}')
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(server.arrived(issueRolls)).toHaveLength(3))
    const [lost, retry, next] = server.arrived(issueRolls).map(({ idempotency_key }) => idempotency_key)
    expect(retry).toBe(lost)
    expect(next).not.toBe(lost)
  })

  test('reads the pass again when a colleague issued rolls meanwhile, and keeps the error and the number', async () => {
    const { server, user, scan } = await openDesk()
    const rolls = { this_year: 0, allowance: 6, last_request: null }
    server.answer(findResident, () => makeResident({ rolls }))
    await scan()
    expect(await card()).toHaveTextContent(/^Nog 6 rollen/)
    const sentence = 'Dit huishouden kan dit jaar nog 1 van de 6 rollen krijgen'
    server.fail(issueRolls, 422, sentence, { rolls: [sentence] })
    server.answer(findResident, () => makeResident({ rolls: { ...rolls, this_year: 5 } }))
    await user.keyboard('4{Enter}')
    await waitFor(async () => expect(await card()).toHaveTextContent(/^Nog 1 rol/))
    expect(await rollsField()).toHaveAccessibleDescription(`${sentence} Ten hoogste 1`)
    expect(await rollsField()).toHaveValue('4')
    expect(server.arrived(findResident)).toHaveLength(2)
  })

  test('S5.3 S8.1 shows the reason of a rejection at the field, and keeps the input', async () => {
    const { server, user, scan } = await openDesk()
    const sentence = 'Dit huishouden kan dit jaar nog 4 van de 6 rollen krijgen'
    server.fail(issueRolls, 422, sentence, { rolls: [sentence] })
    await scan()
    await rollsField()
    await user.keyboard('9{Enter}')
    await waitFor(async () => expect(await rollsField()).toBeInvalid())
    expect(await rollsField()).toHaveAccessibleDescription(`${sentence} Ten hoogste 4`)
    expect(await rollsField()).toHaveValue('9')
    expect(await rollsField()).toHaveFocus()
  })

  test('S8.1 shows the field errors of a failure whose outcome is unknown, with what to do', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(issueRolls, 503, 'Even niet bereikbaar', { rolls: ['Het jaar wordt afgesloten'] })
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await waitFor(async () =>
      expect(await rollsField()).toHaveAccessibleDescription(
        /Even niet bereikbaar. Het jaar wordt afgesloten. Probeer het nog eens: er wordt niets dubbel uitgegeven./,
      ),
    )
  })

  test.each([
    ['', 'Dit veld is verplicht'],
    ['0', 'Dit moet ten minste 1 zijn'],
    ['x', 'Vul hier een getal in'],
    ['1e1', 'Vul hier een getal in'],
    ['0x2', 'Vul hier een getal in'],
  ])('S5.1 rejects %j as a number of rolls before anything is sent', async (typed, message) => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    // An Enter right after the scan would belong to its Enter.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
    await user.keyboard(`${typed}{Enter}`)
    expect(await rollsField()).toHaveAccessibleDescription(new RegExp(message))
    // The focus does not move, so screen readers announce the error only because of the alert.
    expect(screen.getByRole('alert')).toHaveTextContent(message)
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('S8.1 shows why undoing an issue failed', async () => {
    const { server, user, scan } = await openDesk()
    server.fail(cancelRollIssue, 409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Ongedaan maken/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze uitgifte kan niet meer ongedaan worden gemaakt')
  })
})

describe('undoing an action after a reload or a new scan', () => {
  const issued: UndoableAction = { kind: 'roll_issue', id: 7, rolls: 2, pass_ending: '0101', seconds_left: 200 }
  const last_request = {
    request_id: 7,
    rolls: 2,
    requested_at: '2026-03-04T10:31:00+01:00',
    requested_by: 'Kim de Vries',
  }

  /** Opens the desk after an issue that this page did not make. */
  async function openAfterIssue(action = issued) {
    const opened = await openDesk([action])
    opened.server.answer(cancelRollIssue, () => {
      opened.server.answer(listUndoable, () => [])
      return { rolls_this_year: 2 }
    })
    opened.server.answer(findResident, ({ body }) =>
      makeResident({ ...body, rolls: { this_year: 4, allowance: 6, last_request } }),
    )
    return opened
  }

  test('S8.1 shows why the actions to undo are missing, until a retry succeeds', async () => {
    const server = fakeServer()
    server.fail(listUndoable, 503, 'Het loket is even niet bereikbaar')
    const { user } = await openPage('/services-and-settings', { as: municipal, server })
    const panel = await screen.findByRole('region', { name: 'Net gedaan' })
    expect(panel).toHaveTextContent('Het loket is even niet bereikbaar')
    server.answer(listUndoable, () => [issued])
    await user.click(within(panel).getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await screen.findByText('2 rollen op pas …0101')).toBeVisible()
    expect(screen.queryByText('Het loket is even niet bereikbaar')).not.toBeInTheDocument()
  })

  test('is offered in the list of the desk, with the end of the pass number', async () => {
    const { server, user } = await openAfterIssue()
    const listed = await screen.findByRole('region', { name: 'Net gedaan' })
    expect(listed).toHaveTextContent('2 rollen op pas …0101')
    await user.click(within(listed).getByRole('button', { name: /^Ongedaan maken/ }))
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '7' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Net gedaan' })).not.toBeInTheDocument())
    expect(passField()).toHaveFocus()
  })

  test('is offered by buttons that all have another name, also for two equal issues', async () => {
    const change: UndoableAction = { kind: 'block', id: 3, rolls: null, pass_ending: '0101', seconds_left: 90 }
    const { server, scan } = await openDesk([issued, { ...issued, id: 6, seconds_left: 150 }, change])
    server.answer(findResident, ({ body }) =>
      makeResident({ ...body, change_id: 3, rolls: { this_year: 4, allowance: 6, last_request } }),
    )
    await scan()
    await card()
    const buttons = await screen.findAllByRole('button', { name: /^Ongedaan maken/ })
    expect(buttons).toHaveLength(5)
    expect(new Set(buttons.map((button) => button.textContent)).size).toBe(5)
    for (const button of buttons) expect(button).toHaveAccessibleName(/, \d\d:\d\d:\d\d uur$/)
  })

  test('is offered with the moment of the server, and with a number for two issues in one second', async () => {
    const at = { ...issued, done_at: '2026-03-04T10:31:05+01:00' }
    const { client, server } = await openDesk([
      { ...at, seconds_left: 199 },
      { ...at, id: 6 },
    ])
    const listed = await screen.findByRole('region', { name: 'Net gedaan' })
    const names = () =>
      within(listed)
        .getAllByRole('button')
        .map((button) => button.textContent)
    const shown = ['10:31:05 uur, nummer 2 van 2', '10:31:05 uur, nummer 1 van 2']
    expect(names()).toEqual(shown.map((moment) => `Ongedaan maken: 2 rollen op pas …0101, ${moment}`))
    for (const moment of shown) expect(within(listed).getByText(moment)).toBeVisible()
    server.answer(listUndoable, () => [{ ...at, seconds_left: 120 }])
    await client.invalidateQueries()
    await waitFor(() => expect(names()).toEqual(['Ongedaan maken: 2 rollen op pas …0101, 10:31:05 uur']))
  })

  test('is done by Ctrl+Z after a scan, while the field for rolls is empty', async () => {
    const { server, user, scan } = await openAfterIssue()
    await scan()
    expect(await rollsField()).toHaveFocus()
    expect(within(await card()).getByRole('button', { name: /^Ongedaan maken/ })).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '7' })
  })

  test('is done by Ctrl+Z right after the issue, which states how long that is possible', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(cancelRollIssue, () => ({ rolls_this_year: 2 }))
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    expect(await screen.findByRole('heading', { name: '2 rollen uitgegeven' })).toBeVisible()
    expect(screen.getByText('Ongedaan maken kan nog 5 minuten, ook als u de pas opnieuw scant.')).toBeVisible()
    expect(screen.getByText('nog 5 min')).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De uitgifte is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(cancelRollIssue)[0]?.params).toEqual({ request_id: '1' })
  })

  test('is not done by Ctrl+Z while a number of rolls is typed', async () => {
    const { server, user, scan } = await openAfterIssue()
    await scan()
    await rollsField()
    await user.keyboard('3{Control>}z{/Control}')
    expect(server.arrived(cancelRollIssue)).toEqual([])
  })

  test('is not offered for the last issue of a colleague', async () => {
    const { scan } = await openAfterIssue({ ...issued, id: 8 })
    await scan()
    expect(within(await card()).queryByRole('button', { name: /^Ongedaan maken/ })).not.toBeInTheDocument()
  })

  test('is offered until the time stated by the server has passed', async () => {
    await openAfterIssue({ ...issued, seconds_left: 1 })
    expect(await screen.findByRole('region', { name: 'Net gedaan' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Net gedaan' })).not.toBeInTheDocument(), {
      timeout: 5000,
    })
  })
})

describe('S2.12 a clerk and a pass reader that are faster than the server', () => {
  test('keeps every character of a scan while the previous request is in flight', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<{ rolls: number; request_id: number; rolls_this_year: number }>()
    server.answer(issueRolls, () => promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}05050')
    act(() => resolve({ rolls: 2, request_id: 1, rolls_this_year: 4 }))
    await screen.findByText('Er zijn 2 rollen aangevraagd')
    await user.keyboard('50505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })

  test('a card that appears during the next scan does not take the focus from the pass field', async () => {
    const { server, user, scan } = await openDesk()
    const { promise, resolve } = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, () => promise)
    await scan()
    await user.keyboard('05050')
    act(() => resolve(makeResident()))
    await card()
    await user.keyboard('50505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })

  test('looks up the next customer when a pass is scanned in the field for the number of rolls', async () => {
    const { server, user, scan } = await openDesk()
    await scan()
    await rollsField()
    await user.keyboard('0505050505{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('finds a pass that is scanned while a button has the focus, and does not press the button', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(cancelRollIssue, () => ({ rolls_this_year: 2 }))
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    const undo = await screen.findByRole('button', { name: /^Ongedaan maken/ })
    act(() => undo.focus())
    await scan('0505050505')
    await rollsField()
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
    expect(server.arrived(cancelRollIssue)).toEqual([])
  })

  test('a lookup that fails after the next scan reports the unissued rolls; a retry fills in their number', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<ReturnType<typeof makeResident>>()
    server.answer(findResident, ({ body }) =>
      body.environmental_pass_number === '0101010101' ? slow.promise : makeResident({ ...body, name: 'P. Prins' }),
    )
    await scan('0101010101')
    await user.keyboard('2{Enter}')
    await scan('0505050505')
    await card('P. Prins')
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    const unissued = await screen.findByRole('region', { name: 'Niet uitgegeven: 2 rollen voor pas 0101 0101 01' })
    expect(within(unissued).getByRole('alert')).toHaveTextContent('Het loket is druk.')
    server.answer(findResident, ({ body }) => makeResident(body))
    await user.click(within(unissued).getByRole('button', { name: 'Opnieuw proberen' }))
    await card()
    expect(await rollsField()).toHaveValue('2')
    expect(server.arrived(issueRolls)).toEqual([])
  })

  test('accepts a scan that ends with a line feed, or with Enter and a line feed, as one scan', async () => {
    const { server, user } = await openDesk()
    await user.keyboard('0101010101{Control>}j{/Control}')
    await rollsField()
    await user.keyboard('0505050505{Enter}{Control>}j{/Control}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(await rollsField()).toBeValid()
  })

  test('a Tab after fast input acts as Enter, and a Tab after slow typing moves to the next field', async () => {
    const { server } = await openDesk()
    const type = (gap: number) => {
      fireEvent.change(passField(), { target: { value: '0101010101' } })
      let ended = false
      for (const [count, key] of [...'0101010101', 'Tab'].entries()) {
        const event = createEvent.keyDown(passField(), { key })
        Object.defineProperty(event, 'timeStamp', { value: 1000 + count * gap })
        ended = !fireEvent(passField(), event)
      }
      return ended
    }
    expect(type(120)).toBe(false)
    expect(server.arrived(findResident)).toEqual([])
    expect(type(15)).toBe(true)
    expect(await card()).toBeVisible()
    expect(server.arrived(findResident)).toHaveLength(1)
  })

  test('the second of two Enters presses no button of the card, and a later Enter does', async () => {
    const { scan } = await openDesk()
    // A busy page handles the second Enter late, but its timestamp is the moment of the press.
    const pressedAt = performance.now()
    await scan()
    const isHandled = (timeStamp: number) => {
      const event = createEvent.keyDown(document.body, { key: 'Enter' })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      return fireEvent(document.body, event)
    }
    expect(isHandled(pressedAt)).toBe(false)
    expect(isHandled(performance.now() + 1000)).toBe(true)
  })

  test('shows an error when an issue fails after the scan of the next customer', async () => {
    const { server, user, scan } = await openDesk()
    const slow = delayed<never>()
    server.answer(issueRolls, () => slow.promise)
    await scan()
    await rollsField()
    await user.keyboard('2{Enter}')
    server.answer(findResident, ({ body }) => makeResident({ ...body, name: 'P. Prins' }))
    await scan('0505050505')
    await card('P. Prins')
    await act(async () => slow.resolve(Promise.reject(new ApiError(503, 'Het loket is druk.')) as never))
    expect(await screen.findByRole('alert')).toHaveTextContent('Het loket is druk.')
    expect(screen.getByText('Niet zeker: 2 rollen voor J. van den Berg')).toBeVisible()
  })
})
