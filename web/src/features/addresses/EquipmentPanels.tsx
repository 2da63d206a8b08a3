import { clearanceCategoryNames, type Equipment } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { EquipmentList } from '../../domain/equipment/EquipmentList.tsx'
import { Columns } from '../../domain/places/DetailPage.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { isOwn } from './equipment-status.ts'

/** What collects an address's waste: its own containers, and the shared ones it has access to. */
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
