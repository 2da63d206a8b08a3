/** The kinds of list file, each with the type in which a client requests it (`Accept`). The first is the default. */
export const listFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ListFileKind = keyof typeof listFileTypes

/** The response header with the number of rows of a list file, when the server knows it before it sends the file. */
export const listRowsHeader = 'list-rows'

/** The maximum number of rows in a list file. An XLSX sheet can hold 1,048,576 rows. */
export const maxRowsInFile = 1_000_000
