/**
 * The kinds of file that a whole list is taken out as, each with the type by which a browser asks for it (`Accept`). Who asks for
 * none of them gets the first.
 */
export const listFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ListFileKind = keyof typeof listFileTypes

/** How many rows a file of a list holds at most; a sheet can hold little more. */
export const mostRowsInFile = 1_000_000

/** What the last part of an XLSX file says, in letters that are not packed: only who has that part has all rows. */
export const rowsRemark = (rows: number) => `Rijen: ${rows}`

/** How many rows the end of an XLSX file says there are; undefined where that end is missing. */
export function rowsInRemark(text: string) {
  const rows = /Rijen: (\d+)/.exec(text)?.[1]
  return rows === undefined ? undefined : Number(rows)
}
