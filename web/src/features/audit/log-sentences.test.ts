import type { AuditEntry } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { changeTexts, foldedChangeText, groupContacts, sentenceParts } from './log-sentences.ts'

const entry: AuditEntry = {
  position: 1,
  happened_at: '2026-03-04T21:34:00+01:00',
  employee: 'Noor Balie',
  action: 'show_bill',
  object_kind: 'address',
  object_key: 'a1',
  object_name: 'Akerstraat 118, Heerlen',
  result: 'done',
  result_count: 1,
  purpose: 'aanslag_vraag',
  old_values: null,
  new_values: null,
  origin: '192.0.2.1',
  trace_id: 'a trace',
}
const sentence = (...group: [AuditEntry, ...AuditEntry[]]) => {
  const { before, object, after } = sentenceParts(group)
  return [before, object].filter(Boolean).join(' ') + after
}
const at = (time: string) => `2026-03-04T${time}+01:00`

test.each([
  ['Akerstraat', 'milieupas …0101 aan de Akerstraat'],
  ['Raadhuisplein', 'milieupas …0101 aan het Raadhuisplein'],
  ['Op de Nobel', 'milieupas …0101 (Op de Nobel)'],
])('names a pass at %s', (street, text) => {
  const looked: AuditEntry = {
    ...{ ...entry, action: 'find_resident', object_kind: 'pass', object_name: null, purpose: 'extra_rollen' },
    pass: { ending: '0101', street },
  }
  expect(sentence(looked)).toBe(`Noor Balie zocht ${text} op (Extra rollen)`)
})

test('an approved proposal names its old value, its new value, its author and the employee who approved it', () => {
  const approved: AuditEntry = {
    ...{ ...entry, employee: 'Bo Beheer', action: 'approve_allowance', purpose: null },
    ...{ object_kind: 'allowance', object_key: '917/2026', object_name: 'Heerlen' },
    ...{ old_values: { rolls: 6 }, new_values: { rolls: 8, proposed_by: 'Noor Balie' } },
  }
  expect(sentence(approved)).toBe('Bo Beheer keurde een ander aantal rollen per huishouden goed in Heerlen')
  expect(changeTexts(approved)).toEqual(['rollen per huishouden: was 6, nu 8', 'voorgesteld door Noor Balie'])
})

test('a change of collection days names each day in words, and an empty list as empty', () => {
  const moved = {
    old_values: { 'West, GFT op 2026-03-02': 'gepland', postal_codes: [] },
    new_values: { 'West, GFT op 2026-03-02': 'naar 2026-03-04', postal_codes: ['6411 AA'] },
  }
  expect(changeTexts({ ...entry, ...moved })).toEqual([
    'West, GFT op 2 maart 2026: was gepland, nu naar 4 maart 2026',
    'postcodes: was leeg, nu 6411 AA',
  ])
})

test('an entry is a sentence with the employee, the action, the address and the purpose', () => {
  expect(sentence(entry)).toBe('Noor Balie bekeek de aanslag van Akerstraat 118, Heerlen (Vraag over aanslag)')
})

test('entries of one contact share a sentence, in the order in which they happened', () => {
  const equipment = { ...entry, action: 'show_equipment' as const, happened_at: at('21:33:00') }
  const clearances = { ...entry, action: 'list_clearances' as const, happened_at: at('21:32:00') }
  const groups = groupContacts([entry, equipment, clearances])
  expect(groups.map((group) => sentence(...group))).toEqual([
    'Noor Balie bekeek de ledigingen, de inzamelmiddelen en de aanslag van Akerstraat 118, Heerlen (Vraag over aanslag)',
  ])
})

test.each<[string, Partial<AuditEntry>]>([
  ['another employee', { employee: 'Sem Balie' }],
  ['another address', { object_key: 'a2' }],
  ['another purpose', { purpose: 'aanslag_bezwaar' }],
  ['another outcome', { result: 'refused' }],
  ['a moment more than 10 minutes earlier', { happened_at: at('21:23:59') }],
])('an entry with %s is in another group', (_, other) => {
  expect(groupContacts([entry, { ...entry, ...other }])).toHaveLength(2)
})

test('an entry 10 minutes earlier is in the same group', () => {
  expect(groupContacts([entry, { ...entry, happened_at: at('21:24:00') }])).toHaveLength(1)
})

test('a rejected login of an unknown caller is a sentence without an object', () => {
  const login = { action: 'log_in_refused', result: 'refused', employee: null, purpose: null } as const
  expect(sentence({ ...entry, ...login, object_kind: null, object_key: null, object_name: null })).toBe(
    'Een onbekende probeerde in te loggen: geweigerd',
  )
})

test('a changed setting shows its old and new values in Dutch words', () => {
  const old_values = { rolls: 6, roles: ['municipal_employee'], blocked: false, html: '<p>Druk</p>' }
  const new_values = { rolls: 99, roles: ['municipal_employee', 'administrator'], blocked: true }
  expect(changeTexts({ ...entry, old_values, new_values })).toEqual([
    'rollen per huishouden: was 6, nu 99',
    'rollen: was Medewerker gemeente, nu Medewerker gemeente en Beheerder',
    'geblokkeerd: was nee, nu ja',
    'tekst: was Druk, nu leeg',
  ])
})

test('a changed sender of letters and a changed address for malfunctions have Dutch names, also when they were empty', () => {
  const sender = { contact: '', opening_hours: '', names_employee: false }
  const new_values = { contact: 'Telefoon 14 045', opening_hours: 'op werkdagen', names_employee: true }
  expect(changeTexts({ ...entry, old_values: sender, new_values })).toEqual([
    'telefoon en e-mailadres op de brief: was leeg, nu Telefoon 14 045',
    'openingstijden: was leeg, nu op werkdagen',
    'naam van de medewerker onder de brief: was nee, nu ja',
  ])
  const address = { old_values: { recipient: 'storing@heerlen.example' }, new_values: { recipient: '' } }
  expect(changeTexts({ ...entry, ...address })).toEqual(['e-mailadres: was storing@heerlen.example, nu leeg'])
})

test('a changed notice shows the text of its HTML, and its title as it was typed', () => {
  const new_values = { title: '<b>Kerst</b> & "rust"', html: '<p>Wij zijn dicht</p><p>op 25 &lt; 26</p>' }
  expect(changeTexts({ ...entry, old_values: null, new_values })).toEqual([
    'titel: was leeg, nu <b>Kerst</b> & "rust"',
    'tekst: was leeg, nu Wij zijn dicht op 25 < 26',
  ])
})

test('a change by an import of the command line names the system as its author', () => {
  const imported = { ...entry, employee: null, action: 'change_collection_rules', purpose: null } as const
  const area = { object_kind: 'collection_area', object_key: '1', object_name: 'West', origin: 'import areas' }
  expect(sentence({ ...imported, ...area })).toBe('Het systeem wijzigde de ophaaldagen van West')
})

test('a change of several collection days has one line with the number of days, and a line per day below it', () => {
  const day = (date: number) => `West, GFT op 2026-03-0${date}`
  const changed = {
    ...{ ...entry, action: 'change_collection_rules' as const, object_kind: 'collection_change' },
    old_values: { [day(2)]: 'gepland', [day(3)]: 'gepland' },
    new_values: { [day(2)]: 'vervalt', [day(3)]: 'vervalt' },
  }
  expect(foldedChangeText(changed)).toBe('2 ophaaldagen gewijzigd')
  expect(changeTexts(changed)).toHaveLength(2)
  expect(foldedChangeText({ ...changed, old_values: { [day(2)]: 'gepland' }, new_values: {} })).toBeUndefined()
  expect(foldedChangeText({ ...changed, object_kind: 'notice' })).toBeUndefined()
  expect(foldedChangeText({ ...changed, object_kind: 'tariff' })).toBe('2 tarieven gewijzigd')
})

test.each<[string, Partial<AuditEntry>, string]>([
  ['good', { result: 'done' }, 'Het systeem controleerde een back-up van 22 november 2026, 03:30'],
  ['bad', { result: 'refused' }, 'Het systeem controleerde een back-up van 22 november 2026, 03:30: niet goed'],
  [
    'damaged',
    { result: 'refused', object_kind: null, object_key: null },
    'Het systeem controleerde een back-up: niet goed',
  ],
])('a check of a %s backup names the moment of the backup, if known, and the outcome', (_, outcome, text) => {
  const check = { employee: null, action: 'check_restore', purpose: null, origin: 'command line' } as const
  const backup = { object_kind: 'backup', object_key: '2026-11-22T02:30:00.000Z', object_name: null }
  expect(sentence({ ...entry, ...check, ...backup, ...outcome })).toBe(text)
})
