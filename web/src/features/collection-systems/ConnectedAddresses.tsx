import { exportConnectedAddresses, listConnectedAddresses } from '@rd4-loket/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AddressTable } from '../../domain/places/AddressTable.tsx'
import { countText } from '../../kit/browser/format.ts'
import { MoreButton, Panel, Result } from '../../kit/page/Panel.tsx'
import { ExportButtons } from '../../session/ExportButtons.tsx'
import { queryPages } from '../../session/queries.ts'

/** The addresses that may use a collection system, loaded page by page. */
export function ConnectedAddresses({ alias, count }: { alias: string; count: number | undefined }) {
  const addresses = useInfiniteQuery(queryPages(listConnectedAddresses, { params: { alias }, query: {} }))
  const found = addresses.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Panel
      title="Aangesloten adressen"
      aside={
        <>
          {count !== undefined && <span className="dimmed small">{countText(count, 'adres', 'adressen')}</span>}
          {found.length > 0 && <ExportButtons of={exportConnectedAddresses} sent={{ params: { alias } }} />}
        </>
      }
    >
      <Result
        of={addresses}
        isEmpty={() => found.length === 0}
        empty={<p className="dimmed small">Geen enkel adres is hierop aangesloten.</p>}
      >
        {() => (
          <>
            <AddressTable caption="Aangesloten adressen" addresses={found} />
            <MoreButton of={addresses} />
          </>
        )}
      </Result>
    </Panel>
  )
}
