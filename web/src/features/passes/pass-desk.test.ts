import { ApiError, defaultPassForm, type PassForm, type UndoableAction } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import type { DeskTask } from '../../domain/passes/desk-tasks.ts'
import { makeAddress, makeResident } from '../../test/make.ts'
import { askedOnCard, type DeskEvent, type DeskState, deskReducer, fieldRejection, openedDesk } from './pass-desk.ts'

/** Returns the desk after these events. The nth event has id 'n', so the call that it starts has id 'n' too. */
const after = (events: DeskEvent[], from = openedDesk) =>
  events.reduce((desk, event, n) => deskReducer(desk, { ...event, at: 10_000 * n, newId: `${n + 1}` }), from)

const one = makeResident({ environmental_pass_number: '0101010101' })
const other = makeResident({ environmental_pass_number: '0505050505' })
const unreachable = new ApiError(0, 'niet bereikbaar')
const busy = new ApiError(503, 'Het loket is druk.')
const unknown = new ApiError(404, 'onbekend')
const tooMany = new ApiError(422, 'te veel')

const form: PassForm = { ...defaultPassForm, characters: 'digits', min_length: 10, max_length: 10 }
const entered = (typed: string): DeskEvent => ({ type: 'entered', typed, form })
const chosen = (task: DeskTask): DeskEvent => ({ type: 'task chosen', task })
const address: DeskEvent = { type: 'address chosen', alias: 'a1' }
const rolls = (rolls: number): DeskEvent => ({ type: 'rolls entered', rolls })
const found = (id: string, resident = one): DeskEvent => ({ type: 'found', id, resident })
const passless = (id: string): DeskEvent => ({
  type: 'found',
  id,
  resident: null,
  address: makeAddress({ alias: 'a1' }),
})
const failed = (id: string, error: Error): DeskEvent => ({ type: 'failed', id, error })
const issued = (id: string): DeskEvent => ({
  type: 'issued',
  id,
  reply: { rolls: 2, request_id: 7, rolls_this_year: 4 },
})
const undone = (action: Partial<UndoableAction>): DeskEvent => ({
  type: 'undone',
  action: { kind: 'roll_issue', id: 7, pass_ending: '0101', rolls: 2, seconds_left: 60, ...action },
})
const served = [entered('0101010101'), found('1')]
/** Both calls that issue rolls are in flight: '3' of the first customer, '6' of the next one. */
const issuedTwice = [...served, rolls(2), entered('0505050505'), found('4', other), rolls(3)]

type DeskRow = [title: string, events: DeskEvent[], expected: Partial<Record<keyof DeskState, unknown>>]

test.each<DeskRow>([
  [
    'a scan is one lookup for the default purpose',
    [entered('01-0101-0101')],
    { calls: [{ kind: 'find', id: '1', number: '0101010101', purpose: 'extra_rollen' }], latestLookup: '1' },
  ],
  ['a reply shows the resident', served, { resident: one, calls: [] }],
  [
    'the reply of an earlier lookup does not replace the card',
    [entered('0101010101'), entered('0505050505'), found('2', other), found('1')],
    { resident: other, calls: [] },
  ],
  ['an unknown pass is a failed lookup', [entered('0101010101'), failed('1', unknown)], { failed: { error: unknown } }],
  [
    'a failed lookup disappears when something else is entered',
    [entered('0101010101'), failed('1', unknown), entered('12-3')],
    { failed: undefined, rejected: { typed: '12-3' } },
  ],
  [
    'a rejected text disappears after rolls in the pass field',
    [...served, entered('12-3'), entered('2')],
    { rejected: undefined },
  ],
  [
    'rolls entered during the lookup are issued to its resident',
    [entered('0101010101'), entered('2'), found('1')],
    { calls: [{ kind: 'issue', resident: one, rolls: 2 }] },
  ],
  [
    'a zero entered during the lookup is sent as rolls, so that the server rejects it',
    [entered('0101010101'), entered('0'), found('1')],
    { calls: [{ kind: 'issue', resident: one, rolls: 0 }] },
  ],
  [
    'rolls of an earlier lookup are issued to its own resident',
    [entered('0101010101'), entered('2'), entered('0505050505'), found('3', other), found('1')],
    { calls: [{ kind: 'issue', resident: one, rolls: 2 }], resident: other },
  ],
  [
    'rolls of an earlier lookup that fails are not issued',
    [entered('0101010101'), entered('2'), entered('0505050505'), failed('1', busy)],
    { unissued: { number: '0101010101', rolls: 2, error: busy }, failed: undefined },
  ],
  [
    'rolls of an earlier lookup without a reply have a reason that stays true',
    [entered('0101010101'), entered('2'), entered('0505050505'), failed('1', unreachable)],
    { unissued: { error: { message: 'Er kwam geen antwoord van het loket.' } } },
  ],
  [
    'an earlier lookup without rolls that fails changes nothing on screen',
    [entered('0101010101'), entered('0505050505'), failed('1', busy)],
    { unissued: undefined, failed: undefined },
  ],
  [
    'unissued rolls disappear when their pass is looked up again',
    [entered('0101010101'), entered('2'), entered('0505050505'), failed('1', busy), entered('0101010101')],
    { unissued: undefined },
  ],
  [
    'a repeated lookup fills in the rolls of the failed lookup, and issues none',
    [
      entered('0101010101'),
      entered('2'),
      failed('1', busy),
      { type: 'lookup retried', lookup: { number: '0101010101', purpose: 'extra_rollen', rolls: 2 } },
      found('4'),
    ],
    { typedRolls: '2', calls: [], resident: one },
  ],
  [
    'a lookup without a reply is repeated when the connection is back',
    [entered('0101010101'), failed('1', unreachable), { type: 'connection back' }],
    { calls: [{ kind: 'find', number: '0101010101' }], failed: undefined },
  ],
  [
    'rolls entered after a lookup without a reply are filled in when the connection is back, and not issued',
    [entered('0101010101'), failed('1', unreachable), entered('2'), { type: 'connection back' }, found('4')],
    { typedRolls: '2', calls: [], resident: one, rejected: undefined },
  ],
  [
    'a lookup that the server rejected is not repeated when the connection is back',
    [entered('0101010101'), failed('1', unknown), { type: 'connection back' }],
    { calls: [], failed: { error: unknown } },
  ],
  [
    'a chosen purpose applies to the next lookup',
    [chosen('vraag_inwoner'), ...served.slice(0, 1)],
    {
      calls: [{ purpose: 'vraag_inwoner' }],
    },
  ],
  [
    'the customer after a chosen purpose comes for the default purpose',
    [chosen('vraag_inwoner'), entered('0101010101'), entered('0505050505')],
    { purpose: 'extra_rollen', calls: [{ purpose: 'vraag_inwoner' }, { purpose: 'extra_rollen' }] },
  ],
  [
    'a purpose chosen at a card is for the next customer, if no call was made for it',
    [...served, chosen('vraag_inwoner'), entered('0505050505')],
    { purpose: 'vraag_inwoner' },
  ],
  [
    'a purpose chosen and used at a card is not for the next customer',
    [...served, chosen('vraag_inwoner'), { type: 'purpose used' }, entered('0505050505')],
    { purpose: 'extra_rollen' },
  ],
  [
    'the replacement of a pass is opened for the same purpose',
    [chosen('vraag_inwoner'), entered('0101010101'), found('2'), { type: 'successor opened', number: '0505050505' }],
    { calls: [{ number: '0505050505', purpose: 'vraag_inwoner' }] },
  ],
  [
    'rolls and Enter are one call',
    [...served, rolls(2), rolls(2)],
    { calls: [{ kind: 'issue' }], issues: [{ rolls: 2 }] },
  ],
  ['another number of rolls is another call', [...served, rolls(2), rolls(3)], { calls: [{ rolls: 2 }, { rolls: 3 }] }],
  [
    'issued rolls end the customer',
    [...served, rolls(2), issued('3')],
    {
      resident: undefined,
      issues: [{ request_id: 7, rolls_this_year: 4 }],
    },
  ],
  [
    'issued rolls leave the card of the next customer',
    [...served, rolls(2), entered('0505050505'), found('4', other), issued('3')],
    { resident: other },
  ],
  [
    'a retry after an uncertain outcome has the same idempotency key',
    [...served, rolls(2), failed('3', busy), rolls(2)],
    { calls: [{ id: '5', key: '3' }], issues: [{ key: '3' }] },
  ],
  [
    'a retry after an uncertain outcome of two requests has its own idempotency key',
    [...served, rolls(2), failed('3', busy), rolls(3), failed('5', busy), rolls(2)],
    { calls: [{ id: '7', key: '3' }] },
  ],
  [
    'a request after a rejection has a new idempotency key',
    [...served, rolls(9), failed('3', tooMany), rolls(9)],
    { calls: [{ id: '5', key: '5' }], issues: [{ key: '5' }] },
  ],
  [
    'a request after issued rolls has a new idempotency key',
    [...served, rolls(2), failed('3', busy), rolls(2), issued('5'), entered('0101010101'), found('7'), rolls(2)],
    { issues: [{ key: '9' }, { request_id: 7 }] },
  ],
  [
    'a failed request fills in its number',
    [...served, rolls(2), failed('3', busy)],
    { typedRolls: '2', resident: one },
  ],
  [
    'a failed request leaves another number that was typed meanwhile',
    [...served, rolls(2), { type: 'rolls typed', typed: '4' }, failed('3', busy)],
    { typedRolls: '4' },
  ],
  [
    'the error of an issue does not appear at the issue of another customer',
    [...issuedTwice, failed('3', busy)],
    { issues: [expect.not.objectContaining({ error: busy }), { rolls: 2, error: busy }] },
  ],
  [
    'the reply of an issue does not appear at the issue of another customer',
    [...issuedTwice, issued('3')],
    { issues: [expect.not.objectContaining({ request_id: 7 }), { rolls: 2, request_id: 7 }] },
  ],
  [
    'the next scan removes a rejected request, and keeps an uncertain request',
    [...served, rolls(9), failed('3', tooMany), rolls(2), failed('5', busy), entered('0505050505')],
    { issues: [{ rolls: 2, error: busy }] },
  ],
  [
    'the pass is read again when a colleague issued rolls meanwhile',
    [...served, rolls(2), failed('3', tooMany)],
    { calls: [{ kind: 'reread', id: '4', resident: one }], resident: one },
  ],
  [
    'a pass that was read again replaces the card, and its failed request stays on the card',
    [...served, rolls(2), failed('3', tooMany), { type: 'reread', id: '4', resident: other }],
    { resident: other, issues: [{ resident: other }], calls: [] },
  ],
  [
    'the card stays when the pass cannot be read again',
    [...served, rolls(2), failed('3', tooMany), failed('4', busy)],
    { resident: one, calls: [], issues: [{ error: tooMany }] },
  ],
  [
    'undone rolls disappear, and the card on screen is looked up again',
    [...served, rolls(2), issued('3'), ...served.slice(0, 1), found('5'), undone({})],
    { issues: [], calls: [{ kind: 'find', number: '0101010101' }] },
  ],
  ['an undone action of another pass leaves the card', [...served, undone({ pass_ending: '9999' })], { resident: one }],
  [
    'an undone first pass ends the customer',
    [
      entered('0101010101'),
      found('1', { ...one, change_id: 3 }),
      undone({ kind: 'issue', id: 3, pass_ending: '0101' }),
    ],
    { resident: undefined, calls: [] },
  ],
  [
    'an undone block looks up the card again',
    [entered('0101010101'), found('1', { ...one, change_id: 3 }), undone({ kind: 'block', id: 3 })],
    { calls: [{ number: '0101010101' }] },
  ],
  [
    'a pass scanned at an address without a pass is its first pass',
    [chosen('eerste_pas'), address, passless('2'), entered('0909090909')],
    { newPass: '0909090909', passless: { alias: 'a1' }, calls: [] },
  ],
  [
    'a pass scanned before the address is on screen is its first pass',
    [chosen('eerste_pas'), address, entered('0909090909'), passless('2')],
    { newPass: '0909090909', passless: { alias: 'a1' } },
  ],
  [
    'the lookup of a new pass belongs to the purpose of its issue, and the customer may want rolls',
    [
      chosen('eerste_pas'),
      address,
      passless('2'),
      entered('0909090909'),
      { type: 'new pass issued', number: '0909090909' },
    ],
    { purpose: 'extra_rollen', calls: [{ number: '0909090909', purpose: 'eerste_pas' }], passless: undefined },
  ],
  [
    'rolls for an address without a pass are not issued',
    [chosen('pas_vergeten'), address, entered('2'), passless('2')],
    { unissued: { alias: 'a1', rolls: 2 }, passless: { alias: 'a1' } },
  ],
  [
    'a pass scanned after a pass that does not work is its replacement',
    [chosen('pas_defect'), entered('0101010101'), found('2'), entered('0909090909')],
    { newPass: '0909090909', resident: one, calls: [] },
  ],
  [
    'a pass scanned after a pass that was replaced is the next customer',
    [
      chosen('pas_defect'),
      entered('0101010101'),
      found('2', { ...one, replaced_by: '0202020202' }),
      entered('0909090909'),
    ],
    { newPass: undefined, calls: [{ number: '0909090909', purpose: 'extra_rollen' }] },
  ],
  [
    'an idle screen shows nobody and no issues',
    [...served, rolls(2), failed('3', busy), { type: 'idle soon' }, { type: 'idle' }],
    { resident: undefined, issues: [], isIdleSoon: false, removed: { number: '0101010101' } },
  ],
  [
    'a removed resident comes back with the typed rolls',
    [...served, { type: 'rolls typed', typed: '3' }, { type: 'idle' }, { type: 'shown again' }],
    { calls: [{ number: '0101010101' }], typedRolls: '3', removed: undefined },
  ],
  [
    'a removed address comes back with its purpose, the new pass and the typed name',
    [
      chosen('eerste_pas'),
      address,
      passless('2'),
      entered('0909090909'),
      { type: 'name typed', typed: 'M. de Wit' },
      { type: 'idle' },
      { type: 'shown again' },
    ],
    { calls: [{ alias: 'a1', purpose: 'eerste_pas' }], newPass: '0909090909', typedName: 'M. de Wit' },
  ],
  ['any input ends the warning of an idle screen', [{ type: 'idle soon' }, { type: 'used' }], { isIdleSoon: false }],
  [
    'a reply to a call that is not in flight changes nothing',
    [...served, found('1', other), issued('1')],
    { resident: one },
  ],
  [
    'rolls entered on the card move the focus to the pass field',
    [...served, rolls(2)],
    { focusTurns: 1, typedRolls: '' },
  ],
])('%s', (_, events, expected) => {
  expect(after(events)).toMatchObject(expected)
})

test.each([
  ['rolls', [...served, rolls(2), issued('3')], 999, undefined],
  ['rolls', [...served, rolls(2), issued('3')], 1000, 'Dit veld is verplicht'],
  ['a pass of which the card is on screen', served, 999, undefined],
  ['a pass of which the card is on screen', served, 1000, 'Dit veld is verplicht'],
  ['a pass that is looked up', served.slice(0, 1), 5000, undefined],
  ['a pass that is unknown', [...served.slice(0, 1), failed('1', unknown)], 999, undefined],
  ['a text that is rejected', [entered('12-3')], 10, 'Dit veld is verplicht'],
])('after %s, an Enter without text (%#) is an error only if it is no double press', (_, events, ms, reason) => {
  const before = after(events)
  const at = Math.max(before.enteredAt, 0) + ms
  const desk = deskReducer(before, { ...entered(''), at, newId: 'x' })
  expect(desk === before).toBe(reason === undefined)
  if (reason !== undefined) expect(fieldRejection(desk)?.reason).toBe(reason)
})

test.each([
  ['*0101010101', /^Voor het pasnummer staat \*\./],
  ['à&à&à&à&à&', /Frans of Belgisch toetsenbord/],
  ['01010101010101010101', /meer dan één keer/],
  ['01010101', /te weinig tekens/],
  ['101010101', /mist mogelijk een nul vooraan/],
  ['1,01E+09', /^Excel/],
  ['O101010101', /staat een letter/],
  ['9999', /te weinig tekens/],
])('the near miss %s gets its own advice, and is not looked up', (typed, advice) => {
  const desk = after([entered(typed)])
  expect(fieldRejection(desk)?.reason).toMatch(advice)
  expect(desk.calls).toEqual([])
})

test('the message that a pass is the old pass ends with the purpose of a replacement', () => {
  const desk = after([chosen('pas_defect'), entered('0101010101'), found('2'), entered('0101010101')])
  expect(fieldRejection(desk)?.reason).toBe('Dit is de oude pas. Scan de nieuwe pas.')
  expect(fieldRejection(after([chosen('extra_rollen')], desk))).toBeUndefined()
})

test('the card asks nothing while rolls are sent, and asks again after each failure', () => {
  const asked = [2, 3, 4, 5, 6].map((n) =>
    askedOnCard(after([...served, rolls(2), failed('3', busy), rolls(2), failed('5', busy)].slice(0, n))),
  )
  expect(asked[1]).toBeUndefined()
  expect(asked[3]).toBeUndefined()
  expect(new Set(asked).size).toBe(4)
})

test('never changes the state that it receives', () => {
  const freeze = (desk: DeskState) =>
    Object.freeze({ ...desk, calls: Object.freeze(desk.calls), issues: Object.freeze(desk.issues) }) as DeskState
  const events = [
    ...served,
    rolls(2),
    failed('3', tooMany),
    rolls(2),
    issued('5'),
    undone({}),
    { type: 'idle' } as DeskEvent,
  ]
  const end = events.reduce(
    (desk, event, n) => freeze(deskReducer(desk, { ...event, at: n, newId: `${n + 1}` })),
    freeze(openedDesk),
  )
  expect(end.resident).toBeUndefined()
})
