import { type Address, addressLine, postalCodeText } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { Values } from '../../shared/Form.tsx'
import { useOpenedAddresses } from '../../shared/opened-addresses.ts'
import styles from './AddressTable.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search that led to an address: the way back to its list. */
    criteria?: Values
  }
}

const reading = (address: Address) => `${addressLine(address)} ${address.postal_code} ${address.city}`

/** The addresses that read the same as another one in the list. */
function twinsIn(addresses: Address[]) {
  const seen = new Map<string, number>()
  for (const address of addresses) seen.set(reading(address), (seen.get(reading(address)) ?? 0) + 1)
  return new Set(addresses.filter((address) => (seen.get(reading(address)) ?? 0) > 1))
}

/** Up, Down, Home and End walk through the rows. */
function walkRows(event: KeyboardEvent<HTMLTableElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('tbody a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }
  const next = steps[event.key]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  links[next]?.focus()
}

/** The addresses that were found; the one that was opened last is marked. */
export function AddressTable({ addresses, criteria }: { addresses: Address[]; criteria: Values }) {
  const [last] = useOpenedAddresses()
  const twins = twinsIn(addresses)
  return (
    <table className={styles.table} onKeyDown={walkRows}>
      <caption className="visually-hidden">Gevonden adressen</caption>
      <thead>
        <tr>
          <th scope="col">Adres</th>
          <th scope="col">Postcode</th>
          <th scope="col">Plaats</th>
          <th scope="col">Gemeente</th>
          <th scope="col">Objectcode</th>
        </tr>
      </thead>
      <tbody>
        {addresses.map((address) => {
          const opened = address.alias === last?.alias
          return (
            <tr key={address.alias} data-opened={opened || undefined}>
              <th scope="row">
                <Link
                  to="/address/$alias"
                  params={{ alias: address.alias }}
                  state={{ criteria }}
                  data-focus-first={opened || undefined}
                >
                  {addressLine(address)}
                </Link>
                {opened && <span className={styles.mark}>Laatst bekeken</span>}
                {twins.has(address) && (
                  <span className={styles.twin}>
                    Er zijn er meer met dit adres. Objectcode{' '}
                    <span className="code">{address.object_code ?? 'onbekend'}</span>
                  </span>
                )}
              </th>
              <td>{postalCodeText(address.postal_code)}</td>
              <td>{address.city}</td>
              <td data-label="Gemeente">{address.municipality.name}</td>
              <td data-label="Objectcode" className="code">
                {address.object_code ?? '–'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
