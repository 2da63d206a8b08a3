import type { Equipment } from '@rd4-loket/contract'
import { isPresent } from '../../domain/equipment/equipment.ts'
import { countText, dayText } from '../../kit/browser/format.ts'

/** Does it belong to the household, and not to a site that it shares? */
export const isOwn = ({ collection_system }: Equipment) => collection_system === null

/** What collects an address's waste, in one line. */
export function equipmentStatus(equipment: Equipment[]) {
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

/** The shared sites that open for the pass of the address. */
export const usableSystems = (equipment: Equipment[] = []) =>
  new Set(equipment.flatMap(({ collection_system }) => collection_system?.alias ?? []))
