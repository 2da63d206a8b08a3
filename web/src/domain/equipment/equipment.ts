import type { Equipment, EquipmentKind } from '@rd4-loket/contract'

/** What each kind of container is called on screen. */
export const equipmentKindNames: Record<EquipmentKind, string> = {
  minicontainer: 'Minicontainer',
  citybin: 'Citybin',
  zak: 'Zak',
  ondergronds: 'Ondergrondse container',
  wijkcontainer: 'Wijkcontainer',
}

/** A long code in groups of four, as people read it aloud. */
export const groupedCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')

/** Is it there today? */
export const isPresent = ({ removed_on }: Equipment) => removed_on === null
