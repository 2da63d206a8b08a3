import type { Equipment, EquipmentKind } from '@rd4-loket/contract'

export const equipmentKindNames: Record<EquipmentKind, string> = {
  minicontainer: 'Minicontainer',
  citybin: 'Citybin',
  zak: 'Zak',
  ondergronds: 'Ondergrondse container',
  wijkcontainer: 'Wijkcontainer',
}

/** Splits a long code into groups of four characters, as people read it aloud. */
export const groupedCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')

/** Returns whether the container has not been removed. */
export const isPresent = ({ removed_on }: Equipment) => removed_on === null
