import {
  type Address,
  addOpenedPlace,
  type Employee,
  findResident,
  listAddressEquipment,
  listOpenedPlaces,
  listPickupAppointments,
  type OpenedPlace,
  type PassForm,
  type SearchHit,
  type SearchReply,
  search,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test } from 'vitest'
import { watchEarlyKeys } from '../../kit/browser/early-keys.ts'
import { type Arrived, fakeServer } from '../../test/fake-server.ts'
import { administrator, both, bsgw, makeAddress, makeResident, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'
import { watchEarlySearch } from './search-keys.ts'

const makeHit = (address: Partial<Address>): SearchHit => ({ kind: 'address', ...makeAddress(address) })
const hit = makeHit({ alias: 'a1' })
const system: SearchHit = {
  ...{ kind: 'collection_system', alias: 's1', name: 'Akerstraat bij 100', system: 'Wijk', city: 'Heerlen' },
  object_code: '31',
}
const several = [hit, makeHit({ alias: 'a2', house_number_extension: 'b' })]
const street: SearchHit = {
  kind: 'street',
  street: 'Akerstraat',
  city: 'Heerlen',
  municipality: { id: 917, name: 'Heerlen' },
}

const tenDigits: PassForm = { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'], suffixes: [] }

const replyWith = (data: SearchHit[], meta: Partial<SearchReply['meta']> = {}): SearchReply => ({
  data,
  meta: {
    criteria: { street: 'akerstraat' },
    more: false,
    match: 'exact',
    first_only: false,
    missing: null,
    unused: [],
    ...meta,
  },
})

function serverThatFinds(reply: SearchReply | ((arrived: Arrived) => SearchReply | Promise<SearchReply>)) {
  const server = fakeServer()
  server.answer(search, typeof reply === 'function' ? reply : () => reply)
  server.answer(listOpenedPlaces, () => [])
  server.answer(listAddressEquipment, () => [])
  server.answer(searchAddresses, () => ({ data: [], meta: { next: null, close: false, truncated: false } }))
  server.answer(findResident, ({ body }) => makeResident(body))
  return server
}

const box = () => screen.getByRole('combobox', { name: 'Zoeken' })
const passField = () => screen.getByRole('combobox', { name: 'Pasnummer' })
async function open(server = serverThatFinds(replyWith(several)), as: Employee = bsgw, pass_form?: PassForm) {
  const page = await openPage('/change-password', { as, server, ...(pass_form && { pass_form }) })
  // The page focuses its own field, in which a slash is text.
  screen.getByLabelText('Huidig wachtwoord').blur()
  return page
}
const searchedTexts = (server: ReturnType<typeof fakeServer>) => server.arrived(search).map(({ body }) => body.text)

describe('Ctrl+K while the portal loads', () => {
  test('moves the focus to the search box with the text typed after it, and not to the first field', async () => {
    const focused: string[] = []
    const onFocus = ({ target }: FocusEvent) => focused.push((target as HTMLInputElement).name)
    document.addEventListener('focusin', onFocus)
    onTestFinished(() => document.removeEventListener('focusin', onFocus))
    watchEarlySearch()
    await userEvent.keyboard('{Control>}k{/Control}kal')
    await openPage('/address', { as: bsgw, server: serverThatFinds(replyWith([])) })
    expect(box()).toHaveFocus()
    expect(box()).toHaveValue('kal')
    expect(focused).not.toContain('postal_code')
    expect(await screen.findByRole('option', { name: 'Kalender' })).toBeVisible()
  })

  test('a scan that begins with / while the desk loads is in the pass field', async () => {
    watchEarlySearch()
    watchEarlyKeys()
    await userEvent.keyboard('/0101010101')
    await openPage('/services-and-settings', { as: municipal, server: serverThatFinds(replyWith([])) })
    await waitFor(() => expect(passField()).toHaveValue('/0101010101'))
  })

  test('has no effect on a page without a search box, nor on the pages after it', async () => {
    watchEarlySearch()
    await userEvent.keyboard('{Control>}k{/Control}uitn')
    await openPage('/login')
    expect(screen.getByLabelText('E-mailadres')).toHaveFocus()
    cleanup()
    await userEvent.keyboard('a')
    await openPage('/dashboard', { as: bsgw, server: serverThatFinds(replyWith([])) })
    expect(box()).toHaveFocus()
    expect(box()).toHaveValue('')
  })
})

describe('the search box is on every page', () => {
  test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s moves the focus to the search box', async (keys) => {
    const { user } = await open()
    await user.keyboard(keys)
    expect(box()).toHaveFocus()
    expect(box()).toHaveValue('')
  })

  test('a slash that is typed in a field is added to its text, and does not move the focus', async () => {
    const { user } = await openPage('/address', { as: bsgw, server: serverThatFinds(replyWith([])) })
    await user.type(screen.getByLabelText('Objectcode'), '12/3')
    expect(screen.getByLabelText('Objectcode')).toHaveValue('12/3')
    await user.keyboard('{Control>}k{/Control}')
    expect(box()).toHaveFocus()
  })

  test('the text of the search box is selected when / moves the focus to it', async () => {
    const { user } = await open()
    await user.type(box(), 'akerstraat')
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('/')
    await user.keyboard('dom')
    expect(box()).toHaveValue('dom')
  })

  test('S6.2 finds for an administrator without another role only pages and actions', async () => {
    const { user, server } = await open(serverThatFinds(replyWith([street])), {
      ...administrator,
      roles: ['administrator'],
    })
    await user.keyboard('/')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Ophaaldag verplaatsen',
      'Medewerker uitnodigen',
    ])
    await user.keyboard('ophaalg')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Regels en gebieden'])
    await user.keyboard('x')
    expect(screen.getByText('Er is geen pagina of actie met deze naam.', { selector: 'div' })).toBeVisible()
    expect(searchedTexts(server)).toEqual([])
  })
})

describe('while the employee types', () => {
  test('suggests hits, grouped by kind', async () => {
    const { user } = await open(serverThatFinds(replyWith([street, system])))
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

  test.each<[string, SearchHit[], string[]]>([
    [
      'addresses',
      [makeHit({ alias: 'a1', object_code: '11' }), makeHit({ alias: 'a2', object_code: '22' })],
      ['Akerstraat 1186411 CD Heerlen. Objectcode 11', 'Akerstraat 1186411 CD Heerlen. Objectcode 22'],
    ],
    [
      'collection systems',
      [system, { ...system, alias: 's2', object_code: null }, { ...system, alias: 's3', city: 'Hulsberg' }],
      [
        'Akerstraat bij 100Wijk, Heerlen. Objectcode 31',
        'Akerstraat bij 100Wijk, Heerlen. Objectcode onbekend',
        'Akerstraat bij 100Wijk, Hulsberg',
      ],
    ],
    [
      'streets',
      [street, { ...street, city: 'Hoensbroek' }],
      ['AkerstraatHeerlen', 'AkerstraatHoensbroek, gemeente Heerlen'],
    ],
  ])('shows the difference between %s with the same name', async (_, hits, texts) => {
    const { user } = await open(serverThatFinds(replyWith(hits)))
    await user.type(box(), 'aker')
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(texts))
  })

  test('shows the notes of an address, and the day on which a former address ended', async () => {
    const notes = [{ text: 'Vroeger nummer', addresses: [{ alias: null, line: '20' }] }]
    const hits: SearchHit[] = [
      makeHit({ alias: 'a1', notes }),
      { kind: 'address', ...makeAddress({ alias: 'a2', house_number: 12 }), retired_on: '2026-11-08' },
    ]
    const { user } = await open(serverThatFinds(replyWith(hits)))
    await user.type(box(), 'aker')
    expect(await screen.findByText(/Vroeger nummer 20/)).toBeVisible()
    expect(screen.getByText(/Vervallen op 8 november 2026/)).toBeVisible()
  })

  test('arrow keys mark the next option, and no option after the last option; Enter opens the marked option', async () => {
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

  test('a click opens an option', async () => {
    const { user, place } = await open()
    await user.type(box(), 'aker')
    await user.click(await screen.findByRole('option', { name: /118 b/ }))
    await waitFor(() => expect(place()).toBe('/address/a2'))
  })

  test('the page of a chosen address shows the address of the option until the address has loaded', async () => {
    const server = serverThatFinds(replyWith(several))
    server.answer(showAddress, () => new Promise(() => {}))
    const { user } = await open(server)
    await user.type(box(), 'aker')
    await user.click(await screen.findByRole('option', { name: /Akerstraat 118 b/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Akerstraat 118 b' })).toBeVisible()
  })

  test('Escape closes the list and keeps the text, and an arrow key opens the list again', async () => {
    const { user } = await open()
    await user.type(box(), 'aker')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(box()).toHaveValue('aker')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('listbox')).toBeVisible()
  })

  test('the next call cancels the previous call, whose late response is not shown', async () => {
    const waiting = new Map<string, (answer: SearchReply) => void>()
    const server = serverThatFinds(({ body }) => new Promise((resolve) => waiting.set(body.text, resolve)))
    const { user } = await open(server)
    await user.type(box(), 'ak')
    await waitFor(() => expect(waiting.has('ak')).toBe(true))
    await act(async () => waiting.get('ak')?.(replyWith([makeHit({ street: 'Nieuw' })])))
    await act(async () => waiting.get('a')?.(replyWith([makeHit({ street: 'Oud' })])))
    expect(await screen.findByRole('option', { name: /Nieuw/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: /Oud/ })).not.toBeInTheDocument()
    expect(server.arrived(search)[0]?.signal?.aborted).toBe(true)
    expect(server.arrived(search)[1]?.signal?.aborted).toBe(false)
  })

  test('removes the options for the previous text when the response is slow', async () => {
    const server = serverThatFinds(({ body }) => (body.text === 'a' ? replyWith(several) : new Promise(() => {})))
    const { user } = await open(server)
    await user.type(box(), 'a')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    await user.type(box(), 'b')
    expect(await screen.findByText('Bezig met zoeken …')).toBeVisible()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  test('S4.7 does not start the spinner of the page', async () => {
    const { user, client } = await open(serverThatFinds(() => new Promise(() => {})))
    await user.type(box(), 'a')
    expect(client.isFetching({ predicate: ({ meta }) => meta?.spinner === true })).toBe(0)
  })
})

describe('Enter', () => {
  test('opens the only hit', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([hit])))
    await user.type(box(), '6411CD 118{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('opens the page or action with that name when nothing else is found', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([])))
    await user.type(box(), 'kalen{Enter}')
    await waitFor(() => expect(place()).toBe('/calendar'))
  })

  test.each<[string, Employee, [word: string, title: string][]]>([
    [
      'a provider employee',
      bsgw,
      [
        ['storing', 'Storing melden'],
        ['bezwaar', 'Bezwaar vastleggen'],
        ['dossier', 'Dossier maken'],
        ['brief', 'Brief maken'],
        ['rekening', 'Aanslag uitleggen'],
        ['snoeiafval', 'Afspraak maken'],
        ['printen', 'Deze pagina printen'],
        ['uitloggen', 'Uitloggen'],
        ['wachtwoord', 'Wachtwoord wijzigen'],
        ['toetsen', 'Sneltoetsen tonen'],
      ],
    ],
    [
      'an administrator with the other roles',
      { ...administrator, roles: ['administrator', 'bsgw_employee', 'municipal_employee'] },
      [
        ['beheer', 'Instellingen'],
        ['logboek', 'Logboek'],
        ['collega', 'Medewerker uitnodigen'],
        ['vorst', 'Ophaaldag verplaatsen'],
        ['pas kwijt', 'Pas kwijt'],
      ],
    ],
  ])('puts the action that %s means before a street with that word', async (_, as, cases) => {
    const { user } = await open(serverThatFinds(replyWith([{ ...street, street: 'Beheerstraat' }])), as)
    const first = () => screen.getAllByRole('option')[0]
    for (const [word, title] of cases) {
      await user.clear(box())
      await user.type(box(), word)
      await screen.findByRole('option', { name: /Beheerstraat/ })
      expect(first(), word).toHaveTextContent(new RegExp(`^${title}`))
    }
    // The beginning of a word is not enough.
    await user.clear(box())
    await user.type(box(), 'be')
    await waitFor(() => expect(first()).toHaveTextContent(/Beheerstraat/))
  })

  test('waits for the response, and then opens the hit', async () => {
    let respond = (_: SearchReply) => {}
    const server = serverThatFinds(({ body }) =>
      body.text === '6411CD 118' ? new Promise((resolve) => (respond = resolve)) : replyWith(several),
    )
    const { user, place } = await open(server)
    await user.type(box(), '6411CD 118{Enter}')
    expect(place()).toBe('/change-password')
    expect(box()).toHaveValue('6411CD 118')
    await act(async () => respond(replyWith([hit])))
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('opens nothing when the text changes before the response', async () => {
    let respond = (_: SearchReply) => {}
    const server = serverThatFinds(({ body }) =>
      body.text === '118' ? new Promise((resolve) => (respond = resolve)) : replyWith(several),
    )
    const { user, place } = await open(server)
    await user.type(box(), '118{Enter}b')
    await act(async () => respond(replyWith([hit])))
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    expect(place()).toBe('/change-password')
    expect(box()).toHaveValue('118b')
  })

  test('opens the list of results when there are several hits, with the criteria in the URL', async () => {
    const criteria = { municipality_id: 917, street: 'akerstr', house_number: '12', house_number_extension: '2' }
    const { user, place } = await open(serverThatFinds(replyWith(several, { criteria, more: true })))
    await user.type(box(), 'akerstr 12-2 heerlen{Enter}')
    await waitFor(() =>
      expect(place()).toBe('/address?municipality_id=917&street=akerstr&house_number=12&house_number_extension=2'),
    )
    expect(screen.getByLabelText('Straat')).toHaveValue('akerstr')
  })

  test('moves the focus to the heading of the list when the search page was already on screen', async () => {
    const { user, place } = await openPage('/address?street=dom', {
      as: bsgw,
      server: serverThatFinds(replyWith(several)),
    })
    await user.type(box(), 'akerstraat{Enter}')
    await waitFor(() => expect(place()).toBe('/address?street=akerstraat'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Geen adressen gevonden' })).toHaveFocus())
  })

  test('empties the form and focuses its first field when the search page was already on screen', async () => {
    const { user, place } = await openPage('/address?street=dom', {
      as: bsgw,
      server: serverThatFinds(replyWith([])),
    })
    await user.type(box(), 'zoek adres')
    await screen.findByRole('option', { name: 'Zoek adres' })
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(place()).toBe('/address'))
    await waitFor(() => expect(screen.getByLabelText('Postcode')).toHaveFocus())
  })

  test('opens the addresses of a street when that street is the only hit', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([street])))
    await user.type(box(), 'akerstraat{Enter}')
    await waitFor(() => expect(place()).toBe('/address?municipality_id=917&street=Akerstraat'))
  })

  test.each(['close', 'partial'] as const)('marks a hit with match %s, and a second Enter opens it', async (match) => {
    const { user, place } = await open(serverThatFinds(replyWith([hit], { match })))
    await user.type(box(), 'akerstrat 118{Enter}')
    await waitFor(() => expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true'))
    expect(place()).toBe('/change-password')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('opens the only hit with the whole name of the street, although other streets are similar', async () => {
    const { user, place } = await open(serverThatFinds(replyWith(several, { first_only: true })))
    await user.type(box(), 'Markt 1 Assen{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })

  test('names the words that were not used, in the list and in a live region, and opens nothing', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([hit], { match: 'partial', unused: ['Jansen'] })))
    await user.type(box(), 'Jansen, Akerstraat 118{Enter}')
    await waitFor(() => expect(screen.getAllByText(/Niet gebruikt: Jansen\.$/)).toHaveLength(2))
    expect(screen.getAllByText(/Niet gebruikt: Jansen\.$/).some((text) => text.getAttribute('role') === 'status')).toBe(
      true,
    )
    expect(place()).toBe('/change-password')
    expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  })

  test('opens the address of an assessment at its year', async () => {
    const assessment = { ...makeAddress({ alias: 'a1' }), kind: 'assessment' as const, number: 'A-2025-7', year: 2025 }
    const { user, place } = await open(serverThatFinds(replyWith([assessment], { criteria: null })))
    await user.type(box(), 'A-2025-7')
    expect(await screen.findByRole('option')).toHaveTextContent('Aanslag 2025, A-2025-7Akerstraat 118, 6411 CD Heerlen')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1?year=2025'))
  })

  test('shows which part of the text was not found, in the list and in a live region', async () => {
    const within = { postal_code: '6417AT' }
    const missing = { part: 'house_number', within, house_number: 132, nearest: [130, 134] } as const
    const { user } = await open(
      serverThatFinds(replyWith([], { criteria: null, missing: { ...missing, nearest: [130, 134] } })),
    )
    await user.type(box(), '6417AT 132{Enter}')
    const sentence = '6417 AT bestaat, nummer 132 niet; wel 130 en 134.'
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    expect(screen.getAllByText(sentence).some((text) => text.getAttribute('role') === 'status')).toBe(true)
    expect(box()).toHaveValue('6417AT 132')
  })

  test('S8.1 repeats a search that failed', async () => {
    const server = serverThatFinds(replyWith([]))
    server.fail(search, 503, 'Het loket is even niet bereikbaar. Probeer het zo opnieuw.')
    const { user, place } = await open(server)
    await user.type(box(), '6411CD 118')
    expect(await screen.findByText(/Het loket is even niet bereikbaar/)).toBeVisible()
    server.answer(search, () => replyWith([hit]))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })
})

describe('a line that matches nothing', () => {
  const missing = {
    part: 'house_number_extension' as const,
    within: { street: 'Akerstraat', city: 'Heerlen' },
    house_number: 118,
    house_number_extension: 'z',
    others: [null, 'b'],
  }
  const server = () =>
    serverThatFinds(({ body }) =>
      body.text === 'Akerstraat 118, Heerlen' ? replyWith(several) : replyWith([], { criteria: null, missing }),
    )

  test('offers each alternative that the message names as an option', async () => {
    const { user } = await open(server())
    await user.type(box(), 'akerstraat 118 z')
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Akerstraat 118, Heerlen (zonder toevoeging)',
      'Akerstraat 118 b, Heerlen',
    ])
  })

  test('opens the address of a chosen alternative, also when other extensions have the same number', async () => {
    const { user, place } = await open(server())
    await user.type(box(), 'akerstraat 118 z')
    await screen.findAllByRole('option')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })
})

test('a chosen street is completed with its town, and Enter then opens its addresses', async () => {
  const { user, place, server } = await open(serverThatFinds(replyWith([street, { ...street, city: 'Kerkrade' }])))
  await user.type(box(), 'akerstr')
  await user.click(await screen.findByRole('option', { name: /AkerstraatHeerlen/ }))
  expect(box()).toHaveValue('Akerstraat, Heerlen ')
  expect(box()).toHaveFocus()
  await user.keyboard('118')
  await waitFor(() => expect(searchedTexts(server).at(-1)).toBe('Akerstraat, Heerlen 118'))
  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  expect(await screen.findByRole('option', { name: 'Alle adressen tonen' })).toBeVisible()
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(place()).toBe('/address?municipality_id=917&street=Akerstraat'))
})

test('the letters that were typed are marked in the options', async () => {
  const { user } = await open(serverThatFinds(replyWith([street])))
  await user.type(box(), 'aker')
  const option = await screen.findByRole('option')
  expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Aker'])
})

describe('an empty search box', () => {
  const opened: OpenedPlace[] = [{ kind: 'address', ...makeAddress({ alias: 'a1' }) }, system]
  const serverWithOpened = () => {
    const server = serverThatFinds(replyWith(several))
    server.answer(listOpenedPlaces, () => opened)
    return server
  }
  const optionTexts = () => screen.getAllByRole('option').map((option) => option.textContent)

  test('shows the places opened last and the actions of the role', async () => {
    const { user } = await open(serverWithOpened(), { ...both, roles: ['bsgw_employee', 'administrator'] })
    await user.keyboard('/')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(5))
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Laatst bekeken',
      'Doen',
    ])
    expect(optionTexts().slice(2)).toEqual([
      'Afspraak makenKies daarna het adres',
      'Ophaaldag verplaatsen',
      'Medewerker uitnodigen',
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: /Akerstraat 118/ })).toBeVisible()
  })

  test('shows a municipal employee the addresses opened last, and opens the calendar of an address', async () => {
    const server = serverWithOpened()
    server.answer(listOpenedPlaces, () => opened.slice(0, 1))
    const { user, place } = await open(server, municipal)
    await user.keyboard('/')
    await waitFor(() => expect(optionTexts()).toEqual(['Akerstraat 1186411 CD Heerlen', 'Mededeling toevoegen']))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/calendar?address=a1'))
  })

  test('asks for the address of an appointment, and opens the form on its page', async () => {
    const server = serverWithOpened()
    server.answer(listPickupAppointments, () => ({
      data: [],
      meta: { retired: false, today: '2030-03-01', days: [{ day: '2030-03-04', left_litres: 4000 }] },
    }))
    const { user, place } = await open(server)
    await user.keyboard('/')
    await user.click(await screen.findByRole('option', { name: /^Afspraak maken/ }))
    expect(box()).toHaveAttribute('placeholder', 'Adres voor de afspraak')
    expect(optionTexts()).toHaveLength(1)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1#afspraak'))
    await waitFor(() => expect(screen.getByRole('radio', { name: '0,5\u00a0m³' })).toHaveFocus())
  })
})

test('an opened address is stored in the session on the server, and not in the browser', async () => {
  const { user, server, place } = await open(serverThatFinds(replyWith([hit])))
  await user.type(box(), '6411CD 118{Enter}')
  await waitFor(() => expect(place()).toBe('/address/a1'))
  await waitFor(() =>
    expect(server.arrived(addOpenedPlace).map(({ body }) => body)).toEqual([{ kind: 'address', alias: 'a1' }]),
  )
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Akerstraat')
})

describe('S2.12 a pass number', () => {
  test('is offered to a municipal employee, and not sent while it is typed', async () => {
    const { user, server, place, router } = await open(serverThatFinds(replyWith([])), municipal)
    await user.type(passField(), '0101 0101 01')
    expect(screen.getByRole('option')).toHaveTextContent('Milieupas 0101 0101 01 opzoeken')
    expect(searchedTexts(server)).toEqual([])
    expect(server.arrived(findResident)).toEqual([])
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
    expect(place()).toBe('/services-and-settings')
    expect(server.arrived(findResident).map(({ body }) => body.environmental_pass_number)).toEqual(['0101010101'])
    const stored = [router.history.location, { ...localStorage }, { ...sessionStorage }, document.title]
    expect(JSON.stringify(stored)).not.toContain('0101010101')
    expect(passField()).toHaveValue('')
  })

  test('is looked up at once when it is entered while the pass desk is on screen', async () => {
    const { user } = await openPage('/services-and-settings', { as: municipal, server: serverThatFinds(replyWith([])) })
    await user.keyboard('{Control>}k{/Control}0202020202{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
  })

  test('scanned outside text fields opens the pass desk, and its Enter presses no button', async () => {
    const { user, server, place } = await open(serverThatFinds(replyWith([])), municipal)
    act(() => screen.getByRole('link', { name: 'Dashboard' }).focus())
    await user.keyboard('0101010101{Enter}')
    expect(await screen.findByRole('region', { name: 'J. van den Berg' })).toBeVisible()
    expect(place()).toBe('/services-and-settings')
    expect(server.arrived(findResident).map(({ body }) => body.environmental_pass_number)).toEqual(['0101010101'])
  })

  test('scanned outside text fields is ignored if it is incomplete or interrupted by other keys', async () => {
    const { user, server, place } = await open(serverThatFinds(replyWith([])), both)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('0101x0101{Enter}')
    await user.keyboard('01010{Enter}')
    expect(place()).toBe('/change-password')
    expect(server.arrived(findResident)).toEqual([])
  })

  test('scanned outside text fields is ignored for an employee who may not look up passes', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([])), bsgw)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('0101010101{Enter}')
    expect(place()).toBe('/change-password')
  })

  test('is the only text that a municipal employee can search for', async () => {
    const { user, server } = await open(serverThatFinds(replyWith([])), municipal)
    await user.type(passField(), 'van den berg')
    // The text appears in the list at once, and 400 ms later in the live region.
    const sentence = 'Typ of scan een pasnummer: 6 tot 20 cijfers of letters.'
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    expect(searchedTexts(server)).toEqual([])
  })

  test.each([
    ['*0101010101', 'opzoeken'],
    ['0101010101', 'opzoeken'],
    ['101010103', 'Het pasnummer mist mogelijk een nul vooraan. Een pasnummer heeft 10 cijfers. Dit zijn er 9.'],
    ['#0101010101', 'Voor het pasnummer staat #.'],
    ['van den berg', 'Typ of scan een pasnummer: 10 cijfers.'],
  ])('S5.1 has the form that its municipality set: %s', async (typed, shown) => {
    const { user } = await open(serverThatFinds(replyWith([])), municipal, tenDigits)
    await user.type(passField(), typed)
    if (shown !== 'opzoeken') return void expect(screen.getAllByText(shown, { exact: false })[0]).toBeVisible()
    expect(await screen.findByRole('option', { name: 'Milieupas 0101 0101 01 opzoeken' })).toBeVisible()
  })

  test('is searched as a code, and not as a pass, when its length is not that of a pass of the municipality', async () => {
    const { user, server } = await open(serverThatFinds(replyWith([hit], { criteria: null })), both, tenDigits)
    await user.type(box(), '091701')
    await waitFor(() => expect(searchedTexts(server).at(-1)).toBe('091701'))
    expect(screen.queryByRole('option', { name: /^Milieupas/ })).not.toBeInTheDocument()
  })

  test('can also be a code for an employee with both roles, who chooses between pass and code', async () => {
    const { user, server, place } = await open(serverThatFinds(replyWith([hit], { criteria: null })), both)
    await user.type(box(), '0917010000')
    expect(searchedTexts(server).filter((text) => text.length > 5)).toEqual([])
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Milieupas 0917 0100 00 opzoeken',
      'Zoek dit als objectcode of chipnummer',
    ])
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
    expect(searchedTexts(server).at(-1)).toBe('0917010000')
  })

  test('is not assumed when an employee with both roles types a postal code with a house number', async () => {
    const { user, place } = await open(serverThatFinds(replyWith([hit])), both)
    await user.type(box(), '6411CD 118{Enter}')
    await waitFor(() => expect(place()).toBe('/address/a1'))
  })
})
