import type { ClearanceCategory, EquipmentKind } from '@rd4-loket/contract'

/** The volume of the drum of an underground container. Each opening with a pass is charged as a full drum. */
export const drumLitres = 60

const isShared = (kind: EquipmentKind) => kind === 'ondergronds' || kind === 'wijkcontainer'

/** Returns the part of the bill for a clearance. `kind`: the kind of the container; null for the waste depot. */
export function categoryOf(kind: EquipmentKind | null, waste_type: string): ClearanceCategory {
  if (kind === null) return 'waste_depot'
  if (isShared(kind)) return 'locations'
  if (waste_type === 'residual_waste') return 'rest'
  return waste_type === 'gft' ? 'gft' : 'containers'
}

/**
 * Returns the volume charged to an address for one clearance. Returns null for a shared container above the ground,
 * because the share of the address is unknown.
 */
export function chargedLitres({ kind, volume_litres }: { kind: EquipmentKind; volume_litres: number }): number | null {
  if (kind === 'ondergronds') return drumLitres
  return kind === 'wijkcontainer' ? null : volume_litres
}
