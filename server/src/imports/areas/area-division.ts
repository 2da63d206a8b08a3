import {
  atPostalAddress,
  type PostalAddress,
  type PostalCodeRange,
  rangesConflict,
  rangeText,
} from '@rd4-loket/contract'
import { commandLineActor } from '../../domain/access-log/audit-log.queries.ts'
import { recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import {
  type Division,
  findAddressesAt,
  findAllAreas,
  findDivision,
  insertArea,
  lockDivision,
  raiseRevisions,
} from '../../features/calendar-planning/collection-areas.queries.ts'
import { areaValues, ownDivision } from '../../features/calendar-planning/collection-areas.ts'
import type { Db } from '../../platform/database/db.ts'
import { RowError } from '../reader/columns.ts'
import { assignParts } from './import-areas.queries.ts'

/** The part of a municipality that a row assigns to an area. */
export type AreaPart = { range: PostalCodeRange } | { address: PostalAddress }

type AssignmentOutcome = 'added' | 'changed' | 'unchanged'

function outcomeOf(before: (number | undefined)[], after: number): AssignmentOutcome {
  if (before.every((id) => id === after)) return 'unchanged'
  return before.every((id) => id === undefined) ? 'added' : 'changed'
}

/** Locks the division of a municipality into areas until the transaction ends, and returns functions that change it. */
export async function openDivision(transaction: Db, municipality_id: number) {
  await lockDivision(transaction, municipality_id)
  const areas = new Map((await findAllAreas(transaction, municipality_id)).map((area) => [area.name, area]))
  const division = await findDivision(transaction, municipality_id)
  const ranges = new Map(division.ranges.map((range) => [rangeText(range), range]))
  const areaOfAddress = new Map(division.assignments.map((it) => [it.address_id, it.collection_area_id]))
  const changes: Division = { ranges: [], assignments: [] }
  const newAreaIds = new Set<number>()
  /** The areas that gained or lost a part. */
  const changedAreaIds = new Set<number>()
  const addChangedAreas = (before: (number | undefined)[], after: number) => {
    for (const id of [...before, after]) if (id !== undefined) changedAreaIds.add(id)
  }

  async function findOrInsertArea(name: string) {
    const existing = areas.get(name)
    if (existing?.of_one_address) throw new RowError(`${name} is de naam van de eigen ophaaldagen van een adres`)
    if (existing) return existing.id
    const id = await insertArea(transaction, municipality_id, name, null)
    areas.set(name, { id, name, of_one_address: false })
    newAreaIds.add(id)
    return id
  }

  const nameOf = (id: number) => [...areas.values()].find((area) => area.id === id)?.name

  async function assignRange(range: PostalCodeRange, areaName: string) {
    const key = rangeText(range)
    const [otherKey, other] =
      ranges.entries().find(([existingKey, existing]) => existingKey !== key && rangesConflict(range, existing)) ?? []
    if (other)
      throw new RowError(
        `${key} overlapt met ${otherKey} van ${nameOf(other.collection_area_id)}; een reeks ligt naast een andere, of er helemaal in`,
      )
    const collection_area_id = await findOrInsertArea(areaName)
    const before = [ranges.get(key)?.collection_area_id]
    const outcome = outcomeOf(before, collection_area_id)
    ranges.set(key, { ...range, collection_area_id })
    if (outcome === 'unchanged') return outcome
    addChangedAreas(before, collection_area_id)
    changes.ranges.push({ ...range, collection_area_id })
    return outcome
  }

  async function assignAddress(address: PostalAddress, areaName: string) {
    const addresses = atPostalAddress(await findAddressesAt(transaction, municipality_id, address), address)
    if (addresses.length === 0) throw new RowError('dit adres is in deze gemeente niet bekend')
    if (addresses.some(({ own_days }) => own_days)) throw new RowError('dit adres heeft ophaaldagen van zichzelf')
    const collection_area_id = await findOrInsertArea(areaName)
    const before = addresses.map(({ id }) => areaOfAddress.get(id))
    const outcome = outcomeOf(before, collection_area_id)
    if (outcome === 'unchanged') return outcome
    addChangedAreas(before, collection_area_id)
    for (const { id } of addresses) areaOfAddress.set(id, collection_area_id)
    changes.assignments.push(...addresses.map(({ id }) => ({ address_id: id, collection_area_id })))
    return outcome
  }

  const currentDivision = (): Division => ({
    ranges: [...ranges.values()],
    assignments: [...areaOfAddress].map(([address_id, collection_area_id]) => ({ address_id, collection_area_id })),
  })

  return {
    /** Assigns a part to the area with this name. Inserts a missing area. Throws a RowError for an invalid part. */
    assign: (part: AreaPart, areaName: string) =>
      'range' in part ? assignRange(part.range, areaName) : assignAddress(part.address, areaName),
    /** Stores the changes. Logs the areas that gained or lost a part. Returns the number of new areas. */
    async save() {
      await assignParts(transaction, municipality_id, changes)
      const gaining = new Set([...changes.ranges, ...changes.assignments].map((it) => it.collection_area_id))
      await raiseRevisions(transaction, municipality_id, [...gaining])
      const actor = commandLineActor('import areas')
      const after = currentDivision()
      for (const { id, name } of areas.values()) {
        if (!changedAreaIds.has(id)) continue
        const before = newAreaIds.has(id) ? undefined : areaValues(name, ownDivision(division, id))
        const change = { before, after: areaValues(name, ownDivision(after, id)) }
        await recordPlanningChange(transaction, actor, { kind: 'collection_area', key: id }, change)
      }
      return newAreaIds.size
    },
  }
}
