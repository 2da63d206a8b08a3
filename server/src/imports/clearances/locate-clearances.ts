import {
  type ClearanceCategory,
  type EquipmentKind,
  type QuarantineCause,
  quarantineCauses,
  type WasteStream,
} from '@rd4-loket/contract'
import { categoryOf, chargedLitres } from '../../domain/clearances/clearance-rules.ts'
import type { StoredChoice } from '../../domain/quarantine/quarantine-lines.queries.ts'
import { type ResolvedAddress, unknownCodeText } from '../resolver/resolve-addresses.ts'
import type { DeliveredClearance, DeliveredEvent } from './clearance-rows.ts'

/** A container to which clearances can belong. */
export type CandidateContainer = {
  id: number
  number: string
  chip_number: string | null
  /** Null for a shared container. */
  address_id: number | null
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  placed_on: string
  removed_on: string | null
}

/** The database rows to which the events of a batch can refer. */
export type EventReferences<Event extends DeliveredEvent> = {
  fractions: Map<string, WasteStream>
  containersByNumber: Map<string, CandidateContainer>
  containersByChip: Map<string, CandidateContainer[]>
  addressOf: (event: Event) => ResolvedAddress
}

/** The address, container and stream of a clearance. */
export type ClearanceLocation = {
  address_id: number | null
  container_id: number
  waste_type: WasteStream
  category: ClearanceCategory
  kind: EquipmentKind
  volume_litres: number | null
}

/** The reasons about one value of the file, as a sentence with that value, and for a number of such values. */
const reasonsOfValue: Partial<Record<QuarantineCause, { of: (value: string) => string; ofOthers: string }>> = {
  fraction_unknown: {
    of: (fraction) => `de fractie ${fraction} is onbekend`,
    ofOthers: 'andere fracties zijn onbekend',
  },
  reason_unknown: { of: (reason) => `de reden ${reason} is onbekend`, ofOthers: 'andere redenen zijn onbekend' },
  address_unknown: { of: unknownCodeText, ofOthers: 'andere objectcodes zijn bij geen adres bekend' },
}

/**
 * Returns a reason in Dutch. `value` is what the reason is about; `others` is the number of such values, if not one.
 */
export function quarantineText(reason: QuarantineCause, { value, others }: { value: string | null; others: number }) {
  const texts = reasonsOfValue[reason]
  if (!texts || (value === null && others === 0)) return quarantineCauses[reason]
  return value === null ? `${others.toLocaleString('nl')} ${texts.ofOthers}` : texts.of(value)
}

/** What an employee chose for a clearance, instead of what its row states. */
export type ChosenReferences = Omit<StoredChoice, 'container_id'> & { container?: CandidateContainer | undefined }

/**
 * Returns the location of a clearance, or the reason why none is known. All references must exist and agree. A chosen
 * reference takes the place of that of the row. A chosen address may differ from the address of the container.
 */
export function locateClearance(
  clearance: DeliveredClearance,
  references: EventReferences<DeliveredClearance>,
  chosen: ChosenReferences = {},
): ClearanceLocation | QuarantineCause {
  const waste_type = chosen.waste_type ?? references.fractions.get(clearance.fraction)
  if (!waste_type) return 'fraction_unknown'
  const container = chosen.container ?? findContainer(clearance, references)
  if (typeof container === 'string') return container
  if (container.waste_type !== waste_type) return 'fraction_contradiction'
  const isShared = container.address_id === null
  if (isShared !== (chosen.shared ?? clearance.shared)) return 'shared_contradiction'

  const { kind } = container
  const location = { container_id: container.id, waste_type, kind, category: categoryOf(kind, waste_type) }
  if (chosen.address_id !== undefined)
    return { ...location, address_id: chosen.address_id, volume_litres: chargedLitres(container) }
  // A lorry empties a shared container: this clearance belongs to no address.
  if (isShared && clearance.address_code === null && clearance.address === null)
    return { ...location, address_id: null, volume_litres: container.volume_litres }
  const address = references.addressOf(clearance)
  if ('problem' in address) return `address_${address.problem}`
  if (!isShared && container.address_id !== address.id) return 'address_contradiction'
  return { ...location, address_id: address.id, volume_litres: chargedLitres(container) }
}

/** Returns the container with the number and the chip of an event on its day, or why none is known. */
export function findContainer<Event extends DeliveredEvent>(
  { container_number, chip_number, day }: Event,
  { containersByNumber, containersByChip }: EventReferences<Event>,
): CandidateContainer | QuarantineCause {
  const isPresent = ({ placed_on, removed_on }: CandidateContainer) => placed_on <= day && (removed_on ?? day) >= day
  const numbered = container_number === null ? undefined : containersByNumber.get(container_number)
  if (container_number !== null && !numbered) return 'container_unknown'
  if (numbered && !isPresent(numbered)) return 'container_absent'
  if (chip_number === null) return numbered ?? 'container_unknown'

  // On the day on which a chip moves, both the old and the new container have the chip.
  const withChip = containersByChip.get(chip_number) ?? []
  if (withChip.length === 0) return 'container_unknown'
  const present = withChip.filter(isPresent)
  if (numbered) return present.some(({ id }) => id === numbered.id) ? numbered : 'container_contradiction'
  const [only, ...others] = present
  if (!only) return 'container_absent'
  return others.length === 0 ? only : 'container_ambiguous'
}

/**
 * Returns the key of the line in which a quarantined clearance waits: what its cause is about. Clearances with the same
 * cause and key need the same decision.
 */
export function quarantineKey(
  { fraction, container_number, chip_number, address_code, address }: DeliveredClearance,
  cause: QuarantineCause,
) {
  if (cause.startsWith('fraction')) return fraction
  const words = (parts: unknown[]) => parts.filter((part) => part !== null).join(' ')
  const container = words([container_number, chip_number])
  const place =
    address_code ??
    (address ? words([address.street, address.house_number, address.house_number_extension, address.postal_code]) : '')
  return cause.startsWith('address') ? place || container : container || place
}
