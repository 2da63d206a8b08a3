/** A year of which a municipality said from which day on its collections are told, and whether they are today. */
export type KnownYear = { year: number; published_on: string; told: boolean }

/** The years of which the days may be told. */
export const toldYears = (years: KnownYear[]): ReadonlySet<number> =>
  new Set(years.filter(({ told }) => told).map(({ year }) => year))

/** The years of a period that are not told, and when they will be, where that is known. */
export function untoldYears(years: KnownYear[], { from, to }: { from: string; to: string }) {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .map((year) => years.find((it) => it.year === year) ?? { year, published_on: null, told: false })
    .filter(({ told }) => !told)
    .map(({ year, published_on }) => ({ year, published_on }))
}
