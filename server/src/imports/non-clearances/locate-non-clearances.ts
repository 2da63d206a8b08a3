import type { NonClearanceReason, QuarantineCause, WasteStream } from '@rd4-loket/contract'
import type { DeliveredEvent } from '../clearances/clearance-rows.ts'
import { type EventReferences, findContainer } from '../clearances/locate-clearances.ts'

/** A non-clearance as a supplier delivers it. */
export type DeliveredNonClearance = DeliveredEvent & {
  /** The supplier's name of the reason. */
  reason_name: string
  /** The moment, in seconds since 1970. */
  happened_at: number
}

/** The address or container, the stream and the reason of a non-clearance. */
export type NonClearancePlace = {
  address_id: number | null
  container_id: number | null
  waste_type: WasteStream
  reason: NonClearanceReason
}

/** The database rows to which the non-clearances of a batch can refer. `reasons`: by the names of their supplier. */
export type NonClearanceReferences = EventReferences<DeliveredNonClearance> & {
  reasons: ReadonlyMap<string, NonClearanceReason>
}

/**
 * Returns the place of a non-clearance, or the reason why none is known. Its references must exist and agree, as for a
 * clearance, with four exceptions: a bag has no container, an unknown chip and a container of another stream are the
 * reason itself, and a shared container has no address.
 */
export function placeNonClearance(
  row: DeliveredNonClearance,
  references: NonClearanceReferences,
): NonClearancePlace | QuarantineCause {
  const waste_type = references.fractions.get(row.fraction)
  if (!waste_type) return 'fraction_unknown'
  const reason = references.reasons.get(row.reason_name)
  if (!reason) return 'reason_unknown'
  const place = { waste_type, reason }
  const atAddress = (container_id: number | null): NonClearancePlace | QuarantineCause => {
    const address = references.addressOf(row)
    return 'problem' in address ? `address_${address.problem}` : { ...place, address_id: address.id, container_id }
  }

  if (!row.shared && row.container_number === null && row.chip_number === null) return atAddress(null)
  const container = findContainer(row, references)
  if (container === 'container_unknown' && reason === 'chip_onbekend' && !row.shared) return atAddress(null)
  if (typeof container === 'string') return container
  const isOtherStream = container.waste_type !== waste_type
  if (isOtherStream && (reason !== 'verkeerde_container' || row.shared)) return 'fraction_contradiction'
  if ((container.address_id === null) !== row.shared) return 'shared_contradiction'
  if (row.shared) return { ...place, address_id: null, container_id: container.id }
  const found = atAddress(isOtherStream ? null : container.id)
  return typeof found !== 'string' && found.address_id !== container.address_id ? 'address_contradiction' : found
}
