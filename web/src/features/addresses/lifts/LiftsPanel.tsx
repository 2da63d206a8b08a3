import {
  type BillClearance,
  type Equipment,
  exportAddressClearances,
  listAddressClearances,
  wasteStreamWords,
} from '@rd4-loket/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AddressPurpose } from '../../../domain/bill/address-purpose.ts'
import {
  ClearanceHistory,
  ClearanceTable,
  captionOf,
  isOwn,
  noLiftsText,
  useYear,
} from '../../../domain/clearances/ClearanceHistory.tsx'
import { BillTotals } from '../../../domain/clearances/ClearanceTotals.tsx'
import { missedSince, useNonClearances } from '../../../domain/clearances/non-clearances.ts'
import { dayText, numberText } from '../../../kit/browser/format.ts'
import { Button, PillLinks } from '../../../kit/buttons/Button.tsx'
import { Empty, Panel, Result } from '../../../kit/page/Page.tsx'
import { ExportButtons } from '../../../session/ExportButtons.tsx'
import type { BillQuery } from '../bill/address-bill.ts'
import { BillAssessment } from '../bill/BillAssessment.tsx'
import { BillComparison } from '../bill/BillComparison.tsx'
import { LiftFilterFields } from './LiftFilterFields.tsx'
import styles from './LiftTable.module.css'
import { LiftTables, type ShownBill } from './LiftTable.tsx'
import { allLifts, isNarrowed, isOfYear, type LiftFilter, matches, type Reasons } from './lift-filter.ts'
import { RecentLifts, useIsRecent, useNewestLifts } from './NewestLifts.tsx'
import { StripKey, YearStrip } from './YearStrip.tsx'

type LiftsPanelProps = {
  alias: string
  bill: BillQuery
  purpose: AddressPurpose
  equipment: Equipment[] | undefined
  filter: LiftFilter
  onFilter: (filter: LiftFilter) => void
}

/** The lifts of the bill's year, or the most recent clearances. If the bill fails to load: the clearance history. */
export function LiftsPanel({ alias, bill, purpose: { purpose }, equipment = [], filter, onFilter }: LiftsPanelProps) {
  const isRecent = useIsRecent()
  const newest = useNewestLifts(alias, purpose)
  const year = useYear()
  const recent = useNonClearances(alias, purpose)
  const ofBill = useNonClearances(alias, purpose, bill.data?.year, bill.data !== undefined)
  if (bill.error && !bill.data)
    return (
      <ClearanceHistory
        alias={alias}
        listedBy={listAddressClearances}
        equipment={equipment}
        exportedBy={exportAddressClearances}
        purpose={purpose}
        ofAddress
      />
    )
  const { data } = bill
  const ofYear: Record<string, string> = year ? { year } : {}
  const sent = { params: { alias }, query: isRecent ? {} : { year: data && `${data.year}` } }
  const foot = data && (
    <div className={`row screen-only ${styles.foot}`}>
      <PillLinks
        label="Welke ledigingen"
        links={[
          { name: `Van ${data.year}`, search: ofYear, current: !isRecent },
          { name: 'Meest recent', search: { ...ofYear, list: 'recent' }, current: isRecent },
        ]}
      />
      {data.updated_until && <span className="dimmed small">Bijgewerkt t/m {dayText(data.updated_until)}</span>}
      <ExportButtons
        key={`${isRecent} ${data.year} ${purpose}`}
        of={exportAddressClearances}
        sent={sent}
        purpose={purpose}
      />
    </div>
  )
  if (data && !isRecent)
    return (
      <LiftsOfYear
        of={{ bill: data, purpose, alias, start: ofBill.data?.meta.start }}
        reasons={ofBill.data}
        equipment={equipment}
        filter={filter}
        onFilter={onFilter}
        foot={foot}
      />
    )
  return (
    <Panel title="Ledigingen">
      {isRecent ? (
        <RecentLifts of={newest} equipment={equipment} lines={4}>
          {(lifts) => {
            const missed = missedSince(lifts, recent.data?.data ?? [])
            const caption = captionOf(lifts, undefined, missed)
            return (
              <ClearanceTable
                clearances={lifts}
                missed={missed}
                start={recent.data?.meta.start}
                equipment={equipment}
                withSite
                caption={caption}
              />
            )
          }}
        </RecentLifts>
      ) : (
        <Result of={bill}>{() => null}</Result>
      )}
      {foot}
    </Panel>
  )
}

/** Returns a lift with what it costs on the bill; none that stands on the bill of another year. */
const asBilled = (lift: BillClearance) =>
  lift.charged_cents === null ? [] : [{ ...lift, amount_cents: lift.charged_cents }]

type LiftsOfYearProps = { of: ShownBill; reasons: Reasons; equipment: Equipment[]; foot: ReactNode } & Pick<
  LiftsPanelProps,
  'filter' | 'onFilter'
>

/** The strip of a year, and below it the lifts that the filter selects. */
function LiftsOfYear({ of: shown, reasons, equipment, filter, onFilter, foot }: LiftsOfYearProps) {
  const { bill } = shown
  const { year, clearances, days, hidden_periods, delivered, periods, norm } = bill
  const count = useRef<HTMLParagraphElement>(null)
  // A button elsewhere on the page has selected these lifts.
  useEffect(() => {
    if (filter.ids) count.current?.focus()
  }, [filter.ids])
  const more = (
    <>
      {periods.map(({ from, assessment }) => assessment && <BillAssessment key={from} of={assessment} />)}
      {norm && <BillComparison norm={norm} />}
    </>
  )
  const ofCurrent = hidden_periods > 0 ? ' voor de huidige bewoner' : ''
  const chosen = filter.stream && wasteStreamWords[filter.stream].replace(/^de /, '')
  const streams = filter.stream ? [{ waste_type: filter.stream }] : equipment.filter(isOwn)
  const nothing = noLiftsText(delivered, { year, equipment: streams }, (words = chosen) =>
    words ? `In ${year} is hier geen ${words} geleegd${ofCurrent}.` : `In ${year} is hier niets geleegd${ofCurrent}.`,
  )
  const allMissed = reasons?.data ?? []
  if (clearances.length === 0 && days.length === 0 && allMissed.length === 0)
    return (
      <Panel title="Ledigingen">
        <Empty drawing="nothing-yet">
          <p>{nothing}</p>
          <p>
            {hidden_periods > 0 ? 'Ledigingen van vorige bewoners zijn verborgen.' : 'Kies hierboven een ander jaar.'}
          </p>
        </Empty>
        <div className={`row ${styles.more}`}>{more}</div>
        {foot}
      </Panel>
    )
  const lifts = clearances.filter((lift) => matches(lift, filter))
  const missed = allMissed.filter((it) => matches(it, filter))
  const years = clearances.some((lift) => isOfYear(lift, year - 1)) ? `${year - 1} en ${year}` : `${year}`
  const countOfAll = captionOf(clearances, years, allMissed)
  const isEmptyStream = filter.stream && !clearances.some(({ waste_type }) => waste_type === filter.stream)
  const isNothing = (clearances.length === 0 || isEmptyStream) && missed.length === 0
  const caption = isNarrowed(filter) ? `${numberText(lifts.length)} van ${countOfAll}` : countOfAll
  return (
    <Panel
      title="Ledigingen"
      aside={
        <>
          <p ref={count} role="status" tabIndex={-1} className="dimmed small">
            {isNothing ? nothing : caption}
          </p>
          {isNarrowed(filter) && (
            <Button variant="default" size="xs" onClick={() => onFilter(allLifts)}>
              Toon alles
            </Button>
          )}
          <StripKey bill={bill} reasons={reasons} />
        </>
      }
    >
      <div className={`column ${styles.ofYear}`}>
        <YearStrip bill={bill} reasons={reasons} filter={filter} onFilter={onFilter} />
        {lifts.length + missed.length > 0 && (
          <LiftTables lifts={lifts} missed={missed} equipment={equipment} of={shown} />
        )}
        <div className={`row ${styles.more}`}>
          <LiftFilterFields year={year} filter={filter} onFilter={onFilter} />
          {!bill.imposed_only && (
            <details>
              <summary>Totaal per onderdeel van de aanslag</summary>
              <BillTotals of={clearances.flatMap(asBilled)} />
            </details>
          )}
          {more}
        </div>
        {foot}
      </div>
    </Panel>
  )
}
