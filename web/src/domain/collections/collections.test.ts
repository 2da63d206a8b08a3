import { broughtText, type Collection } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { makeCollection } from '../../test/make.ts'
import {
  changeText,
  collectionNote,
  isByAppointment,
  nextDays,
  shortAreasText,
  unpublishedText,
} from './collections.ts'

const on = (start: string, it: Partial<Collection> = {}) => makeCollection({ start, ...it })
const moved = on('2026-12-28', { moved_from: '2026-12-25', reason: 'wegens Kerstmis' })
const cancelled = on('2026-12-11', { cancelled: true, reason: 'wegens gladheid' })

test('lists the next two days of each stream', () => {
  const paper = on('2026-11-24', { category: 'paper' })
  expect(nextDays([on('2026-11-24'), paper, on('2026-12-08'), on('2026-12-22')])).toEqual([
    { category: 'gft', name: 'GFT', days: 'dinsdag 24 november en dinsdag 8 december' },
    { category: 'paper', name: 'Papier', days: 'dinsdag 24 november' },
  ])
})

test('shows the original day and the reason of a moved day, and omits cancelled days', () => {
  expect(nextDays([cancelled, moved])).toEqual([
    {
      category: 'gft',
      name: 'GFT',
      days: 'maandag 28 december (verplaatst van vrijdag 25 december wegens Kerstmis)',
    },
  ])
})

test('returns a note, and a text with the planned day, for a moved or cancelled collection', () => {
  expect(collectionNote(on('2026-11-24'))).toBeUndefined()
  expect(collectionNote(moved)).toBe('Verplaatst van vrijdag 25 december wegens Kerstmis')
  expect(collectionNote(cancelled)).toBe('Vervalt wegens gladheid')
  expect(changeText(moved)).toBe('GFT van vrijdag 25 december: verplaatst naar maandag 28 december wegens Kerstmis')
  expect(changeText(cancelled)).toBe('GFT van vrijdag 11 december: vervalt wegens gladheid')
})

test('names the collection system for a stream that is not collected at the door', () => {
  const system = { id: 1, name: 'Ondergrondse container' }
  const collection_system = { alias: 's1', name: 'Akerstraat bij 100', system }
  expect(broughtText({ category: 'residual_waste', collection_system })).toBe(
    'Geen huis-aan-huis voor restafval: ondergrondse container Akerstraat bij 100',
  )
  expect(broughtText({ category: 'gft', collection_system })).toContain('voor GFT:')
})

test('returns a text for an unpublished year, with its publication day if that day is known', () => {
  expect(unpublishedText({ year: 2027, published_on: null })).toBe(
    'De ophaaldagen van 2027 zijn nog niet gepubliceerd.',
  )
  expect(unpublishedText({ year: 2027, published_on: '2026-12-01' })).toBe(
    'De ophaaldagen van 2027 zijn nog niet gepubliceerd. Ze komen op 1 december 2026.',
  )
  expect(unpublishedText({ year: 2019, published_on: null })).toBe('Van 2019 zijn geen ophaaldagen bekend.')
})

test('an appointment has a line of its own beside the days by appointment', () => {
  const possible = on('2026-11-24', { category: 'pruning_waste', title: 'Snoeiafval op afspraak' })
  expect(nextDays([possible, { ...possible, title: 'Ophaalafspraak' }]).map(({ name }) => name)).toEqual([
    'Snoeiafval op afspraak',
    'Ophaalafspraak',
  ])
  expect(isByAppointment(possible)).toBe(true)
  expect(isByAppointment({ ...possible, title: 'Ophaalafspraak' })).toBe(false)
  expect(isByAppointment(on('2026-11-24'))).toBe(false)
})

test('shortens the names of areas for a narrow column', () => {
  const names = ['Heerlen 6411', 'Heerlen 6412', 'Heerlen 6413', 'Hoensbroek', 'Heerlen 6415']
  const meta = { municipality: { id: 917, name: 'Heerlen' }, areas: names.map((name, id) => ({ id, name })) }
  expect(shortAreasText(['Heerlen 6411', 'Hoensbroek'], meta)).toBe('6411, Hoensbroek')
  expect(shortAreasText(names.slice(0, 4), meta)).toBe('4 van 5 gebieden')
  expect(shortAreasText(names, meta)).toBe('alle gebieden')
})
