import type { BillFacts, BillTariff, Occupancy } from '../domain/bill/bill-facts.queries.ts'

/** A line of the bill, with the fields that are compared with the product. */
type SlowLine = {
  charge: string
  waste_type: string | null
  kind: string | null
  volume_litres: number | null
  valid_from: string | null
  count: number
  unit_cents: number | null
  amount_cents: number
  weight_kg: number | null
  twelfths: number | null
  clearance_ids: number[]
}
type SlowPeriod = { from: string; to: string; subject: string; lines: SlowLine[]; amount_cents: number }

const calendars = new Map<number, string[]>()

/** Every day of a year, as text. */
function daysOf(year: number): string[] {
  const known = calendars.get(year)
  if (known) return known
  const days: string[] = []
  for (
    const date = new Date(Date.UTC(year, 0, 1));
    date.getUTCFullYear() === year;
    date.setUTCDate(date.getUTCDate() + 1)
  )
    days.push(date.toISOString().slice(0, 10))
  calendars.set(year, days)
  return days
}

const followers = new Map<string, string>()

/** The day after a day. */
function next(day: string): string {
  const known = followers.get(day)
  if (known) return known
  const follower = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  followers.set(day, follower)
  return follower
}

/** Returns the occupancy of the liable household on a day, or null. Returns 'unknown' if there are no occupancies. */
function liableOn(facts: BillFacts, day: string): Occupancy | 'unknown' | null {
  if (facts.occupancies.length === 0) return 'unknown'
  for (const row of facts.occupancies) if (row.first_day <= day && day <= (row.last_day ?? '9999-12-31')) return row
  return null
}

function priceOn(facts: BillFacts, day: string, wanted: Partial<BillTariff>): BillTariff | undefined {
  for (const tariff of facts.tariffs) {
    if (day < tariff.valid_from || day > tariff.valid_to) continue
    if (Object.entries(wanted).every(([field, value]) => tariff[field as keyof BillTariff] === value)) return tariff
  }
  return undefined
}

/** Returns a fraction of an amount in cents. Rounds half a cent up. */
function part(cents: number, numerator: number, denominator: number) {
  const exact = BigInt(cents) * BigInt(numerator)
  const whole = exact / BigInt(denominator)
  const rest = exact % BigInt(denominator)
  return Number(rest * 2n >= BigInt(denominator) ? whole + 1n : whole)
}

/**
 * Returns the share of a yearly amount for the days from `first` to `last`. Counts month by month when the proration is
 * by twelfths. `earlier` is the day before `first` if the same household was liable then, or else null.
 */
function share(facts: BillFacts, year: number, first: string, last: string, earlier: string | null) {
  if (facts.rule.proration === 'none') return { numerator: 1, denominator: 1, twelfths: null }
  const days = daysOf(year)
  if (facts.rule.proration === 'days') {
    const liable = days.filter((day) => day >= first && day <= last).length
    return { numerator: liable, denominator: days.length, twelfths: null }
  }
  let twelfths = 0
  for (let month = 1; month <= 12; month += 1) {
    const begin = `${year}-${String(month).padStart(2, '0')}-01`
    const due = first === days[0] || begin > (earlier ?? first)
    const reversed = begin > last
    if (due) twelfths += 1
    if (reversed) twelfths -= 1
  }
  return { numerator: twelfths, denominator: 12, twelfths }
}

/** Computes the periods of a year from each of its days. */
function slowPeriods(facts: BillFacts, year: number): { periods: SlowPeriod[]; unbilled: number[] } {
  const days = daysOf(year)
  const runs: { row: Occupancy | 'unknown'; days: string[] }[] = []
  const nobody: string[] = []
  for (const day of days) {
    const row = liableOn(facts, day)
    if (row === null) {
      nobody.push(day)
      continue
    }
    const run = runs.find((it) => it.row === row)
    if (run) run.days.push(day)
    else runs.push({ row, days: [day] })
  }
  const left = new Map<string, number>()
  const takeFrom = (pot: string, whole: number, wanted: number) => {
    const rest = left.get(pot) ?? whole
    const taken = wanted > rest ? rest : wanted
    left.set(pot, rest - taken)
    return taken
  }
  const periods = runs.map(({ row, days: liable }) => {
    const first = liable[0] as string
    const last = liable[liable.length - 1] as string
    let earlier: string | null = null
    if (row !== 'unknown')
      for (const other of facts.occupancies)
        if (other.subject_id === row.subject_id && other.last_day && next(other.last_day) === first)
          earlier = other.last_day
    const lines: SlowLine[] = []
    const line = (rest: Partial<SlowLine> & Pick<SlowLine, 'charge' | 'count' | 'amount_cents'>) =>
      lines.push({
        waste_type: null,
        kind: null,
        volume_litres: null,
        valid_from: null,
        unit_cents: null,
        weight_kg: null,
        twelfths: null,
        clearance_ids: [],
        ...rest,
      })

    // Variable part: each lift at the supplier's amount, or else at the tariff of its day.
    const counted = slowLifts(facts, liable)
    for (const group of groupLifts(counted)) line(group)

    // Fixed part.
    const persons = row === 'unknown' ? null : row.household_size
    const fixed =
      (persons === null
        ? undefined
        : priceOn(facts, first, { charge: 'fixed', household_size: persons > 1 ? 'several' : 'one' })) ??
      priceOn(facts, first, { charge: 'fixed', household_size: null })
    if (fixed) {
      const { numerator, denominator, twelfths } = share(facts, year, first, last, earlier)
      const amount_cents = takeFrom(
        `f${fixed.id}`,
        fixed.amount_cents,
        part(fixed.amount_cents, numerator, denominator),
      )
      line({
        charge: 'fixed',
        count: 1,
        unit_cents: fixed.amount_cents,
        amount_cents,
        valid_from: fixed.valid_from,
        twelfths,
      })
    }

    // Rental: on each day, the newest containers of a stream beyond the standard number are extra.
    const rented = new Map<string, { tariff: BillTariff; cents: number; twelfths: number | null; count: number }>()
    for (const container of facts.containers.filter(({ is_own }) => is_own)) {
      const extra = liable.filter((day) => {
        const standing = facts.containers.filter(
          (it) =>
            it.is_own &&
            it.waste_type === container.waste_type &&
            it.placed_on <= day &&
            (it.removed_on === null || day < it.removed_on),
        )
        return standing.slice(facts.rule.standard_containers).includes(container)
      })
      let begin = 0
      for (let at = 1; at <= extra.length; at += 1) {
        if (at < extra.length && next(extra[at - 1] as string) === extra[at]) continue
        const [from, to] = [extra[begin] as string, extra[at - 1] as string]
        begin = at
        const { waste_type, kind, volume_litres } = container
        const tariff = priceOn(facts, from, { charge: 'rental', waste_type, kind, volume_litres })
        if (!tariff) continue
        const due = share(facts, year, from, to, from === first ? earlier : null)
        const whole = tariff.amount_cents
        const cents = takeFrom(`r${tariff.id} ${container.id}`, whole, part(whole, due.numerator, due.denominator))
        if (cents === 0) continue
        const key = `${tariff.id} ${due.twelfths} ${cents}`
        const same = rented.get(key) ?? { tariff, cents, twelfths: due.twelfths, count: 0 }
        rented.set(key, { ...same, count: same.count + 1 })
      }
    }
    for (const { tariff, cents, twelfths, count } of rented.values()) {
      const { waste_type, kind, volume_litres, valid_from, amount_cents: unit_cents } = tariff
      line({
        charge: 'rental',
        waste_type,
        kind,
        volume_litres,
        valid_from,
        count,
        unit_cents,
        twelfths,
        amount_cents: cents * count,
      })
    }

    // Delivery: each container placed on a day of this household.
    const delivered = new Map<number, { tariff: BillTariff; count: number }>()
    for (const day of liable)
      for (const { is_own, placed_on, waste_type, kind, volume_litres } of facts.containers) {
        if (!is_own || placed_on !== day) continue
        const tariff = priceOn(facts, day, { charge: 'delivery', waste_type, kind, volume_litres })
        if (tariff) delivered.set(tariff.id, { tariff, count: (delivered.get(tariff.id)?.count ?? 0) + 1 })
      }
    for (const { tariff, count } of delivered.values()) {
      const { waste_type, kind, volume_litres, valid_from, amount_cents: unit_cents } = tariff
      line({
        charge: 'delivery',
        waste_type,
        kind,
        volume_litres,
        valid_from,
        count,
        unit_cents,
        amount_cents: unit_cents * count,
      })
    }

    // Each upheld objection is credited.
    for (const { id, cents } of counted)
      if (facts.objections.some(({ clearance_id, state }) => clearance_id === id && state === 'upheld'))
        line({ charge: 'credit', count: 1, unit_cents: 0 - cents, amount_cents: 0 - cents, clearance_ids: [id] })

    let amount_cents = 0
    for (const it of lines) amount_cents += it.amount_cents
    return { from: first, to: last, subject: row === 'unknown' ? 'unknown' : row.subject_id, lines, amount_cents }
  })
  return { periods, unbilled: slowLifts(facts, nobody).map(({ id }) => id) }
}

type SlowLift = {
  id: number
  day: string
  moment: number
  waste_type: string
  kind: string | null
  volume_litres: number | null
  cents: number
  stated: boolean
  weight_kg: number | null
  valid_from: string | null
  loaded_on: string
}

function slowLifts(facts: BillFacts, days: string[]): SlowLift[] {
  const found: SlowLift[] = []
  const wanted = new Set(days)
  for (const lift of facts.lifts) {
    const day = lift.cleared_at.slice(0, 10)
    if (wanted.has(day)) {
      const container = facts.containers.find(({ id }) => id === lift.container_id)
      const kind = container ? container.kind : null
      const { waste_type, volume_litres } = lift
      const tariff = priceOn(facts, day, { charge: 'clearance', waste_type, kind, volume_litres })
      const cents = lift.amount_cents === null ? (tariff ? tariff.amount_cents : 0) : lift.amount_cents
      found.push({
        id: lift.id,
        day,
        moment: Date.parse(lift.cleared_at),
        waste_type,
        kind,
        volume_litres,
        cents,
        stated: lift.amount_cents !== null,
        weight_kg: lift.weight_kg,
        valid_from: tariff && tariff.amount_cents === cents ? tariff.valid_from : null,
        loaded_on: lift.loaded_on,
      })
    }
  }
  return found.sort((one, other) => one.moment - other.moment || one.id - other.id)
}

/**
 * Groups lifts into lines by stream, kind, volume and amount. Lifts whose amounts depend on weight or on a division are
 * one line, although their amounts differ.
 */
function groupLifts(lifts: SlowLift[]): SlowLine[] {
  const lines: SlowLine[] = []
  const done = new Set<number>()
  for (const lift of lifts) {
    if (done.has(lift.id)) continue
    const alike = lifts.filter(
      (it) => it.waste_type === lift.waste_type && it.kind === lift.kind && it.volume_litres === lift.volume_litres,
    )
    const byWeight = alike.filter((it) => it.stated && (it.weight_kg !== null || it.kind === 'wijkcontainer'))
    const differs = byWeight.some(({ cents }) => cents !== byWeight[0]?.cents)
    const together =
      differs && byWeight.includes(lift)
        ? byWeight
        : alike.filter((it) => it.cents === lift.cents && !(differs && byWeight.includes(it)))
    const hasUnit = together !== byWeight
    let amount_cents = 0
    let grams = 0
    let weighed = false
    for (const it of together) {
      done.add(it.id)
      amount_cents += it.cents
      if (it.weight_kg !== null) {
        weighed = true
        grams += Number((it.weight_kg * 1000).toFixed(0))
      }
    }
    const { waste_type, kind, volume_litres } = lift
    lines.push({
      charge: 'clearance',
      waste_type,
      kind,
      volume_litres,
      valid_from: hasUnit ? lift.valid_from : null,
      count: together.length,
      unit_cents: hasUnit ? lift.cents : null,
      amount_cents,
      weight_kg: weighed ? grams / 1000 : null,
      twelfths: null,
      clearance_ids: together.map(({ id }) => id),
    })
  }
  return lines
}

const nameOf = ({ charge, waste_type, kind, volume_litres }: SlowLine) =>
  `${charge} ${waste_type} ${kind} ${volume_litres}`

/**
 * Computes a bill day by day, from the rules of the bill and without the functions of the product. Returns only sums
 * and lines. `differences` are grouped by charge, stream, kind and volume.
 */
export function slowBill(facts: BillFacts, shows_former: boolean) {
  const { periods: all, unbilled } = slowPeriods(facts, facts.year)
  const now = liableOn(facts, facts.today)
  const current = now === 'unknown' ? 'unknown' : now?.subject_id
  const periods = all.filter(({ subject }) => shows_former || subject === current)
  const subject = periods[periods.length - 1]?.subject
  const own = periods.filter((it) => it.subject === subject)

  const wasLiable = daysOf(facts.year - 1).some((day) => {
    const row = liableOn(facts, day)
    return row !== null && (row === 'unknown' ? 'unknown' : row.subject_id) === subject
  })
  const isOver = facts.today.slice(0, 4) > `${facts.year}`
  const [priced, pricedBefore] = [facts.year, facts.year - 1].map((year) =>
    daysOf(year).some((day) => priceOn(facts, day, {})),
  )
  const before =
    facts.has_year_before && isOver && wasLiable && (pricedBefore || !priced)
      ? slowPeriods(facts, facts.year - 1).periods.filter((it) => it.subject === subject)
      : null
  const differences: Record<string, [count: number, cents: number]> = {}
  if (before)
    for (const [sign, some] of [
      [1, own],
      [-1, before],
    ] as const)
      for (const it of some.flatMap(({ lines }) => lines)) {
        const [count, cents] = differences[nameOf(it)] ?? [0, 0]
        differences[nameOf(it)] = [count + sign * it.count, cents + sign * it.amount_cents]
      }
  const totals = (some: SlowPeriod[]) => {
    let [amount_cents, count] = [0, 0]
    for (const it of some.flatMap(({ lines }) => lines)) {
      amount_cents += it.amount_cents
      if (it.charge === 'clearance') count += it.count
    }
    return { amount_cents, count }
  }

  const assessments = [...new Set(periods.map((it) => it.subject))].map((household) => {
    const imposed = facts.assessments
      .filter((it) => household === 'unknown' || it.subject_id === household)
      .sort((one, other) => Date.parse(other.assessed_on) - Date.parse(one.assessed_on))[0]
    if (!imposed) return null
    const its = periods.filter((it) => it.subject === household)
    let late = 0
    let objected = 0
    for (const { from, to } of its)
      for (const lift of slowLifts(
        facts,
        daysOf(facts.year).filter((day) => day >= from && day <= to),
      )) {
        if (lift.loaded_on > imposed.assessed_on) late += lift.cents
        const upheld = facts.objections.find(
          ({ clearance_id, state }) => clearance_id === lift.id && state === 'upheld',
        )
        if (upheld && (upheld.decided_at ?? '').slice(0, 10) > imposed.assessed_on) objected -= lift.cents
      }
    const difference = totals(its).amount_cents - imposed.amount_cents
    if (difference === 0 && objected === 0) late = 0
    return { assessed_on: imposed.assessed_on, difference, late, objected, tariff: difference - late - objected }
  })
  return {
    periods: periods.map(({ from, to, lines, amount_cents }) => ({ from, to, lines, amount_cents })),
    totals: totals(periods),
    last_year: before && totals(before),
    differences,
    assessments: assessments.filter((it) => it !== null),
    hidden: all.length - periods.length,
    unbilled,
  }
}
