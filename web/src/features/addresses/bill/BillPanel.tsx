import { type Bill, type BillPeriod, euroText } from '@rd4-loket/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import { today } from '../../../kit/browser/days.ts'
import { countText, dayText } from '../../../kit/browser/format.ts'
import { CopyButton, PrintButton } from '../../../kit/buttons/Button.tsx'
import { Announcement, Fact, Panel, Result, Skeleton } from '../../../kit/page/Page.tsx'
import { BillAssessment } from './BillAssessment.tsx'
import { BillComparison } from './BillComparison.tsx'
import { BillFiles } from './BillFiles.tsx'
import { BillLines } from './BillLines.tsx'
import styles from './BillPanel.module.css'
import { FormerHouseholds } from './FormerHouseholds.tsx'
import { useBillKeys } from './use-bill-keys.ts'
import { yearsOf } from './YearBar.tsx'

type BillPanelProps = { alias: string; of: UseQueryResult<Bill, Error>; purpose: AddressPurpose }

/** The bill of a year: its total, the paragraph to read aloud, and its lines. */
export function BillPanel({ alias, of: bill, purpose }: BillPanelProps) {
  const { data, isPlaceholderData } = bill
  const copyButton = useRef<HTMLButtonElement>(null)
  const filesButton = useRef<HTMLButtonElement>(null)
  useBillKeys({ years: yearsOf(data), purpose, hidden: data?.hidden_periods ?? 0, copyButton, filesButton })
  return (
    <Panel
      title={data ? `Aanslag ${data.year}` : 'Aanslag'}
      aside={
        data && (
          <>
            {data.year <= Number(today().slice(0, 4)) && (
              <BillFiles
                key={data.year}
                alias={alias}
                year={data.year}
                purpose={purpose.purpose}
                button={filesButton}
              />
            )}
            <PrintButton />
          </>
        )
      }
    >
      <Announcement>{data && !isPlaceholderData && `Aanslag ${data.year}. ${totalText(data)}`}</Announcement>
      <Result of={bill} waiting={<Skeleton lines={9} />}>
        {(found) => (
          <>
            <Totals bill={found} />
            <Spoken key={found.year} text={found.spoken} copyButton={copyButton} />
            <BillLines of={{ bill: found, purpose: purpose.purpose }} />
            <OpenObjections bill={found} />
            {found.periods.map(({ from, assessment }) => assessment && <BillAssessment key={from} of={assessment} />)}
            {found.norm && <BillComparison norm={found.norm} />}
            <FormerHouseholds hidden={found.hidden_periods} of={purpose} />
          </>
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
function Totals({ bill }: { bill: Bill }) {
  const periods = headlinePeriods(bill)
  if (!hasFacts(periods)) return null
  const assessment = periods.at(-1)?.assessment ?? null
  const { last_year } = bill
  return (
    <div className={`row ${styles.head}`}>
      <dl className={`row ${styles.totals}`}>
        {assessment && (
          <Fact name={`Opgelegd op ${dayText(assessment.assessed_on)}`}>
            <strong>{euroText(assessment.amount_cents)}</strong>
          </Fact>
        )}
        <Fact name={scopeText(bill)}>
          <strong>{euroText(sumOf(periods))}</strong>
        </Fact>
        {last_year && (
          <Fact name={`Heel ${last_year.year}`}>
            {euroText(last_year.amount_cents)}, {countText(last_year.count, 'lediging', 'ledigingen')}
          </Fact>
        )}
      </dl>
      {!assessment && <p className="dimmed small">Dit is onze berekening; er is nog geen aanslag bekend.</p>}
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

/** The paragraph to read aloud, with a button that copies it. */
function Spoken({ text, copyButton }: { text: string; copyButton: Ref<HTMLButtonElement> }) {
  return (
    <div className={`box ${styles.spoken}`}>
      <div className={`row ${styles.label}`}>
        <h3>Om voor te lezen</h3>
        <CopyButton ref={copyButton} aria-keyshortcuts="c" text={text} label="Kopieer de uitleg" />
      </div>
      <p>{text}</p>
    </div>
  )
}
