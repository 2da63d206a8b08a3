import {
  activatePass,
  blockPass,
  findResident,
  findResidentAtAddress,
  listPassSystems,
  listUndoable,
  replacePass,
  searchCalendarAddresses,
  type UndoableAction,
  undoPassChange,
} from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { makeAddress, makeResident } from '../../test/make.ts'
import { card, delayed, openDesk, passField, readCard, rollsField } from '../../test/open-desk.ts'

describe('a pass that does not work', () => {
  async function openDefect() {
    const opened = await openDesk()
    const { server, user } = opened
    server.answer(blockPass, () => ({ change_id: 3 }))
    server.answer(replacePass, () => ({ change_id: 3 }))
    await user.click(screen.getByRole('radio', { name: 'Pas werkt niet' }))
    await opened.scan()
    await card()
    return opened
  }
  const old = { environmental_pass_number: '0101010101' }

  test('is replaced by a scan of the new pass and Enter, and the card of the new pass offers rolls', async () => {
    const { server, user, scan } = await openDefect()
    await scan('09 0909 0909')
    expect(await screen.findByText('0909 0909 09')).toBeVisible()
    expect(server.arrived(replacePass)).toEqual([])
    expect(screen.getByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
    await readCard()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('De nieuwe pas is actief')).toBeVisible()
    expect(server.arrived(replacePass)).toMatchObject([
      { body: { ...old, new_pass_number: '0909090909', reason: 'defect' }, purpose: 'pas_defect' },
    ])
    expect(await rollsField()).toHaveFocus()
    expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0909090909' })
    expect(screen.getByRole('radio', { name: 'Extra rollen' })).toBeChecked()
  })

  test('that is lost is found by address and replaced in one task: the address, a scan and Enter', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(searchCalendarAddresses, () => ({
      data: [{ kind: 'address' as const, ...makeAddress({ alias: 'a1' }) }],
      meta: { more: false, match: 'exact' as const, first_only: false, missing: null, unused: [] },
    }))
    server.answer(findResidentAtAddress, () => ({ address: makeAddress(), resident: makeResident(old) }))
    server.answer(replacePass, () => ({ change_id: 3 }))
    await user.click(screen.getByRole('radio', { name: 'Pas kwijt' }))
    await user.keyboard('6411CD 118{Enter}')
    expect(await card()).toHaveTextContent(/^Scan nu de nieuwe pas/)
    expect(screen.getByRole('radio', { name: 'verloren' })).toBeChecked()
    expect(passField()).toHaveFocus()
    await scan('0909090909')
    expect(await screen.findByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
    await readCard()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('De nieuwe pas is actief')).toBeVisible()
    expect(server.arrived(findResidentAtAddress)).toMatchObject([{ body: { alias: 'a1' }, purpose: 'pas_vergeten' }])
    expect(server.arrived(replacePass)).toMatchObject([
      { body: { ...old, new_pass_number: '0909090909', reason: 'loss' }, purpose: 'pas_defect' },
    ])
    expect(server.arrived(blockPass)).toEqual([])
    expect(screen.getByRole('radio', { name: 'Extra rollen' })).toBeChecked()
  })

  test('scanned again as the new pass shows that it is the old pass, until the new pass is scanned', async () => {
    const { server, scan } = await openDefect()
    await scan('01 0101 0101')
    const message = 'Dit is de oude pas. Scan de nieuwe pas.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(passField()).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(passField()).toHaveFocus()
    expect(server.arrived(findResident)).toHaveLength(1)
    await scan('0909090909')
    expect(await screen.findByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
  })

  test('is looked up again after its scan when another purpose was chosen', async () => {
    const { server, user } = await openDefect()
    await user.type(passField(), '0101010101{Enter}')
    expect(await screen.findByText('Dit is de oude pas. Scan de nieuwe pas.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Extra rollen' }))
    expect(screen.queryByText('Dit is de oude pas. Scan de nieuwe pas.')).not.toBeInTheDocument()
    await user.clear(passField())
    await user.type(passField(), '0101010101{Enter}')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
  })

  test('is replaced for the chosen reason, and a double click is one request', async () => {
    const { server, user, scan } = await openDefect()
    const { promise } = delayed<{ change_id: number }>()
    server.answer(replacePass, () => promise)
    await user.click(screen.getByRole('radio', { name: 'gestolen' }))
    await scan('0909090909')
    await user.dblClick(await screen.findByRole('button', { name: 'Vervang de pas' }))
    expect(server.arrived(replacePass)).toMatchObject([{ body: { reason: 'theft' } }])
  })

  test('S8.1 shows why the new pass was rejected, and accepts another scan', async () => {
    const { server, user, scan } = await openDefect()
    server.fail(replacePass, 422, 'Niet alles is goed ingevuld', { new_pass_number: ['Deze pas is al in gebruik.'] })
    await scan('0909090909')
    await screen.findByRole('button', { name: 'Vervang de pas' })
    await readCard()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Deze pas is al in gebruik.')
    await scan('0808080808')
    expect(await screen.findByText('0808 0808 08')).toBeVisible()
    expect(screen.queryByText(/Deze pas is al in gebruik/)).not.toBeInTheDocument()
  })

  test('looks up the scanned pass when it belongs to another customer', async () => {
    const { server, user, scan } = await openDefect()
    await scan('0909090909')
    await user.click(await screen.findByRole('button', { name: 'Nee, dit is een andere klant' }))
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]).toMatchObject({
      body: { environmental_pass_number: '0909090909' },
      purpose: 'extra_rollen',
    })
    expect(server.arrived(replacePass)).toEqual([])
  })

  test('is not replaced after a move: the card names the first pass, and a scan is the next customer', async () => {
    const { server, user } = await openDefect()
    await user.click(screen.getByRole('radio', { name: 'verhuizing' }))
    expect(screen.getByText(/^Blokkeer alleen deze pas\./)).toBeVisible()
    server.answer(findResident, ({ body }) => makeResident({ ...body, status: 'blocked', blocked_reason: 'move' }))
    await user.click(screen.getByRole('button', { name: 'Alleen blokkeren' }))
    expect(await screen.findByText(/^De inwoner is verhuisd\. Geef de nieuwe bewoner/)).toBeVisible()
    await user.type(passField(), '0909090909{Enter}')
    await waitFor(() =>
      expect(server.arrived(findResident).at(-1)?.body).toEqual({ environmental_pass_number: '0909090909' }),
    )
    expect(server.arrived(replacePass)).toEqual([])
  })

  test('is blocked without a new pass, and the card shows the block', async () => {
    const { server, user } = await openDefect()
    server.answer(findResident, ({ body }) => makeResident({ ...body, status: 'blocked', blocked_reason: 'loss' }))
    await user.click(screen.getByRole('radio', { name: 'verloren' }))
    await user.click(screen.getByRole('button', { name: 'Alleen blokkeren' }))
    expect(await screen.findByText('De pas is geblokkeerd')).toBeVisible()
    expect(server.arrived(blockPass)).toMatchObject([{ body: { ...old, reason: 'loss' }, purpose: 'pas_defect' }])
    expect(await card()).toHaveTextContent(/^Geblokkeerd: verloren/)
    expect(screen.queryByRole('button', { name: 'Alleen blokkeren' })).not.toBeInTheDocument()
  })

  test('opens one underground system after a choice', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(listPassSystems, () => [{ alias: 'aker-1', name: 'Aker 1', is_chosen: false }])
    server.answer(activatePass, () => ({ change_id: 4 }))
    await user.click(screen.getByRole('radio', { name: 'Pas werkt niet' }))
    await scan()
    await user.selectOptions(await screen.findByLabelText('De pas opent'), 'Alleen Aker 1')
    await user.click(screen.getByRole('button', { name: 'Vastleggen' }))
    expect(await screen.findByText('De pas opent nu één verzamelsysteem')).toBeVisible()
    expect(server.arrived(activatePass)).toMatchObject([{ body: { ...old, collection_system: 'aker-1' } }])
  })

  test('opens all underground systems after a choice', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(listPassSystems, () => [{ alias: 'aker-1', name: 'Aker 1', is_chosen: true }])
    server.answer(activatePass, () => ({ change_id: 4 }))
    await user.click(screen.getByRole('radio', { name: 'Pas werkt niet' }))
    await scan()
    await user.selectOptions(await screen.findByLabelText('De pas opent'), 'Alle verzamelsystemen van het adres')
    await user.click(screen.getByRole('button', { name: 'Vastleggen' }))
    expect(await screen.findByText('De pas opent nu alle verzamelsystemen')).toBeVisible()
    expect(server.arrived(activatePass)).toMatchObject([{ body: { ...old, collection_system: null } }])
  })

  test('is undone by one key after a scan, if the server lists the change as undoable', async () => {
    const replaced: UndoableAction = { kind: 'replace', id: 3, pass_ending: '0101', rolls: null, seconds_left: 200 }
    const { server, user, scan } = await openDesk([replaced])
    server.answer(findResident, ({ body }) => makeResident({ ...body, change_id: 3 }))
    server.answer(undoPassChange, () => {
      server.answer(listUndoable, () => [])
      return null
    })
    await scan('0909090909')
    await rollsField()
    expect(await card()).toHaveTextContent('Vervangen: pas …0101')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('De wijziging van de pas is ongedaan gemaakt')).toBeVisible()
    expect(server.arrived(undoPassChange)[0]?.params).toEqual({ change_id: '3' })
    expect(screen.queryByText('J. van den Berg')).not.toBeInTheDocument()
  })
})

describe('the next step of a pass that gives no rolls', () => {
  test('opens the replacement of a blocked pass at Enter, for the same customer and purpose', async () => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) =>
      makeResident(
        body.environmental_pass_number === '0101010101'
          ? { ...body, status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' }
          : body,
      ),
    )
    await user.click(screen.getByRole('radio', { name: 'Vraag van inwoner' }))
    await user.click(passField())
    await scan()
    expect(await screen.findByRole('button', { name: 'Open de nieuwe pas 0101 0101 02' })).toHaveFocus()
    await readCard()
    await user.keyboard('{Enter}')
    expect(await card()).toHaveTextContent(/^Actieve pas/)
    expect(server.arrived(findResident)).toMatchObject([
      { body: { environmental_pass_number: '0101010101' }, purpose: 'vraag_inwoner' },
      { body: { environmental_pass_number: '0101010102' }, purpose: 'vraag_inwoner' },
    ])
  })

  test.each([
    { status: 'expired' } as const,
    { status: 'blocked', blocked_reason: 'theft', replaced_by: null } as const,
  ])('starts the replacement at Enter for the pass %j', async (pass) => {
    const { server, user, scan } = await openDesk()
    server.answer(findResident, ({ body }) => makeResident({ ...body, ...pass }))
    await scan()
    expect(await screen.findByRole('button', { name: 'Nieuwe pas uitgeven' })).toHaveFocus()
    await readCard()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('radio', { name: 'Pas werkt niet' })).toBeChecked()
    expect(passField()).toHaveFocus()
    await scan('0909090909')
    expect(await screen.findByRole('button', { name: 'Vervang de pas' })).toHaveFocus()
  })

  test('offers no replacement of a pass that was blocked for a move', async () => {
    const { server, scan } = await openDesk()
    server.answer(findResident, () => makeResident({ status: 'blocked', blocked_reason: 'move' }))
    await scan()
    expect(await card()).toHaveTextContent(/^Geblokkeerd/)
    expect(screen.queryByRole('button', { name: 'Nieuwe pas uitgeven' })).not.toBeInTheDocument()
  })

  test('looks up a pass that is scanned while the button of the replacement has the focus', async () => {
    const { server, scan } = await openDesk()
    server.answer(findResident, ({ body }) =>
      makeResident({ ...body, status: 'blocked', blocked_reason: 'loss', replaced_by: '0101010102' }),
    )
    await scan()
    expect(await screen.findByRole('button', { name: /^Open de nieuwe pas/ })).toHaveFocus()
    await scan('0505050505')
    await waitFor(() => expect(server.arrived(findResident)).toHaveLength(2))
    expect(server.arrived(findResident)[1]?.body).toEqual({ environmental_pass_number: '0505050505' })
  })
})

test.each(['issue', 'replace'] as const)(
  'the undo of an earlier change (%s) leaves the card of the next customer',
  async (kind) => {
    const earlier: UndoableAction = { kind, id: 7, pass_ending: '0909', rolls: null, seconds_left: 200 }
    const { server, user, scan } = await openDesk([earlier])
    await scan()
    await card()
    await user.click(screen.getByRole('button', { name: /^Ongedaan maken/ }))
    await waitFor(() => expect(server.arrived(undoPassChange)).toHaveLength(1))
    expect(await screen.findByText(/is weer vrij|is ongedaan gemaakt/)).toBeVisible()
    expect(await card()).toBeVisible()
  },
)
