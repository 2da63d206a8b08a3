import { ApiError, type AreaChange, type AreaInput, rangesConflict, rangeText } from '@rd4-loket/contract'
import { findRules } from '../../domain/collection-days/collection-days.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { countUnder, type Division, findAllAreas, findBehindDoor, findDivision } from './collection-areas.queries.ts'

const refuse = (field: string, message: string): never => {
  throw new ApiError(422, invalidInput, { [field]: [message] })
}

/** A new area stands in a division under this number, until it has one. */
const newArea = 0

type Known = Awaited<ReturnType<typeof findAllAreas>>
type Range = Division['ranges'][number]

/** Two ranges that both claim an address, in a sentence; the first is of the area that is changed. */
function refuseCollisions(own: Range[], others: Range[], known: Known) {
  for (const [index, range] of own.entries()) {
    const other = [...own.slice(0, index), ...others].find((it) => rangesConflict(range, it))
    if (!other) continue
    const whose = known.find(({ id }) => id === other.collection_area_id)?.name
    const same = rangeText(range) === rangeText(other)
    refuse(
      'postal_codes',
      same
        ? `${rangeText(range)} ${whose ? `hoort al bij ${whose}` : 'staat er twee keer'}`
        : `${rangeText(range)} overlapt met ${rangeText(other)}${whose ? ` van ${whose}` : ''}. Een reeks ligt naast een andere, of er helemaal in`,
    )
  }
}

async function namedAddresses(db: Db, { municipality_id, addresses: doors }: AreaInput, area_id: number) {
  const named: Division['named'] = []
  for (const door of doors) {
    const found = await findBehindDoor(db, municipality_id, door)
    if (found.length === 0) refuse('addresses', `Dit adres is in deze gemeente niet bekend: ${door.typed}`)
    if (found.some(({ own_days }) => own_days))
      refuse('addresses', `Dit adres heeft ophaaldagen van zichzelf: ${door.typed}`)
    named.push(...found.map(({ id }) => ({ address_id: id, collection_area_id: area_id })))
  }
  return [...new Map(named.map((it) => [it.address_id, it])).values()]
}

const asText = ({ ranges, named }: Division) =>
  JSON.stringify([ranges.map(rangeText).sort(), named.map(({ address_id }) => address_id).sort((a, b) => a - b)])

/** What becomes of a municipality's division when an area is as it is asked for; refuses what cannot be. */
export async function divideAnew(db: Db, asked: AreaInput) {
  const { municipality_id, name, days_of = null } = asked
  const id = asked.area_id ?? newArea
  const known = await findAllAreas(db, municipality_id)
  const shared = (area_id: number) => known.some((it) => it.id === area_id && !it.of_one_address)
  if (id !== newArea && !shared(id)) notFound('Dit ophaalgebied bestaat niet')
  if (known.some((it) => it.name === name && it.id !== id)) refuse('name', 'Er is al een ophaalgebied met deze naam')
  if (days_of !== null && (id !== newArea || !shared(days_of)))
    refuse('days_of', 'Alleen een nieuw gebied begint met de ophaaldagen van een ander')

  const now = await findDivision(db, municipality_id)
  const isOwn = ({ collection_area_id }: { collection_area_id: number }) => collection_area_id === id
  const own: Division = {
    ranges: asked.postal_codes.map((range) => ({ ...range, collection_area_id: id })),
    named: await namedAddresses(db, asked, id),
  }
  const others = now.ranges.filter((it) => !isOwn(it))
  refuseCollisions(own.ranges, others, known)
  const renamed = known.some((it) => it.id === id && it.name !== name)
  const was = { ranges: now.ranges.filter(isOwn), named: now.named.filter(isOwn) }
  if (id !== newArea && !renamed && asText(own) === asText(was)) refuse('name', 'Hier verandert niets aan dit gebied')

  const taken = new Set(own.named.map(({ address_id }) => address_id))
  const then: Division = {
    ranges: [...others, ...own.ranges],
    named: [...now.named.filter((it) => !isOwn(it) && !taken.has(it.address_id)), ...own.named],
  }
  const nameOf = (area_id: number | null) =>
    area_id === id ? name : (known.find((it) => it.id === area_id)?.name ?? null)
  const moved = (await countUnder(db, municipality_id, now, then)).filter((it) => it.one_id !== it.other_id)
  const found: AreaChange = {
    moves: moved.map((it) => ({ from: nameOf(it.one_id), to: nameOf(it.other_id), addresses: it.addresses })),
    without_days: (await findRules(db, [days_of ?? id])).length === 0,
  }
  return { found, own, reached: moved.flatMap(({ other_id }) => (other_id === null ? [] : [other_id])) }
}
