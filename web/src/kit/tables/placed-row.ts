import type { Ref } from 'react'

/** What a row of a table takes over, for the table to know it by. */
export type PlacedRow = { 'data-index': number; 'aria-rowindex'?: number; ref?: Ref<HTMLTableRowElement> }
