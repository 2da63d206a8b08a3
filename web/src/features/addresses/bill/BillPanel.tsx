import { type Bill, type BillPeriod, euroText } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { countText, dayText } from '../../../kit/browser/format.ts'
import { CopyButton } from '../../../kit/buttons/Button.tsx'
import { Announcement, Panel, Result, Skeleton } from '../../../kit/page/Page.tsx'
import { BillAssessment } from './BillAssessment.tsx'
import { BillComparison } from './BillComparison.tsx'
import { BillFlags, FlagCount } from './BillFlags.tsx'
import { BillLines } from './BillLines.tsx'
import styles from './BillPanel.module.css'
import { FormerHouseholds } from './FormerHouseholds.tsx'

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
export function BillPanel({ of: bill, purpose, onShowLifts, picture }: BillPanelProps) {
  const { data, isPlaceholderData } = bill
  const [showsFlags, setShowsFlags] = useState(false)
  return (
    <Panel label={data ? `Aanslag ${data.year}` : 'Aanslag'}>
      <Announcement>{data && !isPlaceholderData && `Aanslag ${data.year}. ${totalText(data)}`}</Announcement>
      <Result of={bill} waiting={<Skeleton lines={9} />}>
        {(found) => (
          <div className={styles.bill}>
            <div className="column gap-2">
              <Total bill={found} />
              <FlagCount flags={found.flags} isOpen={showsFlags} onOpen={setShowsFlags} />
            </div>
            <Spoken key={found.year} text={found.spoken} />
            <div className={styles.picture}>{picture}</div>
            <div className={`column ${styles.lines}`}>
              <BillLines of={{ bill: found, purpose: purpose.purpose }} />
            </div>
            <div className={`column gap-2 ${styles.rest}`}>
              {showsFlags && <BillFlags flags={found.flags} onShow={onShowLifts} />}
              <OpenObjections bill={found} />
              <FormerHouseholds hidden={found.hidden_periods} of={purpose} />
              <div className={`row ${styles.more}`}>
                {found.periods.map(
                  ({ from, assessment }) => assessment && <BillAssessment key={from} of={assessment} />,
                )}
                {found.norm && <BillComparison norm={found.norm} />}
              </div>
            </div>
          </div>
        )}
      </Result>
    </Panel>
  )
}

/** The periods that the total sums: the period of the current household, or the only period. */
const headlinePeriods = ({ periods }: Bill) =>
  periods.length > 1 ? periods.filter(({ is_current }) => is_current) : periods

const sumOf = (periods: BillPeriod[]) => periods.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** Returns whether any period has a line. */
const hasFacts = (periods: BillPeriod[]) => periods.some(({ lines }) => lines.length > 0)

function totalText(bill: Bill) {
  const periods = headlinePeriods(bill)
  return hasFacts(periods) ? `Onze berekening: ${euroText(sumOf(periods))}.` : 'Geen bedrag bekend.'
}

/** The part of the bill that the total covers: the year, the days to the last delivery, or the current household. */
function scopeText({ year, periods, updated_until }: Bill) {
  if (periods.length > 1) return 'Onze berekening, huidige bewoner'
  const isRunning =
    updated_until !== null && Number(updated_until.slice(0, 4)) === year && !updated_until.endsWith('-12-31')
  return isRunning ? `Onze berekening tot en met ${dayText(updated_until)}` : 'Onze berekening'
}

/** Our total, beside the assessed amount and the total of last year. */
function Total({ bill }: { bill: Bill }) {
  const periods = headlinePeriods(bill)
  if (!hasFacts(periods)) return null
  return (
    <div>
      <p className="remark">{scopeText(bill)}</p>
      <p className={styles.total}>{euroText(sumOf(periods))}</p>
    </div>
  )
}

/** The amount that is subtracted from the bill if all open objections are upheld. */
function OpenObjections({ bill }: { bill: Bill }) {
  const open = bill.objections.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const cents = open.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return (
    <p className="box small">
      <strong>{countText(open.length, 'open bezwaar', 'open bezwaren')}.</strong> Bij toekennen gaat er{' '}
      {euroText(cents)} van de aanslag af.
    </p>
  )
}

/** The text to read aloud, with a button that copies it. */
function Spoken({ text }: { text: string }) {
  return (
    <div className={styles.spoken}>
      <div className={`row ${styles.label}`}>
        <h2>Om voor te lezen</h2>
        <CopyButton keyHint="C" text={text} label="Kopieer de uitleg" />
      </div>
      <p>{text}</p>
    </div>
  )
}
