import type { NewOccupancy, StoredOccupancy } from './import-occupancies.queries.ts'

/** An occupancy of a file, with its line number. */
export type DeliveredOccupancy = NewOccupancy & { line: number }

const lastDay = ({ last_day }: NewOccupancy) => last_day ?? '9999-12-31'
const overlaps = (one: NewOccupancy, other: NewOccupancy) =>
  one.first_day <= lastDay(other) && other.first_day <= lastDay(one)

const isEqual = (one: NewOccupancy, other: NewOccupancy) =>
  one.subject_id === other.subject_id &&
  one.first_day === other.first_day &&
  one.last_day === other.last_day &&
  one.household_size === other.household_size

/**
 * Compares the rows of a file about one address with its stored occupancies. A row matches the stored occupancy with
 * the same first day, or else an occupancy of the same subject that overlaps the row. A row is rejected when it
 * overlaps an earlier row, or a stored occupancy that matches no row. `isSeen` returns whether an earlier batch had an
 * occupancy.
 */
export function placeOccupancies<Row extends DeliveredOccupancy>(
  rows: Row[],
  stored: StoredOccupancy[],
  { isSeen, reject }: { isSeen: (occupancy: StoredOccupancy) => boolean; reject: (row: Row, reason: string) => void },
) {
  const seen = stored.filter(isSeen)
  const onDay = new Map<string, NewOccupancy>(seen.map((occupancy) => [occupancy.first_day, occupancy]))
  const unmatched = new Set(stored.filter((occupancy) => !isSeen(occupancy)))
  const matches = new Map<Row, StoredOccupancy | undefined>()
  let repeated = 0
  for (const row of rows) {
    const earlier = onDay.get(row.first_day)
    if (earlier && isEqual(earlier, row)) repeated += 1
    else if (earlier) reject(row, 'de bewoning staat al op een eerdere regel, met andere gegevens')
    if (earlier) continue
    onDay.set(row.first_day, row)
    const candidates = [...unmatched]
    const match =
      candidates.find(({ first_day }) => first_day === row.first_day) ??
      candidates.find((occupancy) => occupancy.subject_id === row.subject_id && overlaps(occupancy, row))
    if (match) unmatched.delete(match)
    matches.set(row, match)
  }
  rejectOverlaps(matches, { unmatched, seen, reject })

  const placed = [...matches]
  return {
    added: placed.flatMap(([row, before]) => (before ? [] : [row])),
    changed: placed.flatMap(([row, before]) => (before && !isEqual(before, row) ? [{ ...row, id: before.id }] : [])),
    /** Occupancies that the file contains unchanged. */
    kept: placed.flatMap(([row, before]) => (before && isEqual(before, row) ? [before] : [])),
    repeated,
  }
}

type Unchanged<Row> = {
  unmatched: Set<StoredOccupancy>
  seen: StoredOccupancy[]
  reject: (row: Row, reason: string) => void
}

/** Rejects rows, and removes them from `matches`, until the rest can be stored. */
function rejectOverlaps<Row extends DeliveredOccupancy>(
  matches: Map<Row, StoredOccupancy | undefined>,
  { unmatched, seen, reject }: Unchanged<Row>,
) {
  const accepted: NewOccupancy[] = [...unmatched, ...seen]
  for (const [row, before] of matches) {
    const other = accepted.find((occupancy) => overlaps(occupancy, row))
    if (!other) {
      accepted.push(row)
      continue
    }
    reject(row, overlapReason(other))
    matches.delete(row)
    if (!before) continue
    // The stored occupancy now remains unchanged. A row that was accepted earlier can overlap it.
    unmatched.add(before)
    return rejectOverlaps(matches, { unmatched, seen, reject })
  }
}

function overlapReason(other: NewOccupancy | DeliveredOccupancy) {
  const period = `van ${other.first_day} tot en met ${other.last_day ?? 'nu'}`
  return 'line' in other
    ? `de bewoning valt deels samen met die van regel ${other.line}, ${period}`
    : `de bewoning valt deels samen met een die er al is, ${period}`
}
