// Reasons: docs/objections.md

import {
  extensionKey,
  type QuarantineCause,
  type QuarantineMatch,
  type WasteStream,
  wasteStreamWords,
} from '@rd4-loket/contract'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/db.ts'
import { editDistance } from '../../platform/runtime/edit-distance.ts'
import {
  findMatchAddresses,
  findMatchContainers,
  findMatchRows,
  type MatchAddress,
  type MatchContainer,
  type MatchRow,
} from './decide-lines.queries.ts'

/** Maximum number of likely matches of a line. */
const maxMatches = 3

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns the codes that differ from a code in one character: another, a missing, an extra, or two swapped. */
function nearCodes(code: string): string[] {
  const near = new Set<string>()
  for (let at = 0; at <= code.length; at += 1) {
    const [before, here, after] = [code.slice(0, at), code.charAt(at), code.slice(at + 1)]
    for (const character of characters) {
      near.add(before + character + here + after)
      if (here !== '') near.add(before + character + after)
    }
    if (here !== '') near.add(before + after)
    if (after !== '') near.add(before + after.charAt(0) + here + after.slice(1))
  }
  near.delete(code)
  return [...near]
}

/** A match with the weight of its grounds. The heaviest are shown. */
type Candidate = { choice: QuarantineMatch['choice']; title: string; grounds: { text: string; weight: number }[] }

/** Collects candidates. Each has a key; later grounds of the same key add up. */
function collectCandidates() {
  const found = new Map<string, Candidate>()
  return {
    add(key: string, of: Pick<Candidate, 'choice' | 'title'>, text: string, weight: number) {
      const candidate = found.get(key) ?? { ...of, grounds: [] }
      if (!candidate.grounds.some((ground) => ground.text === text)) candidate.grounds.push({ text, weight })
      found.set(key, candidate)
    },
    /** Returns at most three candidates, the most likely first. */
    matches(): QuarantineMatch[] {
      const weighed = [...found].map(([key, { choice, title, grounds }]) => ({
        ...{ key, choice, title, grounds: grounds.toSorted((one, other) => other.weight - one.weight) },
        weight: grounds.reduce((sum, { weight }) => sum + weight, 0),
      }))
      return weighed
        .sort((one, other) => other.weight - one.weight || one.key.localeCompare(other.key))
        .slice(0, maxMatches)
        .map(({ choice, title, grounds }) => ({ choice, title, ground: grounds.map(({ text }) => text).join(' · ') }))
    },
  }
}

const distinct = <Value>(values: (Value | null | undefined)[]) => [...new Set(values.filter((it) => it != null))]

const stoodOn = ({ placed_on, removed_on }: MatchContainer, days: string[]) =>
  days.every((day) => placed_on <= day && (removed_on ?? day) >= day)

/** Returns why a container can be the one of the rows, without its number and chip. */
function periodGround(container: MatchContainer, days: string[], verb: string): { text: string; weight: number } {
  const { placed_on, removed_on, place } = container
  if (stoodOn(container, days)) return { text: `${verb} die dag op ${place}`, weight: 2 }
  if (removed_on !== null && days.some((day) => day > removed_on))
    return { text: `${verb} tot ${dayWithYear(removed_on)} op ${place}`, weight: 1 }
  return { text: `${verb} vanaf ${dayWithYear(placed_on)} op ${place}`, weight: 0.5 }
}

const containerMatch = ({ number, chip_number, alias, place }: MatchContainer) => ({
  choice: { container_number: number, ...(alias !== null && { alias }) },
  title: `Container ${number}${chip_number === null ? '' : ` met chip ${chip_number}`}, ${place}`,
})

/** What a line is about: its rows, and the containers and addresses near them. */
type Facts = {
  rows: MatchRow[]
  days: string[]
  numbers: string[]
  chips: string[]
  containers: MatchContainer[]
  addresses: MatchAddress[]
}

function matchContainer({ rows, days, numbers, chips, containers, addresses }: Facts) {
  const { add, matches } = collectCandidates()
  const streams = new Set(rows.map(({ waste_type }) => waste_type))
  const ownAliases = new Set(addresses.map(({ alias }) => alias))
  for (const container of containers) {
    const { number, chip_number, waste_type, alias } = container
    const weigh = (text: string, weight: number) =>
      add(number, containerMatch(container), text, weight + (streams.has(waste_type) ? 1 : -1))
    const hung = chip_number !== null && chips.includes(chip_number)
    const isNumbered = numbers.includes(number)
    const near = (own: string[], code: string | null) =>
      code === null ? undefined : own.find((it) => it !== code && editDistance(it, code, 1) === 1)
    const nearNumber = near(numbers, number)
    const nearChip = near(chips, chip_number)
    const atAddress = alias !== null && ownAliases.has(alias)
    const period = periodGround(container, days, hung ? `chip ${chip_number} hing` : 'stond')
    if (!hung && !isNumbered && !nearNumber && !nearChip && !atAddress) continue
    if (hung) weigh(period.text, 3 + period.weight)
    if (isNumbered) weigh(hung ? `nummer ${number}` : period.text, 3 + period.weight)
    if (nearNumber) weigh(`één teken verschil: ${nearNumber}, ${number}`, 2 + period.weight)
    if (nearChip) weigh(`één teken verschil: ${nearChip}, ${chip_number}`, 2 + period.weight)
    if (atAddress) weigh(period.text, 2 + period.weight)
  }
  return matches()
}

/** Returns the streams of the containers with the numbers and chips of the rows, the one of most rows first. */
function matchStream({ rows, containers }: Facts) {
  const { add, matches } = collectCandidates()
  const streamOf = new Map<string, string>()
  for (const { number, chip_number, waste_type } of containers) {
    streamOf.set(`number ${number}`, waste_type)
    if (chip_number !== null) streamOf.set(`chip ${chip_number}`, waste_type)
  }
  const counts = new Map<WasteStream, number>()
  let known = 0
  for (const { container_number, chip_number } of rows) {
    const stream = streamOf.get(`number ${container_number}`) ?? streamOf.get(`chip ${chip_number}`)
    if (!stream) continue
    known += 1
    counts.set(stream as WasteStream, (counts.get(stream as WasteStream) ?? 0) + 1)
  }
  for (const [waste_type, count] of counts) {
    const words = wasteStreamWords[waste_type]
    const ground = `${count} van ${known} ${known === 1 ? 'lediging is' : 'ledigingen zijn'} van een container voor ${words}`
    add(waste_type, { choice: { waste_type }, title: `Afvalstroom ${words}` }, ground, count)
  }
  return matches()
}

/** Returns whether the containers are shared, when the rows state the opposite. */
function matchShared({ rows, containers, numbers, chips }: Facts) {
  const { add, matches } = collectCandidates()
  const [row] = rows
  if (!row) return []
  for (const container of containers) {
    const { alias, place, number, chip_number } = container
    if (!numbers.includes(number) && !chips.includes(chip_number ?? '')) continue
    const shared = alias === null
    if (shared === row.shared) continue
    const title = shared ? 'Gedeelde container (J)' : 'Container van één adres (N)'
    const choice = { shared, ...(alias !== null && { alias }) }
    add(number, { choice, title }, shared ? `staat bij ${place}` : `hoort bij ${place}`, 1)
  }
  return matches()
}

function matchAddress({ rows, days, numbers, chips, containers, addresses }: Facts) {
  const { add, matches } = collectCandidates()
  const [row] = rows
  const addressMatch = ({ alias, place }: Pick<MatchAddress, 'alias' | 'place'>) => ({
    choice: { alias },
    title: place,
  })
  for (const { alias, place, number, chip_number, ...container } of containers)
    if (alias !== null && (numbers.includes(number) || chips.includes(chip_number ?? ''))) {
      const stood = stoodOn({ alias, place, number, chip_number, ...container }, days)
      add(alias, addressMatch({ alias, place }), `container ${number} staat op ${place}`, stood ? 4 : 2)
    }
  const codes = distinct(rows.map(({ object_code }) => object_code))
  for (const address of addresses) {
    const { alias, object_code, place } = address
    const weigh = (text: string, weight: number) => add(alias, addressMatch(address), text, weight)
    if (object_code !== null && codes.includes(object_code)) weigh(`heeft objectcode ${object_code}`, 3)
    const near = codes.find(
      (code) => object_code !== null && code !== object_code && editDistance(code, object_code, 1) === 1,
    )
    if (near) weigh(`één teken verschil: ${near}, ${object_code}`, 3)
    if (!row || row.street === null) continue
    const street = editDistance(streetKey(row.street), streetKey(address.street), 3)
    const isSameNumber = row.house_number === address.house_number
    const isNearNumber = editDistance(`${row.house_number}`, `${address.house_number}`, 1) === 1
    const written = extensionKey(row.house_number_extension ?? '')
    const extension = extensionKey(address.house_number_extension ?? '')
    const extensions = written === extension ? 1 : written === '' || extension === '' ? 0.5 : 0
    if (street <= 3 && isSameNumber) weigh(`leest als ${place}`, 3 - street / 2 + extensions)
    else if (street <= 1 && isNearNumber)
      weigh(`één cijfer verschil: ${row.house_number}, ${address.house_number}`, 1 + extensions)
    else if (isSameNumber && row.postal_code === address.postal_code)
      weigh(`zelfde postcode en nummer`, 1.5 + extensions)
  }
  return matches()
}

const finders: Partial<Record<QuarantineCause, (facts: Facts) => QuarantineMatch[]>> = {
  fraction_unknown: matchStream,
  fraction_contradiction: matchStream,
  shared_contradiction: matchShared,
  address_unknown: matchAddress,
  address_ambiguous: matchAddress,
  address_contradiction: matchAddress,
}

/** Returns at most three likely matches of a line, the most likely first. None is applied by itself. */
export async function findMatches(db: Db, line_id: number, cause: QuarantineCause): Promise<QuarantineMatch[]> {
  const rows = await findMatchRows(db, line_id)
  const [row] = rows
  if (!row) return []
  const numbers = distinct(rows.map(({ container_number }) => container_number))
  const chips = distinct(rows.map(({ chip_number }) => chip_number))
  const isAboutContainer = cause.startsWith('container')
  const written =
    row.postal_code === null || row.house_number === null
      ? undefined
      : { postal_code: row.postal_code, house_number: row.house_number }
  const object_codes = distinct(rows.map(({ object_code }) => object_code)).slice(0, 20)
  const aliases = distinct(rows.map(({ coded_alias }) => coded_alias))
  const isAboutAddress = cause.startsWith('address')
  const addresses = await findMatchAddresses(db, {
    codes: isAboutAddress ? object_codes.flatMap((code) => [code, ...nearCodes(code)]) : object_codes,
    aliases,
    written: isAboutAddress || isAboutContainer ? written : undefined,
  })
  const facts = { rows, days: distinct(rows.map(({ day }) => day)), numbers, chips }
  const codes = [...numbers, ...chips]
  if (!isAboutContainer) {
    const containers = await findMatchContainers(db, { codes, aliases: [] })
    return finders[cause]?.({ ...facts, containers, addresses }) ?? []
  }
  const own = addresses.filter((address) => aliases.includes(address.alias) || isWritten(row, address))
  const near = codes.slice(0, 4).flatMap(nearCodes)
  const containers = await findMatchContainers(db, {
    codes: [...codes, ...near],
    aliases: own.map(({ alias }) => alias),
  })
  return matchContainer({ ...facts, containers, addresses: own })
}

/** Returns whether a row writes an address in the usual spelling. */
const isWritten = (row: MatchRow, address: MatchAddress) =>
  row.postal_code === address.postal_code &&
  row.house_number === address.house_number &&
  extensionKey(row.house_number_extension ?? '') === extensionKey(address.house_number_extension ?? '') &&
  streetKey(row.street ?? '') === streetKey(address.street)
