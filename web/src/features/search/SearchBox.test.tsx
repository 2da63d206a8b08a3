import {
  type Address,
  type Employee,
  findResident,
  listAddressClearances,
  listAddressEquipment,
  type Reply,
  type SearchHit,
  search,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Arrived, fakeServer } from '../../test/fake-server.ts'
import { administrator, both, bsgw, makeAddress, makeResident, makeShownAddress, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

type Answer = Reply<typeof search>

const asFound = (address: Partial<Address>): SearchHit => ({ kind: 'address', ...makeAddress(address) })
const one = asFound({ alias: 'a1' })
const several = [one, asFound({ alias: 'a2', house_number_extension: 'b' })]
const street: SearchHit = {
  kind: 'street',
  street: 'Akerstraat',
  city: 'Heerlen',
  municipality: { id: 917, name: 'Heerlen' },
}

const answerOf = (data: SearchHit[], meta: Partial<Answer['meta']> = {}): Answer => ({
  data,
  meta: { criteria: { street: 'akerstraat' }, more: false, match: 'exact', missing: null, ...meta },
})

function serverThatFinds(answer: Answer | ((arrived: Arrived) => Answer | Promise<Answer>)) {
  const server = fakeServer()
  server.answer(search, typeof answer === 'function' ? answer : () => answer)
  server.answer(showAddress, ({ params }) => makeShownAddress({ alias: params.alias ?? '' }))
  server.answer(listAddressEquipment, () => [])
  server.answer(listAddressClearances, () => ({ data: [], meta: { years: [], updated_until: null } }))
  server.answer(searchAddresses, () => ({ data: [], meta: { next: null, close: false, truncated: false } }))
  server.answer(findResident, ({ body }) => makeResident(body))
  return server
}

const box = () => screen.getByRole('combobox', { name: 'Zoeken' })
const open = (server = serverThatFinds(answerOf(several)), as: Employee = bsgw) =>
  openPage('/change-password', { as, server })
const typed = (server: ReturnType<typeof fakeServer>) => server.arrived(search).map(({ body }) => body.text)

describe('the search box is on every page', () => {
  test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])('and %s leads to it', async (keys) => {
    const { user } = await open()
    await user.keyboard(keys)
    expect(box()).toHaveFocus()
    expect(box()).toHaveValue('')
  })

  test('but a stroke in a field stays in that field', async () => {
    const { user } = await openPage('/address', { as: bsgw, server: serverThatFinds(answerOf([])) })
    await user.type(screen.getByLabelText('Objectcode'), '12/3')
    expect(screen.getByLabelText('Objectcode')).toHaveValue('12/3')
    await user.keyboard('{Control>}k{/Control}')
    expect(box()).toHaveFocus()
  })

  test('and what stands in it is selected, for the next customer', async () => {
    const { user } = await open()
    await user.type(box(), 'akerstraat')
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('/')
    await user.keyboard('dom')
    expect(box()).toHaveValue('dom')
  })

  test('S6.2 but not for who may search for nothing', async () => {
    await open(fakeServer(), { ...administrator, roles: ['administrator'] })
    expect(screen.queryByRole('combobox', { name: 'Zoeken' })).not.toBeInTheDocument()
  })
})

describe('while somebody types', () => {
  test('what was found is suggested, by its kind', async () => {
    const found: SearchHit[] = [
      street,
      {
        kind: 'collection_system',
        alias: 's1',
        name: 'Akerstraat bij 100',
        system: 'Ondergrondse container',
        city: 'Heerlen',
      },
    ]
    const { user } = await open(serverThatFinds(answerOf(found)))
    await user.type(box(), 'aker')
    const list = await screen.findByRole('listbox', { name: 'Suggesties' })
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    expect(box()).toHaveAttribute('aria-controls', list.id)
    const [streets, systems] = within(list).getAllByRole('group')
    expect(streets).toHaveAccessibleName('Straten')
    expect(within(streets as HTMLElement).getByRole('option')).toHaveTextContent('AkerstraatHeerlen')
    expect(systems).toHaveAccessibleName('Verzamelsystemen')
    await waitFor(() => expect(screen.getByText('2 suggesties')).toHaveAttribute('role', 'status'))
  })

  test('twins are told apart by their object code', async () => {
    const twins = [asFound({ alias: 'a1', object_code: '11' }), asFound({ alias: 'a2', object_code: '22' })]
    const { user } = await open(serverThatFinds(answerOf(twins)))
    await user.type(box(), 'aker')
    expect(await screen.findByText(/Objectcode 11/)).toBeVisible()
    expect(screen.getByText(/Objectcode 22/)).toBeVisible()
  })

  test('the arrow keys mark a row, past the last one none, and Enter opens the one that is marked', async () => {
    const { user, place } = await open()
    await user.type(box(), 'aker')
    await screen.findByRole('listbox')
    const marked = () => box().getAttribute('aria-activedescendant')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true')
    expect(marked()).toBe(screen.getAllByRole('option')[1]?.id)
    await user.keyboard('{ArrowDown}')
    expect(marked()).toBeNull()
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a2'))
    expect(box()).toHaveValue('')
  })

  test('a click opens too', async () => {
    const { user, place } = await open()
    await user.type(box(), 'aker')
    await user.click(await screen.findByRole('option', { name: /118 b/ }))
    await waitFor(() => expect(place()).toBe('/address/a2'))
  })

  test('Escape closes the list and keeps the text, an arrow opens it again', async () => {
    const { user } = await open()
    await user.type(box(), 'aker')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(box()).toHaveValue('aker')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('listbox')).toBeVisible()
  })

  test('the call before is cancelled by the next, and an answer that comes too late is not shown', async () => {
    const waiting = new Map<string, (answer: Answer) => void>()
    const server = serverThatFinds(({ body }) => new Promise((resolve) => waiting.set(body.text, resolve)))
    const { user } = await open(server)
    await user.type(box(), 'ak')
    await waitFor(() => expect(waiting.has('ak')).toBe(true))
    await act(async () => waiting.get('ak')?.(answerOf([asFound({ street: 'Nieuw' })])))
    await act(async () => waiting.get('a')?.(answerOf([asFound({ street: 'Oud' })])))
    expect(await screen.findByRole('option', { name: /Nieuw/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: /Oud/ })).not.toBeInTheDocument()
    expect(server.arrived(search)[0]?.signal?.aborted).toBe(true)
    expect(server.arrived(search)[1]?.signal?.aborted).toBe(false)
  })

  test('rows for something else do not stay when the answer takes its time', async () => {
    const server = serverThatFinds(({ body }) => (body.text === 'a' ? answerOf(several) : new Promise(() => {})))
    const { user } = await open(server)
    await user.type(box(), 'a')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    await user.type(box(), 'b')
    expect(await screen.findByText('Bezig met zoeken …')).toBeVisible()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  test('S4.7 the spinner of the page stays still', async () => {
    const { user, client } = await open(serverThatFinds(() => new Promise(() => {})))
    await user.type(box(), 'a')
    expect(client.isFetching({ predicate: ({ meta }) => meta?.spinner === true })).toBe(0)
  })
})

describe('Enter', () => {
  test('opens the one hit', async () => {
    const { user, place } = await open(serverThatFinds(answerOf([one])))
    await user.type(box(), '6411CD 118{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('before the answer waits for it', async () => {
    let give = (_: Answer) => {}
    const server = serverThatFinds(({ body }) =>
      body.text === '6411CD 118' ? new Promise((resolve) => (give = resolve)) : answerOf(several),
    )
    const { user, place } = await open(server)
    await user.type(box(), '6411CD 118{Enter}')
    expect(place()).toBe('/change-password')
    expect(box()).toHaveValue('6411CD 118')
    await act(async () => give(answerOf([one])))
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('before the answer means nothing any more to who has typed on', async () => {
    let give = (_: Answer) => {}
    const server = serverThatFinds(({ body }) =>
      body.text === '118' ? new Promise((resolve) => (give = resolve)) : answerOf(several),
    )
    const { user, place } = await open(server)
    await user.type(box(), '118{Enter}b')
    await act(async () => give(answerOf([one])))
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    expect(place()).toBe('/change-password')
    expect(box()).toHaveValue('118b')
  })

  test('goes to the list of several, with the criteria in its address', async () => {
    const criteria = { municipality_id: 917, street: 'akerstr', house_number: '12', house_number_extension: '2' }
    const { user, place } = await open(serverThatFinds(answerOf(several, { criteria, more: true })))
    await user.type(box(), 'akerstr 12-2 heerlen{Enter}')
    await waitFor(() =>
      expect(place()).toBe('/address?municipality_id=917&street=akerstr&house_number=12&house_number_extension=2'),
    )
    expect(screen.getByLabelText('Straat')).toHaveValue('akerstr')
  })

  test('leads on from the box also where the list is on the page that was there already', async () => {
    const { user, place } = await openPage('/address?street=dom', {
      as: bsgw,
      server: serverThatFinds(answerOf(several)),
    })
    await user.type(box(), 'akerstraat{Enter}')
    await waitFor(() => expect(place()).toBe('/address?street=akerstraat'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Geen adressen gevonden' })).toHaveFocus())
  })

  test('leads on to the first field where the empty form is on the page that was there already', async () => {
    const { user, place } = await openPage('/address?street=dom', {
      as: bsgw,
      server: serverThatFinds(answerOf([])),
    })
    await user.type(box(), 'zoek adres')
    await screen.findByRole('option', { name: 'Zoek adres' })
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(place()).toBe('/address'))
    await waitFor(() => expect(screen.getByLabelText('Postcode')).toHaveFocus())
  })

  test('goes to the addresses of the one street', async () => {
    const { user, place } = await open(serverThatFinds(answerOf([street])))
    await user.type(box(), 'akerstraat{Enter}')
    await waitFor(() => expect(place()).toBe('/address?municipality_id=917&street=Akerstraat'))
  })

  test.each(['close', 'partial'] as const)('opens nothing by itself that is only %s, but marks it', async (match) => {
    const { user, place } = await open(serverThatFinds(answerOf([one], { match })))
    await user.type(box(), 'akerstrat 118{Enter}')
    await waitFor(() => expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true'))
    expect(place()).toBe('/change-password')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('says which part failed, in the list and to a screen reader', async () => {
    const missing = { part: 'house_number', within: '6417 AT', house_number: 132, nearest: [130, 134] } as const
    const { user } = await open(
      serverThatFinds(answerOf([], { criteria: null, missing: { ...missing, nearest: [130, 134] } })),
    )
    await user.type(box(), '6417AT 132{Enter}')
    const sentence = '6417 AT bestaat, nummer 132 niet; wel 130 en 134.'
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    expect(screen.getAllByText(sentence).some((text) => text.getAttribute('role') === 'status')).toBe(true)
    expect(box()).toHaveValue('6417AT 132')
  })

  test('S8.1 tries again what failed', async () => {
    const server = serverThatFinds(answerOf([]))
    server.fail(search, 503, 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.')
    const { user, place } = await open(server)
    await user.type(box(), '6411CD 118')
    expect(await screen.findByText(/Het loket is even niet bereikbaar/)).toBeVisible()
    server.answer(search, () => answerOf([one]))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })
})

describe('S2.12 a pass number', () => {
  test('is offered to the municipal employee, and asked of nobody while it is typed', async () => {
    const { user, server, place, router } = await open(serverThatFinds(answerOf([])), municipal)
    await user.type(box(), '0101 0101 01')
    expect(screen.getByRole('option')).toHaveTextContent('Milieupas 0101 0101 01 opzoeken')
    expect(typed(server)).toEqual([])
    expect(server.arrived(findResident)).toEqual([])
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
    expect(place()).toBe('/services-and-settings')
    expect(server.arrived(findResident).map(({ body }) => body.environmental_pass_number)).toEqual(['0101010101'])
    const kept = [router.history.location, { ...localStorage }, { ...sessionStorage }, document.title]
    expect(JSON.stringify(kept)).not.toContain('0101010101')
    expect(box()).toHaveValue('')
  })

  test('reaches the desk that is already on screen', async () => {
    const { user } = await openPage('/services-and-settings', { as: municipal, server: serverThatFinds(answerOf([])) })
    await user.keyboard('{Control>}k{/Control}0202020202{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
  })

  test('that is scanned beside every field goes to the desk, and its Enter presses nothing', async () => {
    const { user, server, place } = await open(serverThatFinds(answerOf([])), municipal)
    act(() => screen.getByRole('link', { name: 'Dashboard' }).focus())
    await user.keyboard('0101010101{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
    expect(place()).toBe('/services-and-settings')
    expect(server.arrived(findResident).map(({ body }) => body.environmental_pass_number)).toEqual(['0101010101'])
  })

  test('is heard beside the fields only as a whole number, without other keys in between', async () => {
    const { user, server, place } = await open(serverThatFinds(answerOf([])), municipal)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('0101x0101{Enter}')
    await user.keyboard('01010{Enter}')
    expect(place()).toBe('/change-password')
    expect(server.arrived(findResident)).toEqual([])
  })

  test('is not listened for where the employee may look up no pass', async () => {
    const { user, place } = await open(serverThatFinds(answerOf([])), bsgw)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('0101010101{Enter}')
    expect(place()).toBe('/change-password')
  })

  test('is all that a municipal employee can search for', async () => {
    const { user, server } = await open(serverThatFinds(answerOf([])), municipal)
    await user.type(box(), 'van den berg{Enter}')
    // In the list at once, and a moment later to a screen reader.
    const sentence = 'Typ of scan een pasnummer: 6 tot 20 cijfers of letters.'
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(typed(server)).toEqual([])
  })

  test('may be a code to who has both roles, who says which', async () => {
    const { user, server, place } = await open(serverThatFinds(answerOf([one], { criteria: null })), both)
    await user.type(box(), '0917010000')
    expect(typed(server).filter((text) => text.length > 5)).toEqual([])
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Milieupas 0917 0100 00 opzoeken',
      'Zoek dit als objectcode of chipnummer',
    ])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
    expect(typed(server).at(-1)).toBe('0917010000')
  })

  test('is not what an address looks like to who has both roles', async () => {
    const { user, place } = await open(serverThatFinds(answerOf([one])), both)
    await user.type(box(), '6411CD 118{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })
})
