import {
  type Address,
  ApiError,
  addressLine,
  listAddressClearances,
  listAddressEquipment,
  placeLine,
  showAddress,
} from '@rd4-loket/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { query } from '../../shared/api.ts'
import { ClearanceHistory } from '../../shared/ClearanceHistory.tsx'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { Icon } from '../../shared/Icon.tsx'
import { rememberAddress } from '../../shared/opened-addresses.ts'
import { Page } from '../../shared/Page.tsx'
import { Result } from '../../shared/Result.tsx'
import styles from './AddressPage.module.css'
import { EquipmentPanels } from './EquipmentPanels.tsx'
import { equipmentStatus } from './equipment-status.ts'

function WayBack() {
  const { criteria } = useLocation().state
  return (
    <Link to="/address" search={criteria ?? {}} className={styles.back}>
      <Icon name="arrow-left" size={20} />
      {criteria ? 'Terug naar de zoekresultaten' : 'Zoek een ander adres'}
    </Link>
  )
}

function Facts({ address, status }: { address: Address; status: string | undefined }) {
  return (
    <>
      <span>{placeLine(address)}</span>
      <span>Gemeente {address.municipality.name}</span>
      {address.object_code && (
        <span className={styles.code}>
          Objectcode <span className="code">{address.object_code}</span>
          <CopyButton text={address.object_code} label="Objectcode kopiëren" />
        </span>
      )}
      <span className={styles.status}>{status}</span>
    </>
  )
}

/** The year in the page's address; anything else there means the most recent clearances. */
function useYear() {
  const { year } = useSearch({ strict: false }) as { year?: string }
  return year && /^(19|20)\d\d$/.test(year) ? year : undefined
}

/** One address: what collects its waste, and what was collected. */
export function AddressPage() {
  const { alias = '' } = useParams({ strict: false })
  const year = useYear()
  const client = useQueryClient()
  const address = useQuery(query(showAddress, { params: { alias } }))
  const equipment = useQuery(query(listAddressEquipment, { params: { alias } }))
  const clearances = useQuery({
    ...query(listAddressClearances, { params: { alias }, query: { year } }),
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (address.data) rememberAddress(client, address.data)
  }, [client, address.data])

  if (address.error instanceof ApiError && [404, 422].includes(address.error.status))
    return (
      <Page title="Dit adres bestaat niet" intro="Misschien is het adres vervallen, of klopt de link niet helemaal.">
        <WayBack />
      </Page>
    )
  const found = address.data
  return (
    <div className={styles.address}>
      <WayBack />
      <Page
        title={found ? addressLine(found) : undefined}
        intro={
          found && (
            <div className={styles.facts}>
              <Facts address={found} status={equipment.data && equipmentStatus(equipment.data)} />
            </div>
          )
        }
      >
        <Result of={address} waiting={null}>
          {() => null}
        </Result>
        <EquipmentPanels equipment={equipment} />
        <ClearanceHistory year={year} clearances={clearances} equipment={equipment.data ?? []} />
      </Page>
    </div>
  )
}
