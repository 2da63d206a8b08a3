import { type Address, addressLine, addressNoteText, postalCodeText } from '@rd4-loket/contract'
import { useMemo } from 'react'
import { groupedCode } from '../../kit/browser/format.ts'
import type { Values } from '../../kit/forms/Form.tsx'
import { LinkTable } from '../../kit/tables/LinkTable.tsx'
import type { LoadedPages, RowColumn } from '../../kit/tables/sorted-rows.ts'
import { useLastOpened } from './opened.ts'

const textOf = (address: Address) => `${addressLine(address)} ${address.postal_code} ${address.city}`

/** Returns the addresses whose text is identical to that of another address in the list. */
function findDuplicates(addresses: Address[]) {
  const groups = Map.groupBy(addresses, textOf)
  return new Set([...groups.values()].filter(({ length }) => length > 1).flat())
}

export const addressColumns: RowColumn<Address>[] = [
  { name: 'Adres', by: addressLine },
  { name: 'Postcode', by: ({ postal_code }) => postal_code },
  { name: 'Plaats', by: ({ city }) => city },
  { name: 'Gemeente', by: ({ municipality }) => municipality.name },
  { name: 'Objectcode', by: ({ object_code }) => object_code },
]

type AddressTableProps = {
  caption: string
  addresses: Address[]
  pages: LoadedPages
  criteria?: Values
}

/** A list of addresses, in which the last opened address is marked. */
export function AddressTable({ caption, addresses, pages, criteria }: AddressTableProps) {
  const lastOpened = useLastOpened('address')
  const duplicates = useMemo(() => findDuplicates(addresses), [addresses])
  return (
    <LinkTable
      caption={caption}
      columns={addressColumns}
      rows={addresses}
      pages={pages}
      to="/address/$alias"
      lastOpened={lastOpened}
      criteria={criteria}
      nameOf={addressLine}
      noteOf={(address) =>
        (duplicates.has(address) || address.notes) && (
          <span className="below remark">
            {address.notes?.map((note) => `${addressNoteText(note)}. `).join('')}
            {duplicates.has(address) && (
              <>
                Er zijn er meer met dit adres. Objectcode{' '}
                <span className="code">{address.object_code ? groupedCode(address.object_code) : 'onbekend'}</span>
              </>
            )}
          </span>
        )
      }
    >
      {(address) => (
        <>
          <td className="nowrap">{address.postal_code === null ? '–' : postalCodeText(address.postal_code)}</td>
          <td>{address.city}</td>
          <td data-label="Gemeente" data-line>
            {address.municipality.name}
          </td>
          <td data-label="Objectcode" data-line className="code nowrap">
            {address.object_code ? groupedCode(address.object_code) : '–'}
          </td>
        </>
      )}
    </LinkTable>
  )
}
