import { clearanceCategoryNames, type Equipment } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { EquipmentList } from '../../domain/equipment/EquipmentList.tsx'
import { isPresent } from '../../domain/equipment/equipment.ts'
import { Columns } from '../../domain/places/DetailPage.tsx'
import { countText, dayText } from '../../kit/browser/format.ts'
import { Panel, Result } from '../../kit/page/Panel.tsx'
import styles from './AddressEquipment.module.css'

/** Returns whether a container belongs to the household, and is not shared. */
const isOwn = ({ collection_system }: Equipment) => collection_system === null

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

// As long as most summaries, so that the summary does not move the page when it loads.
const typicalSummary = 'Dit adres heeft 2 eigen containers. De laatste lediging was op 22 november 2026.'

/** The containers of an address in one line. It occupies the same space while it loads. */
export function EquipmentSummary({ of: equipment }: { of: { data: Equipment[] | undefined; isPending: boolean } }) {
  if (equipment.isPending)
    return (
      <span className={styles.summary} data-waiting aria-hidden="true">
        {typicalSummary}
      </span>
    )
  return <span className={styles.summary}>{equipment.data && equipmentSummary(equipment.data)}</span>
}

/** The address's own containers, and the shared containers that its pass opens. */
export function EquipmentPanels({ equipment }: { equipment: UseQueryResult<Equipment[], Error> }) {
  return (
    <Columns>
      <Panel title={clearanceCategoryNames.containers}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => <EquipmentList equipment={found.filter(isOwn)} empty="Dit adres heeft geen eigen containers." />}
        </Result>
      </Panel>
      <Panel title={clearanceCategoryNames.locations}>
        <Result of={equipment} isEmpty={() => false}>
          {(found) => (
            <EquipmentList
              equipment={found.filter((container) => !isOwn(container))}
              empty="Dit adres heeft geen toegang tot een ondergrondse container."
              withSite
            />
          )}
        </Result>
      </Panel>
    </Columns>
  )
}
