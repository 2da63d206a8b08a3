import { clearanceCategoryNames, type Equipment } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { EquipmentList } from '../../domain/equipment/EquipmentList.tsx'
import { Columns } from '../../domain/places/DetailPage.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import styles from './AddressEquipment.module.css'
import { equipmentSummary, isOwn } from './equipment-summary.ts'

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
