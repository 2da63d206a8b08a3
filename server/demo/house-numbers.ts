import { joinExtension } from '@rd4-loket/contract'
import type { Random } from './random.ts'

/** One front door: its number as people read it. `flat`: behind one of many doors that share a number. */
export type Door = { house_number: number; house_number_extension: string | null; twin: number; flat: boolean }

// Tuned so that the whole has the shares of 1.4 million real addresses: 10.6 % letters, 7.3 % additions, 1.7 % both.
const chanceOfLetters = 0.058
const chanceOfBoth = 0.19
const chanceOfFlat = 0.0032
const chanceOfWord = 0.005
const chanceOfTwin = 0.002

const wordsForDoors = ['BIS', 'bis', 'RD', 'HS', 'II', 'III', 'BOV', 'a01'] as const
const waysToCount: [(unit: number) => string, ...((unit: number) => string)[]] = [
  (unit) => `${unit}`,
  (unit) => `${unit}`,
  (unit) => `${unit}`.padStart(2, '0'),
  (unit) => `${unit}`.padStart(3, '0'),
  (unit) => `${Math.floor((unit - 1) / 8) + 1}0${((unit - 1) % 8) + 1}`,
]

/** So many doors of a street, its house numbers odd and even, in order. `letters` is how the municipality writes them. */
export function doorsOfStreet(random: Random, count: number, letters: string[]): Door[] {
  const doors: Door[] = []
  const add = (house_number: number, letter = '', addition = '', flat = false, twin = 1) => {
    if (doors.length < count)
      doors.push({ house_number, house_number_extension: joinExtension(letter, addition), twin, flat })
  }
  const nextNumber = numbering(random, count)
  while (doors.length < count) {
    const number = nextNumber()
    if (count - doors.length >= 6 && random.chance(chanceOfFlat)) {
      const write = random.pick(waysToCount)
      const units = 6 + random.below(48)
      for (let unit = 1; unit <= units; unit += 1) add(number, '', write(unit), true)
      continue
    }
    add(number)
    if (random.chance(chanceOfTwin)) add(number, '', '', false, 2)
    if (random.chance(chanceOfWord)) add(number, '', random.pick(wordsForDoors))
    if (random.chance(chanceOfLetters))
      for (const letter of letters.slice(0, 1 + random.below(3))) {
        add(number, letter)
        if (random.chance(chanceOfBoth)) add(number, letter, `${1 + random.below(3)}`)
      }
  }
  return doors.sort((one, other) => one.house_number - other.house_number)
}

/** Most streets have odd and even sides, some have one side only, and courts count on. Here and there a number is missing. */
function numbering(random: Random, count: number) {
  const way = random.next()
  const step = () => (random.chance(0.06) ? 2 : 1)
  if (count <= 40 && way < 0.12) {
    let number = 0
    return () => (number += step())
  }
  const sides = way > 0.92 ? [random.below(2)] : [0, 1]
  const numbers = [-1, 0]
  return () => {
    const side = sides[random.below(sides.length)] ?? 0
    const number = (numbers[side] ?? 0) + 2 * step()
    numbers[side] = number
    return number
  }
}
