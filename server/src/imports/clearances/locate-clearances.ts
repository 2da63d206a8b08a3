import type { ClearanceCategory, EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { categoryOf, chargedLitres } from '../../domain/clearances/clearance-rules.ts'
import type { Delivered } from './clearance-rows.ts'

/** A container of the database, as far as it tells whose a clearance is. */
export type KnownContainer = {
  id: number
  number: string
  chip_number: string | null
  /** Null where it is shared. */
  address_id: number | null
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  placed_on: string
  removed_on: string | null
}

/** What the database knows of the names in some delivered clearances. */
export type Known = {
  fractions: Map<string, WasteStream>
  containersByNumber: Map<string, KnownContainer>
  containersByChip: Map<string, KnownContainer[]>
  /** The address that has this object code. */
  objects: Map<string, number>
  /** The addresses that read as a delivered one does, each with the object code that it has. */
  alike: Map<Delivered, { id: number; object_code: string | null }[]>
}

/** A clearance whose address, container and stream are known. */
export type Placed = {
  address_id: number | null
  container_id: number
  waste_type: WasteStream
  category: ClearanceCategory
  kind: EquipmentKind
  volume_litres: number | null
}

/** Why a delivered clearance waits, by the code that is stored; in Dutch for the closing text. */
export const quarantineReasons = {
  fraction_unknown: 'de fractie is onbekend',
  container_unknown: 'het containernummer of de chip is onbekend',
  container_absent: 'de container stond er die dag niet',
  container_ambiguous: 'de chip zat die dag in meer dan één container',
  container_contradiction: 'het nummer en de chip zijn van verschillende containers',
  fraction_contradiction: 'de container is voor een andere afvalstroom',
  shared_contradiction: 'J of N past niet bij de container',
  address_unknown: 'het adres is onbekend',
  address_ambiguous: 'meer dan één adres leest zo',
  address_contradiction: 'de container staat bij een ander adres',
} as const
export type QuarantineReason = keyof typeof quarantineReasons

/** Whose a delivered clearance is, or why nobody can tell. Whatever is named must be known and agree; nothing is guessed. */
export function placeClearance(delivered: Delivered, known: Known): Placed | QuarantineReason {
  const waste_type = known.fractions.get(delivered.fraction)
  if (!waste_type) return 'fraction_unknown'
  const container = findContainer(delivered, known)
  if (typeof container === 'string') return container
  if (container.waste_type !== waste_type) return 'fraction_contradiction'
  const isShared = container.address_id === null
  if (isShared !== delivered.shared) return 'shared_contradiction'

  const { kind } = container
  const found = { container_id: container.id, waste_type, kind, category: categoryOf(kind, waste_type) }
  // A lorry that empties a shared container comes to no address.
  if (isShared && delivered.object_code === null && delivered.place === null)
    return { ...found, address_id: null, volume_litres: container.volume_litres }
  const address_id = findAddress(delivered, known)
  if (typeof address_id === 'string') return address_id
  if (!isShared && container.address_id !== address_id) return 'address_contradiction'
  return { ...found, address_id, volume_litres: chargedLitres(container) }
}

function findContainer(
  { container_number, chip_number, day }: Delivered,
  known: Known,
): KnownContainer | QuarantineReason {
  const stoodThere = ({ placed_on, removed_on }: KnownContainer) => placed_on <= day && (removed_on ?? day) >= day
  const named = container_number === null ? undefined : known.containersByNumber.get(container_number)
  if (container_number !== null && !named) return 'container_unknown'
  if (named && !stoodThere(named)) return 'container_absent'
  if (chip_number === null) return named ?? 'container_unknown'

  // A chip moves from one container to the next: on the day of the move it is in both.
  const everHad = known.containersByChip.get(chip_number) ?? []
  if (everHad.length === 0) return 'container_unknown'
  const had = everHad.filter(stoodThere)
  if (named) return had.some(({ id }) => id === named.id) ? named : 'container_contradiction'
  const [only, ...others] = had
  if (!only) return 'container_absent'
  return others.length === 0 ? only : 'container_ambiguous'
}

function findAddress(delivered: Delivered, known: Known): number | QuarantineReason {
  const { object_code } = delivered
  const owner = object_code === null ? undefined : known.objects.get(object_code)
  if (owner !== undefined) return owner
  const alike = known.alike.get(delivered) ?? []
  const [only, ...twins] = alike
  if (!only) return 'address_unknown'
  if (twins.length > 0) return 'address_ambiguous'
  // The levy administration knows it by another code than the supplier: one of them is mistaken.
  return object_code !== null && only.object_code !== null ? 'address_contradiction' : only.id
}
