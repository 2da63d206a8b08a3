import { type DemoHistory, type DemoHousehold, noEnd } from './history.ts'
import { makeRandom, opaque, type Random } from './random.ts'
import type { DemoStreet, InsertedAddress } from './region/streets.ts'
import type { Writer } from './rows.ts'
import type { StoryOf } from './stories.ts'

/** A household with its id and the supplier's number of the liable person. */
export type InsertedHousehold = DemoHousehold & { id: number; subject_id: string }

/** Returns a function that adds the occupancies of a street, and returns the households of each address. */
export function householdWriter(writer: Writer, history: DemoHistory, storyOf: StoryOf) {
  const occupancy = writer.table('occupancy', {
    id: 'int',
    address_id: 'int',
    subject_id: 'text',
    first_day: 'day',
    last_day: 'day',
    household_size: 'int',
  })

  return (street: DemoStreet, addresses: InsertedAddress[]): InsertedHousehold[][] => {
    const random = makeRandom('households', addresses[0]?.id ?? 0)
    return addresses.map((at) => {
      const drawn = drawHouseholds(history, street.isFixed, random)
      const households = storyOf(street, at).households ?? drawn
      return households.map((household): InsertedHousehold => {
        const { from, until, size } = household
        const id = occupancy.nextId()
        const subject_id = opaque(id, 'subject').toUpperCase()
        occupancy.add({
          id,
          address_id: at.id,
          subject_id,
          first_day: from,
          last_day: until === noEnd ? null : until,
          household_size: size,
        })
        return { ...household, id, subject_id }
      })
    })
  }
}

/** Returns the households of an address. An address of a fixed street is never vacant. */
function drawHouseholds({ from, until }: DemoHistory, isFixed: boolean, random: Random): DemoHousehold[] {
  const first = { from: from - 400 - random.below(8000), size: drawSize(random) }
  const isVacant = random.chance(0.015)
  const isMoved = random.chance(0.2)
  const moved = from + 1 + random.below(until - from)
  const vacantDays = random.chance(0.25) ? 14 + random.below(120) : 0
  const next = { from: moved, until: noEnd, size: drawSize(random) }
  if (isVacant && !isFixed) return [{ ...first, until: moved - 1 - vacantDays }]
  if (!isMoved) return [{ ...first, until: noEnd }]
  return [{ ...first, until: moved - 1 - (isFixed ? 0 : vacantDays) }, next]
}

const drawSize = (random: Random) =>
  random.weighted<number | null>([
    [1, 37],
    [2, 32],
    [3, 12],
    [4, 11],
    [5, 4],
    [null, 4],
  ])
