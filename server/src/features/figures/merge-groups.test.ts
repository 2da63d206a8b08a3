import { expect, test } from 'vitest'
import { makeRandom, type Random } from '../../../demo/random.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { effort, testSeed } from '../../test/effort.ts'
import { type CountedGroup, mergeSmall, type StoredFigure } from './merge-groups.ts'

/** A thing of a random month, with its municipality and its group by two subjects. */
type DrawnThing = { municipality_id: number | null; groups: [string | null, string | null] }

/** Returns the things of a random month. Many groups have about ten things, because there the rule decides. */
function drawMonth(random: Random): DrawnThing[] {
  const municipalities = [...Array(1 + random.below(5)).keys(), ...(random.below(3) === 0 ? [null] : [])]
  const groups = 1 + random.below(4)
  const group = () => (random.below(20) === 0 ? null : `group ${random.below(groups)}`)
  const most = [3, 12, 30, 90][random.below(4)] ?? 3
  return municipalities.flatMap((municipality_id) =>
    Array.from({ length: random.below(most) }, (): DrawnThing => ({ municipality_id, groups: [group(), group()] })),
  )
}

function countBy(things: DrawnThing[], subject: 0 | 1): CountedGroup[] {
  const cells = Map.groupBy(things, ({ municipality_id, groups }) => `${municipality_id} ${groups[subject]}`)
  return [...cells.values()].map((same) => ({
    municipality_id: same[0]?.municipality_id ?? null,
    group_key: same[0]?.groups[subject] ?? null,
    count: same.length,
    cents: null,
  }))
}

/** Returns how many things each figure counts by its name. A reader knows the figures by their names. */
function sizesOf(figures: StoredFigure[], things: DrawnThing[], subject: 0 | 1): number[] {
  const alone = new Set(figures.map(({ municipality_id }) => municipality_id))
  const named = new Set(figures.map(({ municipality_id, group_key }) => `${municipality_id} ${group_key}`))
  const cellOf = ({ municipality_id, groups }: DrawnThing) => {
    const area = alone.has(municipality_id) ? municipality_id : null
    return `${area} ${named.has(`${area} ${groups[subject]}`) ? groups[subject] : null}`
  }
  const cells = Map.groupBy(things, cellOf)
  return figures.map(({ municipality_id, group_key }) => cells.get(`${municipality_id} ${group_key}`)?.length ?? 0)
}

/** Returns every choice of these figures, or 100 of them when there are more than seven. */
function choicesOf(figures: StoredFigure[], random: Random): boolean[][] {
  const all = 2 ** figures.length
  const masks = all <= 128 ? [...Array(all).keys()] : Array.from({ length: 100 }, () => random.below(all))
  return masks.map((mask) => figures.map((_, at) => Math.floor(mask / 2 ** at) % 2 === 1))
}

const isSafe = (size: number) => size === 0 || size >= 10

/** Returns what is wrong with the figures of some things by one subject; undefined when nothing is. */
function findFault(
  figures: StoredFigure[],
  things: DrawnThing[],
  { subject, random }: { subject: 0 | 1; random: Random },
) {
  const sizes = sizesOf(figures, things, subject)
  if (sumOf(sizes, (size) => size) !== things.length) return 'the figures count something twice or never'
  if (figures.some(({ count }, at) => count !== sizes[at])) return 'a figure counts other things than its name says'
  const areas = [...new Set(figures.map(({ municipality_id }) => municipality_id)), undefined]
  // The chosen figures, and what remains of a municipality, of the small ones together, or of all (undefined).
  for (const chosen of choicesOf(figures, random))
    for (const area of areas)
      for (const side of [true, false]) {
        const isCounted = (at: number) =>
          chosen[at] === side && (area === undefined || figures[at]?.municipality_id === area)
        const size = sumOf([...sizes.keys()].filter(isCounted), (at) => sizes[at] ?? 0)
        if (!isSafe(size)) return `a subtraction gives ${size}`
      }
  return undefined
}

const totalsByArea = (figures: StoredFigure[]) =>
  Object.fromEntries(
    [...Map.groupBy(figures, ({ municipality_id }) => municipality_id)].map(([area, own]) => [
      area,
      sumOf(own, ({ count }) => count ?? -1),
    ]),
  )

const months = Math.max(1, effort) * 10_000
const hidden = { municipality_id: null, group_key: null, count: null, cents: null }

test(`in ${months} random months, figures add up and no subtraction gives one to nine things`, () => {
  const random = makeRandom('figures', testSeed)
  const seen = { named: 0, merged: 0, hidden: 0 }
  for (let at = 0; at < months; at += 1) {
    const things = drawMonth(random)
    const bySubject = ([0, 1] as const).map((subject) => {
      const figures = mergeSmall(countBy(things, subject))
      if (things.length > 0 && things.length < 10) {
        expect(figures).toEqual([hidden])
        seen.hidden += 1
        return figures
      }
      const fault = findFault(figures, things, { subject, random })
      if (fault) expect.unreachable(`${fault}: ${JSON.stringify({ testSeed, at, things, figures })}`)
      for (const { group_key } of figures) seen[group_key === null ? 'merged' : 'named'] += 1
      return figures
    })
    // Two subjects of the same things show the same municipalities, so the difference of their totals is nothing.
    expect(totalsByArea(bySubject[0] ?? [])).toEqual(totalsByArea(bySubject[1] ?? []))
  }
  // The random months reach both sides of the rule.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(months / 10)
})

const cell = (
  municipality_id: number | null,
  group_key: string | null,
  count: number,
  cents: number | null = null,
) => ({
  ...{ municipality_id, group_key, count, cents },
})

test('a group of nine takes the smallest other group with it, and a group of ten stands alone', () => {
  expect(mergeSmall([cell(1, 'a', 9), cell(1, 'b', 12), cell(1, 'c', 10)])).toEqual([
    cell(1, 'b', 12),
    cell(1, null, 19),
  ])
  expect(mergeSmall([cell(1, 'a', 10), cell(1, 'b', 12)])).toEqual([cell(1, 'a', 10), cell(1, 'b', 12)])
})

test('a municipality of nine takes the smallest other municipality with it, with the sum of the amounts', () => {
  expect(mergeSmall([cell(1, 'all', 9, 100), cell(2, 'all', 40, 700), cell(3, 'all', 20, 30)])).toEqual([
    cell(2, 'all', 40, 700),
    cell(null, 'all', 29, 130),
  ])
})

test('a month without things has zero, and a month with one to nine things has no count', () => {
  expect(mergeSmall([])).toEqual([cell(null, null, 0)])
  expect(mergeSmall([cell(1, 'a', 5), cell(2, 'a', 4)])).toEqual([hidden])
})
