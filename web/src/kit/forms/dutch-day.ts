/** Returns a day in the form in which people type it: `4-3-2025` for `2025-03-04`. */
export const typedDay = (day: string) => day.split('-').map(Number).reverse().join('-')

/**
 * Parses a typed day: `4-3-2025`, `04/03/25`, or `4-3` with `year` as its year. Returns undefined for a day that does
 * not exist and for any other text.
 */
export function parseTypedDay(text: string, year: number): string | undefined {
  const [, day, month, typedYear = `${year}`] =
    /^\s*(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{2}|\d{4}))?\s*$/.exec(text) ?? []
  if (!day || !month) return undefined
  const full = typedYear.length === 2 ? `20${typedYear}` : typedYear
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
