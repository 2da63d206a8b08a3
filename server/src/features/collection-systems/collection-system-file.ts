import { type CollectionSystem, wasteStreamNames } from '@rd4-loket/contract'
import { addressFileColumns } from '../../domain/places/address-file.ts'
import type { Column } from '../../platform/files/sheet.ts'

/** A collection system in a file, with the address that it stands before. */
export const systemFileColumns: readonly Column<CollectionSystem>[] = [
  ['Verzamelsysteem', ({ name }) => name],
  ['Soort', ({ system }) => system.name],
  ['Afvalstromen', ({ waste_types }) => waste_types.map((stream) => wasteStreamNames[stream]).join(', ')],
  ['Aangesloten adressen', ({ connected_addresses }) => connected_addresses],
  ...addressFileColumns,
]
