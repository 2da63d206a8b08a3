import {
  type AreaChange,
  type AreaInput,
  atPostalAddress,
  type countAreaAddresses,
  type deleteArea,
  type listAreaRules,
  mayDeleteArea,
  postalAddressText,
  rangesConflict,
  rangeText,
  type saveArea,
} from '@rd4-loket/contract'
import { requireArea } from '../../domain/collection-days/calendar-access.ts'
import { addLastChanges, recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  countAddressesByArea,
  countMoves,
  type Division,
  findAddressesAt,
  findAllAreas,
  findAreasWithPickups,
  findAssignedAddresses,
  findDivision,
  insertArea,
  lockDivision,
  raiseRevisions,
  removeArea,
  updateArea,
} from './collection-areas.queries.ts'

/** Returns the areas of a municipality, each with ranges, assigned addresses, and the rules of today and later. */
export async function listAreas({ db, employee, params }: Call<typeof listAreaRules>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const areas = await findAreas(db, municipality_id)
  const from = today()
  const currentRules = (await findRules(db, areas))
    .map((rule) => ({ ...rule, days: rule.days?.filter((day) => day >= from) ?? null }))
    .filter(({ days, valid_to }) => (days === null ? valid_to === null || valid_to >= from : days.length > 0))
    .sort((one, other) => one.valid_from.localeCompare(other.valid_from))
  const { ranges } = await findDivision(db, municipality_id)
  const addresses = await findAssignedAddresses(db, municipality_id)
  const ofArea = <Item extends { collection_area_id: number }>(items: Item[], area_id: number) =>
    items.filter((item) => item.collection_area_id === area_id).map(({ collection_area_id, ...item }) => item)
  return addLastChanges(
    db,
    ['collection_area', 'collection_rules'],
    areas.map(({ id, name }) => ({
      id,
      name,
      postal_codes: ofArea(ranges, id),
      addresses: ofArea(addresses, id).map(postalAddressText),
      rules: ofArea(currentRules, id),
    })),
    ({ id }) => id,
  )
}

/** Counts the addresses of each area, and those without an area. Marks the areas with coming pick-up appointments. */
export async function countByArea({ db, employee, params }: Call<typeof countAreaAddresses>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const addresses = await countAddressesByArea(db, municipality_id)
  const areas = await findAreas(db, municipality_id)
  const withPickups = await findAreasWithPickups(db, municipality_id)
  return {
    areas: areas.map(({ id }) => ({
      id,
      addresses: addresses.get(id) ?? 0,
      has_pickups: withPickups.includes(id),
    })),
    without: addresses.get(null) ?? 0,
  }
}

/** Saves a new or changed area, and returns how many addresses move from and to each area. */
export const changeArea = ({ db, employee, body, actor }: Call<typeof saveArea>) =>
  db.transaction(async (transaction) => {
    const { municipality_id, name, days_of = null } = body
    await lockDivision(transaction, municipality_id)
    const { change, own, receiving_ids, logged } = await planArea(transaction, employee, body)
    const id = body.area_id ?? (await insertArea(transaction, municipality_id, name, days_of))
    await updateArea(transaction, { id, municipality_id, name }, own)
    await raiseRevisions(transaction, municipality_id, [...new Set([...receiving_ids, id])])
    await recordPlanningChange(transaction, actor, { kind: 'collection_area', key: id }, logged)
    return change
  })

/** Deletes an area. Throws 409 when the area has addresses, or pick-up appointments from today on. */
export const deleteEmptyArea = ({ db, employee, params, actor }: Call<typeof deleteArea>) =>
  db.transaction(async (transaction) => {
    const municipality_id = await ownMunicipality(transaction, employee, params.municipality_id)
    await lockDivision(transaction, municipality_id)
    const area = await requireArea(transaction, municipality_id, params.area_id)
    const addresses = (await countAddressesByArea(transaction, municipality_id)).get(area.id) ?? 0
    const has_pickups = (await findAreasWithPickups(transaction, municipality_id)).includes(area.id)
    requireAllowed(mayDeleteArea({ addresses, has_pickups }))
    const before = areaValues(area.name, ownDivision(await findDivision(transaction, municipality_id), area.id))
    await removeArea(transaction, area.id)
    await recordPlanningChange(
      transaction,
      actor,
      { kind: 'collection_area', key: area.id },
      { before, after: undefined },
    )
    return null
  })

/** The id of a new area in a division, until the area is inserted. */
const newAreaId = 0

type KnownAreas = Awaited<ReturnType<typeof findAllAreas>>
type AreaRange = Division['ranges'][number]

function checkConflicts(own: AreaRange[], others: AreaRange[], areas: KnownAreas) {
  for (const [index, range] of own.entries()) {
    const other = [...own.slice(0, index), ...others].find((it) => rangesConflict(range, it))
    if (!other) continue
    const otherArea = areas.find(({ id }) => id === other.collection_area_id)?.name
    const [text, otherText] = [rangeText(range), rangeText(other)]
    if (text === otherText)
      invalidField('postal_codes', `${text} ${otherArea ? `hoort al bij ${otherArea}` : 'staat er twee keer'}`)
    const conflict = `${text} overlapt met ${otherText}${otherArea ? ` van ${otherArea}` : ''}`
    invalidField('postal_codes', `${conflict}. Een reeks ligt naast een andere, of er helemaal in`)
  }
}

async function findAssignments(db: Db, { municipality_id, addresses }: AreaInput, area_id: number) {
  const assignments = new Map<number, Division['assignments'][number]>()
  for (const address of addresses) {
    const found = atPostalAddress(await findAddressesAt(db, municipality_id, address), address)
    if (found.length === 0) invalidField('addresses', `Dit adres is in deze gemeente niet bekend: ${address.typed}`)
    if (found.some(({ own_days }) => own_days))
      invalidField('addresses', `Dit adres heeft ophaaldagen van zichzelf: ${address.typed}`)
    for (const { id } of found) assignments.set(id, { address_id: id, collection_area_id: area_id })
  }
  return [...assignments.values()]
}

/** Returns the part of a division that belongs to one area. */
export function ownDivision({ ranges, assignments }: Division, area_id: number): Division {
  const isOwn = ({ collection_area_id }: { collection_area_id: number }) => collection_area_id === area_id
  return { ranges: ranges.filter(isOwn), assignments: assignments.filter(isOwn) }
}

/** Returns an area as the log stores it. The log has the number of assigned addresses, not the addresses themselves. */
export const areaValues = (name: string, { ranges, assignments }: Division) => ({
  name,
  postal_codes: ranges.map(rangeText).sort(),
  addresses: assignments.length,
})

const asText = ({ ranges, assignments }: Division) =>
  JSON.stringify([ranges.map(rangeText).sort(), assignments.map(({ address_id }) => address_id).sort((a, b) => a - b)])

/** Returns the effect of an area on the division of its municipality. Throws 422 for an invalid or unchanged area. */
export async function planArea(db: Db, employee: Caller, input: AreaInput) {
  const { name, days_of = null } = input
  const municipality_id = await ownMunicipality(db, employee, input.municipality_id)
  const id = input.area_id ?? newAreaId
  const areas = await findAllAreas(db, municipality_id)
  const isShared = (area_id: number) => areas.some((area) => area.id === area_id && !area.of_one_address)
  if (id !== newAreaId && !isShared(id)) notFound('Dit ophaalgebied bestaat niet')
  if (areas.some((area) => area.name === name && area.id !== id))
    invalidField('name', 'Er is al een ophaalgebied met deze naam')
  if (days_of !== null && (id !== newAreaId || !isShared(days_of)))
    invalidField('days_of', 'Alleen een nieuw gebied begint met de ophaaldagen van een ander')

  const before = await findDivision(db, municipality_id)
  const isOwn = ({ collection_area_id }: { collection_area_id: number }) => collection_area_id === id
  const own: Division = {
    ranges: input.postal_codes.map((range) => ({ ...range, collection_area_id: id })),
    assignments: await findAssignments(db, input, id),
  }
  const others = before.ranges.filter((range) => !isOwn(range))
  checkConflicts(own.ranges, others, areas)
  const current = areas.find((area) => area.id === id)
  const isRenamed = current !== undefined && current.name !== name
  const ownBefore = ownDivision(before, id)
  if (id !== newAreaId && !isRenamed && asText(own) === asText(ownBefore))
    invalidField('name', 'Hier verandert niets aan dit gebied')

  const assignedIds = new Set(own.assignments.map(({ address_id }) => address_id))
  const after: Division = {
    ranges: [...others, ...own.ranges],
    assignments: [
      ...before.assignments.filter((it) => !isOwn(it) && !assignedIds.has(it.address_id)),
      ...own.assignments,
    ],
  }
  const nameOf = (area_id: number | null) =>
    area_id === id ? name : (areas.find((area) => area.id === area_id)?.name ?? null)
  const moves = (await countMoves(db, municipality_id, before, after)).filter((it) => it.before_id !== it.after_id)
  const change: AreaChange = {
    moves: moves.map(({ before_id, after_id, addresses }) => ({
      from: nameOf(before_id),
      to: nameOf(after_id),
      addresses,
    })),
    without_days: (await findRules(db, [{ id: days_of ?? id }])).length === 0,
  }
  const logged = { before: current && areaValues(current.name, ownBefore), after: areaValues(name, own) }
  return { change, own, logged, receiving_ids: moves.flatMap(({ after_id }) => (after_id === null ? [] : [after_id])) }
}
