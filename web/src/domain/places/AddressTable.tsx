import { type Address, addressLine, postalCodeText } from '@rd4-loket/contract'
import { useMemo } from 'react'
import type { Values } from '../../kit/forms/Form.tsx'
import { LinkRow, LinkTable } from '../../kit/tables/LinkTable.tsx'
import styles from './AddressTable.module.css'
import { useOpenedAddresses } from './opened.ts'

const reading = (address: Address) => `${addressLine(address)} ${address.postal_code} ${address.city}`

/** The addresses that read the same as another one in the list. */
function twinsIn(addresses: Address[]) {
  const seen = new Map<string, number>()
  for (const address of addresses) seen.set(reading(address), (seen.get(reading(address)) ?? 0) + 1)
  return new Set(addresses.filter((address) => (seen.get(reading(address)) ?? 0) > 1))
}

/** A list of addresses; the one that was opened last is marked. */
export function AddressTable({
  caption,
  addresses,
  criteria,
}: {
  caption: string
  addresses: Address[]
  criteria?: Values
}) {
  const [last] = useOpenedAddresses()
  const twins = useMemo(() => twinsIn(addresses), [addresses])
  return (
    <LinkTable
      caption={caption}
      columns={['Adres', 'Postcode', 'Plaats', 'Gemeente', 'Objectcode']}
      rows={addresses}
      opened={addresses.find(({ alias }) => alias === last?.alias)}
    >
      {(address, placed) => (
        <LinkRow
          key={address.alias}
          to="/address/$alias"
          alias={address.alias}
          name={addressLine(address)}
          opened={address.alias === last?.alias}
          criteria={criteria}
          placed={placed}
          note={
            twins.has(address) && (
              <span className={styles.twin}>
                Er zijn er meer met dit adres. Objectcode{' '}
                <span className="code">{address.object_code ?? 'onbekend'}</span>
              </span>
            )
          }
        >
          <td className={styles.postalCode}>{postalCodeText(address.postal_code)}</td>
          <td>{address.city}</td>
          <td data-label="Gemeente" data-line>
            {address.municipality.name}
          </td>
          <td data-label="Objectcode" data-line className="code">
            {address.object_code ?? '–'}
          </td>
        </LinkRow>
      )}
    </LinkTable>
  )
}
