import { workingDayFrom } from '../src/domain/collection-days/holidays.ts'
import { type Day, dateOf, newYear } from '../src/platform/runtime/days.ts'
import {
  absentAddress,
  akerstraatRound,
  chipOwner,
  explainedAddress,
  flaggedAddresses,
  missedAddress,
  vacantAddress,
} from './fixed.ts'
import { type DemoHistory, type DemoHousehold, noEnd } from './history.ts'
import { opaque } from './random.ts'
import type { DemoStreet, InsertedAddress } from './region/streets.ts'
import { roundDays } from './rounds.ts'

/** The facts of a named address that are not random. Containers and lifts are of residual waste unless stated. */
export type AddressStory = {
  households?: DemoHousehold[]
  volume_litres?: number
  replaced?: { on: Day; old_chip?: string; new_chip?: string }
  /** The share of the rounds of a year in which the gft container is emptied. */
  shareOfGft?: (year: number) => number
  emptied?: Day[]
  notEmptied?: Day[]
  /** Lifts in addition to the rounds. `later`: seconds after the lorry passes. */
  extraLifts?: { day: Day; later: number }[]
  /** On this day, the lift is of the container that was replaced earlier. */
  liftOfReplaced?: Day
  /** The day of a pass's block, the day of its replacement, and a day between them on which the drum was opened. */
  blockedPass?: { on: Day; replaced_on: Day; opened: Day }
  /** This lift is delivered after the assessment. */
  lateLift?: Day
}

const akerstraatRounds = ({ from, until }: DemoHistory) =>
  roundDays(akerstraatRound.digits, 'residual_waste', { from, until })

/** Returns the last day before today on which residual waste was collected in the Akerstraat. */
export const lastAkerstraatRound = (history: DemoHistory) => akerstraatRounds(history).at(-1) ?? history.until

/** Returns the stories by the text of their address. */
function allStories(history: DemoHistory): Map<string, AddressStory> {
  const { billedYear, busyYear } = history
  const inBilledYear = { from: newYear(billedYear), until: newYear(billedYear + 1) - 1 }
  const lastRound = lastAkerstraatRound(history)
  const rounds = akerstraatRounds(history).filter((day) => day >= inBilledYear.from && day <= inBilledYear.until)
  const round = (index: number) => rounds.at(index) ?? inBilledYear.until
  const movedIn = dateOf(2011, 9, 1)
  const households = [{ from: movedIn, until: noEnd, size: 3 }]
  const moved = dateOf(billedYear, 5, 15)
  const chip = opaque(1, 'stray chip').toUpperCase()
  const blocked = workingDayFrom(dateOf(billedYear, 5, 12))
  return new Map<string, AddressStory>([
    ['Akerstraat 118', { households }],
    [
      explainedAddress,
      {
        households: [
          { from: movedIn, until: moved - 1, size: 2 },
          { from: moved, until: noEnd, size: 1 },
        ],
        volume_litres: 240,
        emptied: [round(-1), lastRound],
        lateLift: round(-1),
      },
    ],
    [missedAddress, { notEmptied: [lastRound] }],
    [absentAddress, { notEmptied: [lastRound] }],
    [vacantAddress, { households: [{ from: movedIn, until: dateOf(billedYear, 9, 30), size: 1 }] }],
    [flaggedAddresses.same_day, { households, emptied: [round(4)], extraLifts: [{ day: round(4), later: 1920 }] }],
    // Between two rounds of residual waste, and at least two days away from the rounds of gft.
    [flaggedAddresses.outside_collection_day, { households, extraLifts: [{ day: round(6) + 16, later: 0 }] }],
    [
      flaggedAddresses.container_absent,
      { households, replaced: { on: round(9) - 14 }, emptied: [round(9)], liftOfReplaced: round(9) },
    ],
    [
      flaggedAddresses.chip_elsewhere,
      { households, replaced: { on: round(5) - 2, new_chip: chip }, emptied: [round(5)] },
    ],
    [chipOwner, { households, replaced: { on: round(5) + 5, old_chip: chip }, notEmptied: [round(5)] }],
    [
      flaggedAddresses.blocked_pass,
      { households, blockedPass: { on: blocked, replaced_on: blocked + 10, opened: workingDayFrom(blocked + 3) } },
    ],
    [flaggedAddresses.far_more, { households, shareOfGft: (year) => (year === busyYear ? 1 : 0.1) }],
  ])
}

/** Returns the story of an address. Most addresses have an empty story. */
export type StoryOf = ReturnType<typeof storyTeller>

/** Returns a function that returns the story of an address. */
export function storyTeller(history: DemoHistory) {
  const stories = allStories(history)
  return (street: DemoStreet, at: InsertedAddress): AddressStory => stories.get(fixedAddressText(street, at)) ?? {}
}

/** Returns the text of an address in a fixed street, such as `Akerstraat 118 b`. Returns '' for another street. */
export const fixedAddressText = ({ isFixed, name }: DemoStreet, { address }: InsertedAddress) =>
  isFixed ? `${name} ${address.house_number} ${address.house_number_extension ?? ''}`.trim() : ''
