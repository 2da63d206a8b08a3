// Reasons: docs/corrections.md

import { setTimeout as delay } from 'node:timers/promises'
import type { CorrectionCounts } from '@rd4-loket/contract'
import { appendProcessing, findSubjectKey } from '../../domain/access-log/access-log.queries.ts'
import { householdKey } from '../../domain/access-log/access-log.ts'
import { findStoredBillFacts } from '../../domain/bill/bill-facts.queries.ts'
import { creditsWithout } from '../../domain/bill/correction-credits.ts'
import { usesCodes, yearsOfLostSchemes } from '../../domain/bill/lost-schemes.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import type { Db } from '../../platform/database/db.ts'
import { apiVersion } from '../../platform/http/api.ts'
import type { Config } from '../../platform/runtime/config.ts'
import { intervals, taskLimits } from '../../platform/runtime/limits.ts'
import {
  claimCorrection,
  deleteCorrectedRows,
  deleteRows,
  findRuledLifts,
  findSelectedAddresses,
  hasNoOlderChange,
  lockLifts,
  lockNotAvailable,
  lockPrepared,
  type MunicipalityTotals,
  type RuledLifts,
  releaseLifts,
  reopenChanged,
  storeCredits,
  storeDeleted,
  storeProgress,
  storeReady,
  sumCredits,
  takeLifts,
  type UnfinishedCorrection,
} from './corrections.queries.ts'

/** The lifts that one transaction prepares. A transaction locks the log of processing, so it must be short. */
const liftsPerTransaction = 100

/** Returns counts with the totals of more lifts. */
export function addCounts(counts: CorrectionCounts, totals: MunicipalityTotals[]): CorrectionCounts {
  const sum = (key: 'given_back' | 'unbilled' | 'open' | 'assessed') => counts[key] + sumOf(totals, (it) => it[key])
  const known = new Map(counts.municipalities.map((it) => [it.id, it]))
  for (const { id, name, lifts, households, cents } of totals) {
    if (id === null || lifts === 0) continue
    const before = known.get(id) ?? { lifts: 0, households: 0, cents: 0 }
    known.set(id, {
      ...{ id, name, lifts: before.lifts + lifts },
      ...{ households: before.households + households, cents: before.cents + cents },
    })
  }
  return {
    municipalities: [...known.values()].sort((one, other) => one.name.localeCompare(other.name, 'nl')),
    ...{ given_back: sum('given_back'), unbilled: sum('unbilled'), open: sum('open'), assessed: sum('assessed') },
  }
}

/**
 * Stores what lifts take off the bills, at addresses where a rule can make that another amount than their price. Returns
 * the addresses of which a rule or a price needs the schemes of the household.
 */
async function storeRuledCredits(
  transaction: Db,
  { id, scheme_months }: { id: number; scheme_months: number },
  ruled: RuledLifts[],
) {
  const withCodes = new Set<number>()
  for (const { address_id, years, clearance_ids } of ruled) {
    const credits = new Map(clearance_ids.map((clearance_id) => [clearance_id, 0]))
    // A rule can put a lift on the bill of the next year. So lifts of two years can meet on one bill, which then falls by
    // less or more than by each of them alone.
    for (const billed of new Set(years.flatMap((year) => [year, year + 1]))) {
      const facts = await findStoredBillFacts(transaction, { address_id }, billed, { withSchemes: true })
      if (!facts) continue
      if (usesCodes(facts)) withCodes.add(address_id)
      const known = { ...facts, years_of_lost_schemes: yearsOfLostSchemes(facts, scheme_months) }
      for (const [clearance_id, cents] of creditsWithout(known, clearance_ids))
        credits.set(clearance_id, (credits.get(clearance_id) ?? 0) + cents)
    }
    await storeCredits(transaction, id, credits)
  }
  return withCodes
}

type LiftBatch = { address_ids: number[]; ids: number[] }

/** Divides addresses into parts of about `liftsPerTransaction` lifts. An address is in one part. */
function partsOf(addresses: { address_id: number; ids: number[] }[]) {
  const parts: LiftBatch[] = []
  for (const { address_id, ids } of addresses) {
    const last = parts.at(-1)
    if (last && last.ids.length + ids.length <= liftsPerTransaction) {
      last.address_ids.push(address_id)
      last.ids.push(...ids)
    } else parts.push({ address_ids: [address_id], ids: [...ids] })
  }
  return parts
}

/** What a node needs to work on corrections. `pause`: called between two transactions; false stops the work. */
type CorrectionWork = {
  db: Db
  secret: string | Buffer
  /** The months that a scheme row remains after its last day. */
  scheme_months: number
  pause: () => Promise<boolean>
}

/** Waits, and returns that a part is tried again, because another transaction has locked a lift. Throws other errors. */
async function waitForLock(error: unknown) {
  if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
  await delay(intervals.correctionPause_ms)
  return 'again' as const
}

/**
 * Inserts the rows of a correction, part by part. Rows that exist from an earlier count are replaced. Stops when another
 * node continued it.
 */
async function prepare({ db, secret, scheme_months, pause }: CorrectionWork, correction: UnfinishedCorrection) {
  const { id, proposed_by, has_old_rows } = correction
  let { cursor, counts } = correction
  const trace_id = correction.trace_id ?? crypto.randomUUID()
  // An older transaction can last for minutes: a node that stops does not wait for it.
  while (!(await hasNoOlderChange(db, correction.claimed))) {
    await delay(intervals.correctionPause_ms)
    if (!(await pause())) return
  }
  const groups = await findSelectedAddresses(db, correction, taskLimits.selection_ms)
  const addresses = groups.flatMap(({ address_id, ids }) => (address_id === null ? [] : [{ address_id, ids }]))
  counts = { ...counts, unbilled: counts.unbilled + (groups.find((it) => it.address_id === null)?.ids.length ?? 0) }
  for (const { address_ids, ids } of partsOf(addresses)) {
    const prepareNext = () =>
      db.transaction(async (transaction) => {
        const start_time = new Date()
        const locked = await lockPrepared(transaction, id, cursor)
        if (!locked) return undefined
        if (has_old_rows) await releaseLifts(transaction, id, cursor ?? 0, address_ids.at(-1))
        if (locked.has_left_rows) await deleteCorrectedRows(transaction, ids)
        await lockLifts(transaction, ids)
        const { totals = [], households = [] } = (await takeLifts(transaction, { id, proposed_by }, ids)) ?? {}
        const ruled = await findRuledLifts(transaction, id, address_ids)
        const withCodes = await storeRuledCredits(transaction, { id, scheme_months }, ruled)
        const cents = sumOf(totals, (it) => it.cents)
        const added = {
          lifts: sumOf(totals, (it) => it.lifts),
          households: sumOf(totals, (it) => it.households),
          cents,
          credit_cents: ruled.length > 0 ? await sumCredits(transaction, id, address_ids) : cents,
        }
        const progress = { cursor: address_ids.at(-1) ?? 0, counts: addCounts(counts, totals), added }
        await storeProgress(transaction, id, progress)
        const keysOf = (logged: typeof households) => logged.map((household) => householdKey(secret, household))
        const coded = households.filter(({ address_id }) => withCodes.has(address_id))
        const facts = {
          action: 'propose_correction',
          purpose: 'aanslag_bezwaar',
          start_time,
          version: apiVersion,
        } as const
        await appendProcessing(transaction, trace_id, keysOf(households), facts)
        if (coded.length > 0)
          await appendProcessing(transaction, trace_id, keysOf(coded), { ...facts, action: 'show_schemes' })
        return progress
      })
    let next: Awaited<ReturnType<typeof prepareNext>> | 'again'
    do {
      if (!(await pause())) return
      next = await prepareNext().catch(waitForLock)
    } while (next === 'again')
    if (!next) return
    cursor = next.cursor
    counts = next.counts
  }
  await db.transaction(async (transaction) => {
    if (!(await lockPrepared(transaction, id, cursor))) return
    if (has_old_rows) await releaseLifts(transaction, id, cursor ?? 0)
    await storeReady(transaction, id)
  })
}

/** Deletes the rows of a dropped or undone correction, in batches. */
async function clean({ db, pause }: CorrectionWork, { id }: UnfinishedCorrection) {
  while (await pause()) {
    const deleted = await deleteRows(db, id, liftsPerTransaction)
    await storeDeleted(db, id, { isDone: deleted === 0 })
    if (deleted === 0) return
  }
}

/** Works on the corrections with rows to insert or to delete, until there are none. */
export async function workOnCorrections(work: CorrectionWork) {
  const claim = async () => {
    await reopenChanged(work.db)
    return claimCorrection(work.db, intervals.correctionClaim_ms)
  }
  for (let correction = await claim(); correction; correction = await claim())
    await (correction.state === 'preparing' ? prepare : clean)(work, correction)
}

/**
 * Works on corrections, at once and then every second. A correction on which a node stopped is continued by any node
 * after a minute. Returns a function that stops after the running transaction.
 */
export function startCorrections(
  db: Db,
  { subject_secret, keep_months }: Pick<Config, 'subject_secret' | 'keep_months'>,
  { failed }: { failed: (code: string) => void },
) {
  let isStopping = false
  let running: Promise<void> | undefined
  // Each pause is as long as the transaction before it, so that the work leaves half of a processor to the calls.
  let worked_at = performance.now()
  const pause = async () => {
    await delay(Math.min(performance.now() - worked_at, intervals.correctionPause_ms), undefined, { ref: false })
    worked_at = performance.now()
    return !isStopping
  }
  const work = async () => {
    try {
      const secret = subject_secret ?? (await findSubjectKey(db))
      await workOnCorrections({ db, secret, scheme_months: keep_months.schemes, pause })
    } catch (error) {
      failed(String((error as { code?: unknown }).code ?? 'unknown'))
    }
    running = undefined
  }
  const tick = () => {
    running ??= work()
  }
  tick()
  const timer = setInterval(tick, intervals.corrections_ms)
  return async () => {
    isStopping = true
    clearInterval(timer)
    await running
  }
}
