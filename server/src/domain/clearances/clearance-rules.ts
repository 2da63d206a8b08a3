import type { ClearanceCategory, EquipmentKind } from '@rd4-loket/contract'

/** What fits into the drum of an underground container, which one opening with a pass fills. */
export const drumLitres = 60

const isShared = (kind: EquipmentKind) => kind === 'ondergronds' || kind === 'wijkcontainer'

/** Where on the bill a clearance belongs: by the container that was emptied or opened, or null for a visit to the depot. */
export function categoryOf(kind: EquipmentKind | null, waste_type: string): ClearanceCategory {
  if (kind === null) return 'waste_depot'
  if (isShared(kind)) return 'locations'
  if (waste_type === 'residual_waste') return 'rest'
  return waste_type === 'gft' ? 'gft' : 'containers'
}

/** The volume that an address is charged for: its whole container or the drum; null where its share of a shared container is not known. */
export function chargedLitres({ kind, volume_litres }: { kind: EquipmentKind; volume_litres: number }): number | null {
  if (kind === 'ondergronds') return drumLitres
  return kind === 'wijkcontainer' ? null : volume_litres
}
