import type { Equipment } from '@rd4-loket/contract'
import { isPresent } from '../../domain/equipment/equipment.ts'
import { countText, dayText } from '../../kit/browser/format.ts'

/** Returns whether a container belongs to the household, and is not shared. */
export const isOwn = ({ collection_system }: Equipment) => collection_system === null

/** Summarises the containers of an address in one line. */
export function equipmentSummary(equipment: Equipment[]) {
  const present = equipment.filter(isPresent)
  const own = present.filter(isOwn).length
  const shared = present.length - own
  const parts = [
    own > 0 && countText(own, 'eigen container', 'eigen containers'),
    shared > 0 && `toegang tot ${countText(shared, 'gedeelde container', 'gedeelde containers')}`,
  ].filter(Boolean)
  const last = equipment
    .map(({ last_cleared_at }) => last_cleared_at ?? '')
    .sort()
    .at(-1)
  return [
    parts.length > 0 ? `Dit adres heeft ${parts.join(' en ')}.` : 'Dit adres heeft nu geen containers.',
    last ? `De laatste lediging was op ${dayText(last)}.` : 'Er is nog niets geleegd.',
  ].join(' ')
}

/** Returns the aliases of the collection systems that the pass of the address opens. */
export const usableSystems = (equipment: Equipment[] = []) =>
  new Set(equipment.flatMap(({ collection_system }) => collection_system?.alias ?? []))
