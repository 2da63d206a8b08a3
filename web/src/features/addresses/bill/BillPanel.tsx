import { type Bill, euroText } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { countText } from '../../../kit/browser/format.ts'
import { KeyHint } from '../../../kit/buttons/KeyHint.tsx'
import { Announcement, Panel, Result, Skeleton } from '../../../kit/page/Page.tsx'
import { useBillYears } from './address-bill.ts'
import { BillFlags, FlagCount } from './BillFlags.tsx'
import { BillLines } from './BillLines.tsx'
import styles from './BillPanel.module.css'
import { BillTotal, totalText } from './BillTotal.tsx'
import { FormerHouseholds } from './FormerHouseholds.tsx'
import { SpokenBill } from './SpokenBill.tsx'

type BillPanelProps = {
  alias: string
  of: UseQueryResult<Bill, Error>
  purpose: AddressPurpose
  /** Narrows the list of lifts. */
  onShowLifts: (ids: number[]) => void
  /** The picture of the years, below the total and beside the lines. */
  picture?: ReactNode
}

/** The bill of a year: its total and what to check, beside the text to read aloud; the years beside the lines. */
export function BillPanel({ alias, of: bill, purpose, onShowLifts, picture }: BillPanelProps) {
  const years = useBillYears(alias, purpose.purpose)
  const { data, isPlaceholderData } = bill
  const [showsFlags, setShowsFlags] = useState(false)
  return (
    <Panel label={data ? `Aanslag ${data.year}` : 'Aanslag'}>
      {data && <h2 className="paper-only">Aanslag {data.year}</h2>}
      <Announcement>{data && !isPlaceholderData && `Aanslag ${data.year}. ${totalText(data)}`}</Announcement>
      <Result of={bill} waiting={<Skeleton lines={9} />}>
        {(found) => (
          <div className={styles.bill}>
            <div className={styles.side}>
              <div className="column gap-2">
                <BillTotal bill={found} />
                <OpenObjections bill={found} onShow={onShowLifts} />
                <FlagCount flags={found.flags} isOpen={showsFlags} onOpen={setShowsFlags} />
              </div>
              <div className={styles.picture}>{picture}</div>
            </div>
            <div className={styles.side}>
              <SpokenBill of={found} years={years} />
              <div className={`column ${styles.lines}`}>
                <BillLines of={{ bill: found, purpose: purpose.purpose, alias }} />
              </div>
            </div>
            <div className={`column gap-2 ${styles.rest}`}>
              {showsFlags && <BillFlags flags={found.flags} onShow={onShowLifts} />}
              <FormerHouseholds hidden={found.hidden_periods} of={purpose} />
            </div>
          </div>
        )}
      </Result>
    </Panel>
  )
}

type OpenObjectionsProps = { bill: Bill; onShow: (ids: number[]) => void }

/**
 * The amount that is subtracted from the bill if all open objections are upheld, with a button that shows their lifts.
 * Without other facts to check, the button has their key.
 */
function OpenObjections({ bill, onShow }: OpenObjectionsProps) {
  const open = bill.objections.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const isQuestion = open.every(({ handover_id }) => handover_id === null)
  const count = isQuestion
    ? countText(open.length, 'open vraag', 'open vragen')
    : countText(open.length, 'open bezwaar', 'open bezwaren')
  const cents = open.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0)
  return (
    <p className={styles.objections}>
      <strong>{count}.</strong>{' '}
      {bill.imposed_only ? null : `Bij toekennen gaat er ${euroText(cents)} van de aanslag af. `}
      <button
        type="button"
        className={styles.show}
        aria-keyshortcuts={bill.flags.length > 0 ? undefined : 'L'}
        onClick={() => onShow(open.map(({ clearance_id }) => clearance_id))}
      >
        Bekijk<span className="visually-hidden">: {count}</span>
        {bill.flags.length === 0 && <KeyHint>L</KeyHint>}
      </button>
    </p>
  )
}
