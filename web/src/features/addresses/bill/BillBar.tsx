import type { Bill } from '@rd4-loket/contract'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { today } from '../../../kit/browser/days.ts'
import { PillLinks } from '../../../kit/buttons/Button.tsx'
import { Icon } from '../../../kit/theme/Icon.tsx'
import styles from './BillBar.module.css'
import { BillFiles } from './BillFiles.tsx'
import { useBillKeys } from './use-bill-keys.ts'

/** The years to choose from, newest first. Includes the year on screen even if it has no facts. */
const yearsOf = ({ years, year }: Bill) => [...new Set([...years, year])].sort((one, other) => other - one)

/** The newest years have a key of their own. */
const yearKeys = ['1', '2', '3', '4']

type BillBarProps = { alias: string; of: Bill | undefined; purpose: AddressPurpose['purpose'] }

/**
 * The years of a bill, its files, and the button that prints it, beside the title of the page. Reserves the space of
 * the years while they load.
 */
export function BillBar({ alias, of: bill, purpose }: BillBarProps) {
  useBillKeys()
  return (
    <div className={`row screen-only ${styles.bar}`}>
      {bill && (
        <PillLinks
          label="Jaar"
          links={yearsOf(bill).map((year, at) => ({
            name: `${year}`,
            search: { year: `${year}` },
            current: year === bill.year,
            keyHint: yearKeys[at],
          }))}
        />
      )}
      <div className={styles.tools}>
        {bill && bill.year <= Number(today().slice(0, 4)) && (
          <BillFiles key={bill.year} alias={alias} year={bill.year} purpose={purpose} />
        )}
        <button
          type="button"
          className="icon-button"
          aria-label="Afdrukken"
          aria-keyshortcuts="P"
          title="Afdrukken (P)"
          onClick={() => print()}
        >
          <Icon name="print" size={20} />
        </button>
      </div>
    </div>
  )
}
