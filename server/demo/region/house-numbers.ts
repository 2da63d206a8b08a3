import { joinExtension } from '@rd4-loket/contract'
import type { Random } from '../random.ts'

/** A house number with its extension. `isFlat`: one of many dwellings with the same number. */
export type HouseNumber = { house_number: number; house_number_extension: string | null; twin: number; isFlat: boolean }

// These chances give the shares of 1.4 million real addresses: 10.6 % letters, 7.3 % additions, 1.7 % both.
const chanceOfLetters = 0.058
const chanceOfBoth = 0.19
const chanceOfFlat = 0.0032
const chanceOfWord = 0.005
const chanceOfTwin = 0.002

const additions = ['BIS', 'bis', 'RD', 'HS', 'II', 'III', 'BOV', 'a01'] as const
const unitFormats: [(unit: number) => string, ...((unit: number) => string)[]] = [
  (unit) => `${unit}`,
  (unit) => `${unit}`,
  (unit) => `${unit}`.padStart(2, '0'),
  (unit) => `${unit}`.padStart(3, '0'),
  (unit) => `${Math.floor((unit - 1) / 8) + 1}0${((unit - 1) % 8) + 1}`,
]

/** Returns the sorted house numbers of a street. `letters` are the extensions that the municipality uses. */
export function houseNumbersOf(random: Random, count: number, letters: string[]): HouseNumber[] {
  const numbers: HouseNumber[] = []
  const add = (house_number: number, letter = '', addition = '', isFlat = false, twin = 1) => {
    if (numbers.length < count)
      numbers.push({ house_number, house_number_extension: joinExtension(letter, addition), twin, isFlat })
  }
  const nextNumber = makeNumbering(random, count)
  while (numbers.length < count) {
    const number = nextNumber()
    if (count - numbers.length >= 6 && random.chance(chanceOfFlat)) {
      const format = random.pick(unitFormats)
      const units = 6 + random.below(48)
      for (let unit = 1; unit <= units; unit += 1) add(number, '', format(unit), true)
      continue
    }
    add(number)
    if (random.chance(chanceOfTwin)) add(number, '', '', false, 2)
    if (random.chance(chanceOfWord)) add(number, '', random.pick(additions))
    if (random.chance(chanceOfLetters))
      for (const letter of letters.slice(0, 1 + random.below(3))) {
        add(number, letter)
        if (random.chance(chanceOfBoth)) add(number, letter, `${1 + random.below(3)}`)
      }
  }
  return numbers.sort((one, other) => one.house_number - other.house_number)
}

/**
 * Returns a function that returns the next house number. Most streets have an odd and an even side, and some have only
 * one side. The numbers of a short street can be consecutive. Some numbers are skipped.
 */
function makeNumbering(random: Random, count: number) {
  const layout = random.next()
  const step = () => (random.chance(0.06) ? 2 : 1)
  if (count <= 40 && layout < 0.12) {
    let number = 0
    return () => (number += step())
  }
  const sides = layout > 0.92 ? [random.below(2)] : [0, 1]
  const lastOfSide = [-1, 0]
  return () => {
    const side = sides[random.below(sides.length)] ?? 0
    const number = (lastOfSide[side] ?? 0) + 2 * step()
    lastOfSide[side] = number
    return number
  }
}
