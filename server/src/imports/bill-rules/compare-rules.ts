import { type ChargeRule, chargeRuleSubject, type NewChargeRule, overlapText } from '@rd4-loket/contract'
import type { RuleFileRow } from './charge-rule-rows.ts'

type Refuse = (row: RuleFileRow, reason: string) => void

/** What a file changes. `unchanged`: the number of its rows that are stored or deleted already, or stated twice. */
export type RuleChanges = {
  added: NewChargeRule[]
  changed: { before: ChargeRule; after: ChargeRule }[]
  ended: ChargeRule[]
  unchanged: number
}

/** What identifies a row: what it is for, and its first day. */
const keyOf = (row: NewChargeRule) => `${chargeRuleSubject(row)} ${row.valid_from}`

/** Returns whether a row of a file has the values of another row. */
const isEqual = (other: NewChargeRule, row: NewChargeRule) =>
  Object.entries(row).every(([name, value]) => (other as Record<string, unknown>)[name] === value)

/**
 * Compares the rows of a file with the stored rows. The order of the rows has no effect: only the state after the file
 * must be without overlaps. Of two rows of the file that overlap, the later one is refused. Rows that contradict each
 * other are all refused.
 */
export function compareRules(rows: RuleFileRow[], stored: ChargeRule[], refuse: Refuse): RuleChanges {
  const storedOf = new Map(stored.map((rule) => [keyOf(rule), rule]))
  const changes: RuleChanges = { added: [], changed: [], ended: [], unchanged: 0 }
  const subjects = Map.groupBy(Map.groupBy(rows, keyOf).values(), ([row]) => chargeRuleSubject(row as RuleFileRow))
  const storedFor = Map.groupBy(stored, chargeRuleSubject)
  for (const [subject, groups] of subjects) {
    const accepted = new Map<string, RuleFileRow[]>()
    for (const group of groups) {
      const [first] = group as [RuleFileRow]
      if (group.every((row) => isEqual(first, row))) accepted.set(keyOf(first), group)
      else for (const row of group) refuse(row, 'de regel staat ook op een andere regel, met andere gegevens')
    }
    for (
      let found = refused(accepted, storedFor.get(subject));
      found;
      found = refused(accepted, storedFor.get(subject))
    ) {
      for (const row of found.group) refuse(row, overlapText(found.by))
      accepted.delete(keyOf(found.group[0] as RuleFileRow))
    }
    for (const [key, [first, ...same]] of accepted) {
      const before = storedOf.get(key)
      changes.unchanged += same.length
      if (!first) continue
      const { ends, ...row } = first
      if (ends && before) changes.ended.push(before)
      else if (ends) changes.unchanged += 1
      else if (!before) changes.added.push(row)
      else if (isEqual(before, row)) changes.unchanged += 1
      else changes.changed.push({ before, after: { ...row, id: before.id } as ChargeRule })
    }
  }
  return changes
}

/**
 * Returns the first rows that another row refuses, in the state after a file; undefined without overlaps. A refused row
 * leaves the stored row as it is, so the next state can have other overlaps.
 */
function refused(accepted: Map<string, RuleFileRow[]>, stored: ChargeRule[] = []) {
  const state = [
    ...stored.filter((rule) => !accepted.has(keyOf(rule))).map((row) => ({ row, group: undefined })),
    ...accepted
      .values()
      .map((group) => ({ row: group[0] as RuleFileRow, group }))
      .filter(({ row }) => !row.ends),
  ].sort((one, other) => (one.row.valid_from < other.row.valid_from ? -1 : 1))
  for (const [at, later] of state.entries()) {
    const earlier = state[at - 1]
    if (!earlier || (earlier.row.valid_to !== null && earlier.row.valid_to < later.row.valid_from)) continue
    if (later.group) return { group: later.group, by: earlier.row }
    if (earlier.group) return { group: earlier.group, by: later.row }
  }
  return undefined
}
