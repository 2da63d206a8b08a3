import { type PostalCodeRange, rangesConflict, rangeText } from '@rd4-loket/contract'
import { recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import {
  type Division,
  findAddressesAt,
  findAllAreas,
  findDivision,
  insertArea,
  lockDivision,
  raiseRevisions,
} from '../../features/calendar-planning/collection-areas.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { Reason } from '../reader/table-rows.ts'
import { keepDivision } from './import-areas.queries.ts'

type Door = { postal_code: string; house_number: number; extension_key: string }

/** What a line says belongs to an area. */
export type Part = { range: PostalCodeRange } | { door: Door }

/** What becomes of a line that can be stored. */
export type Outcome = 'added' | 'changed' | 'unchanged'

const outcomeOf = (was: (number | undefined)[], is: number): Outcome => {
  if (was.every((id) => id === is)) return 'unchanged'
  return was.every((id) => id === undefined) ? 'added' : 'changed'
}

/** The division of a municipality into areas while a file changes it, in a transaction in which nobody else does. */
export async function openDivision(transaction: Db, municipality_id: number) {
  await lockDivision(transaction, municipality_id)
  const areas = new Map((await findAllAreas(transaction, municipality_id)).map((area) => [area.name, area]))
  const now = await findDivision(transaction, municipality_id)
  const ranges = new Map(now.ranges.map((range) => [rangeText(range), range]))
  const named = new Map(now.named.map((it) => [it.address_id, it.collection_area_id]))
  const changes: Division = { ranges: [], named: [] }
  const made: string[] = []

  async function areaOf(name: string) {
    const known = areas.get(name)
    if (known?.of_one_address) throw new Reason(`${name} is de naam van de eigen ophaaldagen van een adres`)
    if (known) return known.id
    const id = await insertArea(transaction, municipality_id, name, null)
    areas.set(name, { id, name, of_one_address: false })
    made.push(name)
    return id
  }

  const nameOf = (id: number) => [...areas.values()].find((area) => area.id === id)?.name

  async function giveRange(range: PostalCodeRange, name: string) {
    const key = rangeText(range)
    const [otherKey, other] = ranges.entries().find(([it, known]) => it !== key && rangesConflict(range, known)) ?? []
    if (other)
      throw new Reason(
        `${key} overlapt met ${otherKey} van ${nameOf(other.collection_area_id)}; een reeks ligt naast een andere, of er helemaal in`,
      )
    const collection_area_id = await areaOf(name)
    const outcome = outcomeOf([ranges.get(key)?.collection_area_id], collection_area_id)
    ranges.set(key, { ...range, collection_area_id })
    if (outcome !== 'unchanged') changes.ranges.push({ ...range, collection_area_id })
    return outcome
  }

  async function giveDoor(door: Door, name: string) {
    const found = await findAddressesAt(transaction, municipality_id, door)
    if (found.length === 0) throw new Reason('dit adres is in deze gemeente niet bekend')
    if (found.some(({ own_days }) => own_days)) throw new Reason('dit adres heeft ophaaldagen van zichzelf')
    const collection_area_id = await areaOf(name)
    const outcome = outcomeOf(
      found.map(({ id }) => named.get(id)),
      collection_area_id,
    )
    if (outcome === 'unchanged') return outcome
    for (const { id } of found) named.set(id, collection_area_id)
    changes.named.push(...found.map(({ id }) => ({ address_id: id, collection_area_id })))
    return outcome
  }

  return {
    /** Gives a part to the area of this name, which is made where there is none; throws the reason why it cannot. */
    give: (part: Part, name: string) => ('range' in part ? giveRange(part.range, name) : giveDoor(part.door, name)),
    /** Stores what was given; answers which areas were made. */
    async close() {
      await keepDivision(transaction, municipality_id, changes)
      const reached = new Set([...changes.ranges, ...changes.named].map((it) => it.collection_area_id))
      await raiseRevisions(transaction, municipality_id, [...reached])
      const command = { id: crypto.randomUUID(), ip: 'import areas', employee: null }
      for (const key of reached) await recordChange(transaction, command, { kind: 'collection_area', key })
      return made
    },
  }
}
