import type { ChargeRule } from '@rd4-loket/contract'
import type { BillFacts } from '../domain/bill/bill-facts.queries.ts'

/** A lift, or one of the lifts of an average. */
type Thing = {
  id: number | null
  order: number
  day: string
  stream: string
  kind: string | null
  volume: number | null
  container: number | null
  price: number
  gram: number
  kilo: number | null
  /** The first day of its part. */
  part: string
  size: number | null
  /** A lift of the year before. */
  isOld: boolean
  rule?: number
  rank?: number
}

/** The sum of the lines of one kind: their number, their cents, and their lifts. */
type SlowSum = { count: number; cents: number; ids: number[] }

/** The bill of one household. The sums have keys such as '2025-01-01 deduction 4'. */
export type SlowRuleBill = {
  owed: number
  paid: number
  sums: Record<string, SlowSum>
  /** The freed lifts: their rule and rank. */
  freed: Record<number, string>
  /** What each objection takes off. */
  objections: Record<number, number>
  late: number
}

const end = '9999-12-31'
const inside = (day: string, from: string, to: string | null) => from <= day && day <= (to ?? end)
const group = (size: number | null) => (size === null ? 'unknown' : size > 1 ? 'several' : 'one')
const dayNumber = (day: string) => Math.round(Date.parse(day) / 86_400_000)
const dayText = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
/** Rounds half a cent up, with whole numbers only. */
const cents = (top: number, bottom: number) => {
  const rest = ((top % bottom) + bottom) % bottom
  return (top - rest) / bottom + (rest * 2 >= bottom ? 1 : 0)
}
const up = (count: number, [top, bottom]: readonly [number, number]) => Math.ceil((count * top) / bottom)
const whole = [1, 1] as const

/** Adds lines to the sums of a bill. The charge is the second word of the key. */
function add(sums: Record<string, SlowSum>, key: string, count: number, amount: number, ids: (number | null)[] = []) {
  const known = sums[key] ?? { count: 0, cents: 0, ids: [] }
  const all = new Set([...known.ids, ...ids.filter((id) => id !== null)])
  sums[key] = { count: known.count + count, cents: known.cents + amount, ids: [...all].sort((one, two) => one - two) }
}

/**
 * Computes the bill of each household of a year, from the rules of docs/bill-rules.md and without the functions of the
 * product. `reached` receives the name of each special case.
 */
export function slowRuleBills(facts: BillFacts, reached: (name: string) => void): Record<string, SlowRuleBill> {
  const { year } = facts
  const rules = (facts.charge_rules ?? []).toSorted((one, other) => one.id - other.id)
  const schemes = facts.schemes ?? []
  const only = <K extends ChargeRule['kind']>(kind: K) =>
    rules.filter((rule): rule is Extract<ChargeRule, { kind: K }> => rule.kind === kind)
  const setting = (of: number) =>
    only('period').find((rule) => inside(`${of}-01-01`, rule.valid_from, rule.valid_to)) ?? {
      fixed_per: 'year',
      rest_per: 'year',
      rest_on: 'own_year',
      size_on: 'each_change',
    }
  const rows =
    facts.occupancies.length > 0
      ? facts.occupancies
      : [{ id: 0, subject_id: '?', first_day: '1900-01-01', last_day: null, household_size: null }]
  const rowOn = (subject: string, day: string) =>
    rows.find((row) => row.subject_id === subject && inside(day, row.first_day, row.last_day))
  /** The days of the households in a year. With halves, 1 July counts as 1 January. */
  const runs = (subject: string | null, of: number, per = 'year') =>
    rows
      .filter((row) => subject === null || row.subject_id === subject)
      .filter((row) => row.first_day <= `${of}-12-31` && (row.last_day ?? end) >= `${of}-01-01`)
      .flatMap((row) => {
        const before = dayText(dayNumber(row.first_day) - 1)
        const from = row.first_day > `${of}-01-01` ? row.first_day : `${of}-01-01`
        const to = (row.last_day ?? end) < `${of}-12-31` ? (row.last_day as string) : `${of}-12-31`
        const goesOn = rows.some((other) => other.subject_id === row.subject_id && other.last_day === before)
        const middle = `${of}-07-01`
        if (per === 'half_year' && from === middle && !goesOn) reached('arrival on 1 July')
        if (per === 'year' || to < middle) return [{ row, from, to, goesOn }]
        if (from >= middle) return [{ row, from, to, goesOn: goesOn || from === middle }]
        return [
          { row, from, to: `${of}-06-30`, goesOn },
          { row, from: middle, to, goesOn: true },
        ]
      })
  const part = (from: string, to: string, goesOn: boolean) => {
    const of = Number(from.slice(0, 4))
    if (facts.rule.proration === 'none') return whole
    if (facts.rule.proration === 'days')
      return [dayNumber(to) - dayNumber(from) + 1, dayNumber(`${of + 1}-01-01`) - dayNumber(`${of}-01-01`)] as const
    const months = Array.from({ length: 12 }, (_, at) => `${of}-${String(at + 1).padStart(2, '0')}-01`)
    const due = months.filter((begin) => from.endsWith('01-01') || begin > from || (goesOn && begin === from))
    return [due.length - months.filter((begin) => begin > to).length, 12] as const
  }
  const share = (subject: string, of: number) => {
    let [top, bottom] = [0, 1]
    for (const run of runs(subject, of, setting(of).fixed_per)) {
      const [own, all] = part(run.from, run.to, run.goesOn)
      top += own
      bottom = all
    }
    return [Math.min(top, bottom), bottom] as const
  }
  const codesOf = (subject: string) =>
    schemes.filter((scheme) => scheme.subject_id === null || scheme.subject_id === subject)
  const price = (day: string, wanted: Record<string, unknown>) =>
    facts.tariffs.find(
      (tariff) =>
        inside(day, tariff.valid_from, tariff.valid_to) &&
        Object.entries({ scheme: null, household_size: null, ...wanted }).every(
          ([field, value]) => ((tariff as Record<string, unknown>)[field] ?? null) === value,
        ),
    )
  const liftPrice = (charge: string, day: string, thing: Pick<Thing, 'stream' | 'kind' | 'volume'>) =>
    price(day, { charge, waste_type: thing.stream, kind: thing.kind, volume_litres: thing.volume })

  // The shares of one price stay within that price, over all households in order of time.
  const pot = new Map<string, number>()
  const fromPot = (key: string, price: number, [top, bottom]: readonly [number, number]) => {
    const left = pot.get(key) ?? price
    const amount = Math.min(left, cents(price * top, bottom))
    pot.set(key, left - amount)
    return amount
  }
  const fixed: { subject: string; from: string; to: string; amount: number; scheme: string }[] = []
  for (const { row, from, to, goesOn } of runs(null, year, setting(year).fixed_per).sort((one, other) =>
    one.from < other.from ? -1 : 1,
  )) {
    const first = runs(row.subject_id, year)[0]
    const size = setting(year).size_on === 'first_day' ? (first?.row.household_size ?? null) : row.household_size
    if (group(size) !== group(row.household_size)) reached('size of the first day')
    const codes = codesOf(row.subject_id)
      .filter((scheme) => scheme.nature !== 'remission' && inside(from, scheme.first_day, scheme.last_day))
      .map(({ code }) => code)
      .sort()
    const found = [...codes, null]
      .map(
        (scheme) =>
          (size === null ? undefined : price(from, { charge: 'fixed', scheme, household_size: group(size) })) ??
          price(from, { charge: 'fixed', scheme }),
      )
      .find((it) => it !== undefined)
    if (!found) continue
    if (found.scheme) reached('price of a code')
    const amount = fromPot(`${found.id}`, found.amount_cents, part(from, to, goesOn))
    fixed.push({ subject: row.subject_id, from, to, amount, scheme: found.scheme ?? '' })
  }

  /** The year on whose bill the rest of a year stands. */
  const billOf = (subject: string, of: number) =>
    setting(of).rest_on === 'next_year' && rowOn(subject, `${of + 1}-01-01`) ? of + 1 : of
  // Rental and delivery, day by day.
  const extras: { subject: string; from: string; charge: string; amount: number }[] = []
  const own = facts.containers.filter(({ is_own }) => is_own)
  for (const restYear of [year - 1, year])
    for (const { row, from, to, goesOn } of runs(null, restYear, setting(restYear).rest_per).sort((one, other) =>
      one.from < other.from ? -1 : 1,
    )) {
      if (billOf(row.subject_id, restYear) !== year) continue
      for (const [at, container] of own.entries()) {
        const { waste_type: stream, kind, volume_litres: volume, placed_on } = container
        const thing = { stream, kind, volume }
        const delivered = inside(placed_on, from, to) && liftPrice('delivery', placed_on, thing)
        if (delivered)
          extras.push({ subject: row.subject_id, from, charge: 'delivery', amount: delivered.amount_cents })
        const stands = (it: typeof container, day: string) => it.placed_on <= day && (it.removed_on ?? end) > day
        const isExtra = (day: string) =>
          inside(day, from, to) &&
          stands(container, day) &&
          own.slice(0, at).filter((it) => it.waste_type === stream && stands(it, day)).length >=
            facts.rule.standard_containers
        for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
          if (!isExtra(dayText(day))) continue
          const first = dayText(day)
          while (isExtra(dayText(day + 1))) day += 1
          const rental = liftPrice('rental', first, thing)
          const twelfths = part(first, dayText(day), goesOn && first === from)
          const amount = rental ? fromPot(`${rental.id} ${at} ${restYear}`, rental.amount_cents, twelfths) : 0
          if (amount > 0) extras.push({ subject: row.subject_id, from, charge: 'rental', amount })
        }
      }
    }

  const things = (subject: string, without: number[]): Thing[] => {
    const found: Thing[] = []
    const lifts = facts.lifts
      .filter(({ id }) => !without.includes(id))
      .toSorted((one, other) => Date.parse(one.cleared_at) - Date.parse(other.cleared_at) || one.id - other.id)
      .map((lift, order) => {
        const container = facts.containers.find(({ id }) => id === lift.container_id)
        return { ...lift, order, day: lift.cleared_at.slice(0, 10), kind: container?.kind ?? null }
      })
      .filter(({ day }) => rowOn(subject, day))
    for (const lift of lifts) {
      const of = Number(lift.day.slice(0, 4))
      const { rest_on, rest_per } = setting(of)
      if ((rest_on === 'measured' && lift.kind !== null) || billOf(subject, of) !== year) continue
      if (rest_on === 'next_year') reached(of === year ? 'settled year' : 'last year')
      const thing = { stream: lift.waste_type, kind: lift.kind, volume: lift.volume_litres }
      const row = rowOn(subject, lift.day)
      const half = rest_per === 'half_year' && lift.day >= `${of}-07-01` ? '07' : '01'
      const kilo = lift.amount_cents === null ? liftPrice('weight', lift.day, thing)?.amount_cents : undefined
      if (kilo && (lift.weight_kg ?? 0) < 0) reached('negative weight')
      found.push({
        ...thing,
        id: lift.id,
        order: lift.order,
        day: lift.day,
        container: lift.container_id,
        price: lift.amount_cents ?? liftPrice('clearance', lift.day, thing)?.amount_cents ?? 0,
        gram: Math.max(0, Math.round((lift.weight_kg ?? 0) * 1000)),
        kilo: lift.weight_kg === null ? null : (kilo ?? null),
        part: [row?.first_day ?? '', `${of}-${half}-01`].sort()[1] as string,
        size: row?.household_size ?? null,
        isOld: false,
      })
    }
    const first = runs(subject, year)[0]
    if (setting(year).rest_on !== 'measured' || !first) return found
    const arrived = rows.filter((row) => row.subject_id === subject)[0]?.first_day ?? ''
    const rest = { day: first.from, part: first.from, size: first.row.household_size, gram: 0, kilo: null, isOld: true }
    const count = (thing: Pick<Thing, 'stream' | 'kind' | 'volume' | 'container' | 'id' | 'order'>) =>
      found.push({ ...thing, ...rest, price: liftPrice('clearance', first.from, thing)?.amount_cents ?? 0 })
    if (arrived >= `${year - 1}-07-01`) {
      const done = new Set<string>()
      let passed = 0
      for (const rule of only('average').filter((it) => inside(first.from, it.valid_from, it.valid_to))) {
        const { waste_type: stream, equipment_kind: kind, volume_litres } = rule
        const container = own.find(
          (it) =>
            it.waste_type === stream &&
            it.kind === kind &&
            (volume_litres ?? it.volume_litres) === it.volume_litres &&
            it.placed_on <= first.from &&
            (it.removed_on ?? end) > first.from,
        )
        const needs = kind === 'minicontainer' || kind === 'citybin'
        if (done.has(stream) || (needs && !container)) {
          passed += 1
          continue
        }
        reached(passed > 0 ? 'average of a later row' : 'average')
        done.add(stream)
        const volume = volume_litres ?? container?.volume_litres ?? null
        for (let at = 0; at < rule.to_lift; at += 1)
          count({ id: null, order: 0, stream, kind, volume, container: container?.id ?? null })
      }
      return found
    }
    const twice = arrived > `${year - 1}-01-01`
    for (const lift of lifts) {
      const { id, order, waste_type: stream, kind, volume_litres: volume, container_id: container } = lift
      if (kind === null || lift.day.slice(0, 4) !== `${year - 1}`) continue
      if (twice && lift.day < `${year - 1}-07-01`) continue
      if (twice) reached('second half twice')
      for (const _ of twice ? [1, 2] : [1]) count({ id, order, stream, kind, volume, container })
    }
    return found
  }

  /** What each thing costs, and its weight: a line rounds once. */
  const costs = (subject: string, all: Thing[]) => {
    const sums: Record<string, number> = {}
    return all.map((thing) => {
      if (thing.rule !== undefined) return { lift: 0, weight: 0 }
      const [top, bottom] = thing.isOld ? share(subject, year) : [thing.gram, 1000]
      const factor = thing.isOld ? thing.price : (thing.kilo ?? 0)
      const key = [thing.isOld, thing.part, thing.stream, thing.kind, thing.volume, thing.kilo].join()
      const before = sums[key] ?? 0
      const after = before + top * factor
      sums[key] = after
      const rounded = cents(after, bottom) - cents(before, bottom)
      return thing.isOld ? { lift: rounded, weight: 0 } : { lift: thing.price, weight: rounded }
    })
  }
  const matches =
    (rule: { waste_type: string | null; equipment_kind: string | null; volume_litres: number | null }) =>
    (thing: Thing) => {
      if (rule.waste_type !== null && rule.waste_type !== thing.stream) return false
      if (rule.volume_litres !== null && rule.volume_litres !== thing.volume) return false
      if (rule.equipment_kind === 'depot') return thing.kind === null
      return thing.kind !== null && (rule.equipment_kind === null || rule.equipment_kind === thing.kind)
    }
  const hasLabel = ({ rule }: { rule: { alternative: string | null } }, label: string | null) =>
    label !== null && rule.alternative === label

  /** Frees lifts: sets the rule and the rank of each. */
  const setFree = (subject: string, all: Thing[]) => {
    const codes = codesOf(subject)
    const before = costs(subject, all).map(({ lift, weight }) => lift + weight)
    for (const lifted of [year - 1, year]) {
      const lists = only('free').map((rule) => {
        const counted = all.filter(
          (thing) =>
            thing.day.startsWith(`${lifted}`) &&
            inside(thing.day, rule.valid_from, rule.valid_to) &&
            matches(rule)(thing) &&
            (rule.household_size === null || rule.household_size === group(thing.size)) &&
            (rule.scheme === null ||
              codes.some(
                (it) =>
                  it.code === rule.scheme &&
                  inside(thing.day, it.first_day, it.last_day) &&
                  (it.container_id ?? thing.container) === thing.container,
              )),
        )
        const limit = rule.prorated ? share(subject, lifted) : whole
        const skip = up(rule.from_lift - 1, limit)
        const last = rule.to_lift === null ? counted.length : up(rule.to_lift, limit)
        const freed = counted.slice(skip, Math.max(skip, last))
        if (freed.length > 0 && rule.prorated && limit[0] < limit[1]) reached('prorated free row')
        if (freed.length > 0 && rule.scheme !== null) reached('free by a code')
        if (freed.length > 0 && rule.equipment_kind === 'depot') reached('free visit')
        return { rule, counted, freed, worth: freed.reduce((sum, thing) => sum + (before[all.indexOf(thing)] ?? 0), 0) }
      })
      const applied = lists.filter((list) => {
        const rivals = lists.filter((it) => hasLabel(it, list.rule.alternative))
        const best = Math.max(...rivals.map(({ worth }) => worth))
        const equals = rivals.filter(({ worth }) => worth === best)
        if (equals.length > 1 && best > 0) reached('equal alternatives')
        if (rivals.length > 1 && best > 0 && equals[0] !== rivals[0]) reached('later alternative')
        return rivals.length === 0 || equals[0] === list
      })
      const named = applied.filter((list, at) => {
        const isDropped = applied.some(
          (other, place) =>
            place !== at &&
            list.freed.every((thing) => other.freed.includes(thing)) &&
            (other.freed.length > list.freed.length || place < at),
        )
        if (isDropped && list.freed.length > 0) reached('dropped row')
        return !isDropped
      })
      for (const { rule, counted, freed } of named)
        for (const thing of freed.filter((it) => it.rule === undefined)) {
          thing.rule = rule.id
          thing.rank = counted.indexOf(thing) + 1
        }
    }
  }

  const billOfHousehold = (subject: string, without: number[]) => {
    const sums: Record<string, SlowSum> = {}
    const codes = codesOf(subject)
    const all = things(subject, without)
    setFree(subject, all)
    const after = costs(subject, all)
    for (const [at, thing] of all.entries()) {
      const key = [thing.stream, thing.kind, thing.volume].join()
      const { lift = 0, weight = 0 } = after[at] ?? {}
      add(sums, `${thing.part} clearance ${key} ${thing.rule ?? ''}`, 1, lift, [thing.id])
      if (thing.kilo !== null && thing.rule === undefined)
        add(sums, `${thing.part} weight ${key} `, 1, weight, [thing.id])
    }
    for (const it of fixed.filter((it) => it.subject === subject))
      add(sums, `${it.from} fixed ${it.scheme}`, 1, it.amount)
    for (const { from, charge, amount } of extras.filter((it) => it.subject === subject))
      add(sums, `${from} ${charge} `, 1, amount)
    const first = runs(subject, year)[0]
    const items = {
      fixed: fixed
        .filter((it) => it.subject === subject)
        .map(({ from, to, amount }) => ({ part: from, from, to, left: amount, thing: null as Thing | null })),
      lifts: all
        .map((thing, at) => ({
          thing: thing as Thing | null,
          left: (after[at]?.lift ?? 0) + (after[at]?.weight ?? 0),
          part: thing.part,
          from: thing.day,
          to: thing.day,
        }))
        .filter(({ thing }) => thing?.rule === undefined),
    }
    type Deduction = ReturnType<typeof only<'deduction'>>[number]
    const takes = (rule: Deduction) => {
      if (!first || (rule.household_size !== null && rule.household_size !== group(first.row.household_size))) return []
      const own = items[rule.target].filter(({ thing, from, to }) => {
        if (thing && !matches(rule)(thing)) return false
        const held = codes.filter(
          (it) => it.code === rule.scheme && (!thing || (it.container_id ?? thing.container) === thing.container),
        )
        if (held.some(({ nature }) => nature === 'remission'))
          return (
            inside(first.from, rule.valid_from, rule.valid_to) &&
            runs(subject, year).some((run) =>
              held.some((it) => it.first_day <= run.to && (it.last_day ?? end) >= run.from),
            )
          )
        return (
          inside(from, rule.valid_from, rule.valid_to) &&
          (rule.scheme === null || held.some((it) => it.first_day <= to && (it.last_day ?? end) >= from))
        )
      })
      const limit = rule.prorated ? share(subject, year) : whole
      const scaled = (amount: number | null) => (amount === null ? null : cents(amount * limit[0], limit[1]))
      const [most, rest] = [scaled(rule.max_cents), scaled(rule.left_cents)]
      const off = (sum: number) => {
        if (rest !== null) return Math.max(0, sum - rest)
        const percent = cents(sum * (rule.percent ?? 100), 100)
        return most === null ? percent : Math.min(percent, most)
      }
      // The first items lose their cents first.
      let running = 0
      return (rule.to_lift === null ? own : own.slice(0, up(rule.to_lift, limit))).map((item) => {
        running += item.left
        return { item, amount: off(running) - off(running - item.left) }
      })
    }
    const sizeOf = (taken: ReturnType<typeof takes>) => taken.reduce((sum, { amount }) => sum + amount, 0)
    const winners = new Map<string, number>()
    for (const target of ['fixed', 'lifts'] as const)
      for (const rule of only('deduction').filter((it) => it.target === target)) {
        const label = rule.alternative
        if (label !== null && !winners.has(label)) {
          // A row for another size of household is no rival.
          const rivals = only('deduction').filter(
            (it) =>
              it.alternative === label &&
              (it.household_size ?? group(first?.row.household_size ?? null)) ===
                group(first?.row.household_size ?? null),
          )
          const amounts = rivals.map((it) => sizeOf(takes(it)))
          winners.set(label, rivals[amounts.indexOf(Math.max(...amounts))]?.id ?? -1)
          if (rivals.length > 1 && Math.max(...amounts) > 0) reached('alternative deductions')
        }
        if (label !== null && winners.get(label) !== rule.id) continue
        const taken = takes(rule)
        for (const { item, amount } of taken.filter(({ amount }) => amount > 0)) {
          item.left -= amount
          const isNew = sums[`${item.part} deduction ${rule.id}`] === undefined
          add(sums, `${item.part} deduction ${rule.id}`, target === 'fixed' ? Number(isNew) : 1, 0 - amount, [
            item.thing?.id ?? null,
          ])
          if (item.part < `${year}` && codes.some(({ code, nature }) => code === rule.scheme && nature === 'remission'))
            reached('remission of last year')
          if (rule.scheme !== null && codes.some((it) => it.code === rule.scheme && it.container_id !== null))
            reached('code of a container')
        }
      }
    const total = Object.values(sums).reduce((sum, line) => sum + line.cents, 0)
    return { all, sums, total }
  }

  const bills: Record<string, SlowRuleBill> = {}
  for (const subject of new Set(runs(null, year).map(({ row }) => row.subject_id))) {
    const { all, sums, total } = billOfHousehold(subject, [])
    const partOf = (lift: number) => all.find(({ id }) => id === lift)?.part
    const out: number[] = []
    const objections: Record<number, number> = {}
    let lowest = total
    for (const { clearance_id, state } of facts.objections) {
      if (state !== 'upheld' || partOf(clearance_id) === undefined || out.includes(clearance_id)) continue
      out.push(clearance_id)
      const credit = Math.max(0, lowest - billOfHousehold(subject, out).total)
      if (credit === 0) reached('credit of nothing')
      lowest -= credit
      objections[clearance_id] = credit
      add(sums, `${partOf(clearance_id)} credit `, 1, 0 - credit, [clearance_id])
    }
    for (const { clearance_id } of facts.objections)
      if (objections[clearance_id] === undefined && partOf(clearance_id) !== undefined)
        objections[clearance_id] = Math.max(0, lowest - billOfHousehold(subject, [...out, clearance_id]).total)
    const imposed = facts.assessments
      .filter((it) => subject === '?' || it.subject_id === subject)
      .toSorted((one, other) => (one.assessed_on >= other.assessed_on ? -1 : 1))[0]
    const late = facts.lifts.filter(({ id, loaded_on }) => partOf(id) && imposed && loaded_on > imposed.assessed_on)
    bills[subject] = {
      owed: total,
      paid: lowest,
      sums,
      freed: Object.fromEntries(
        all
          .filter(({ id }, at) => id !== null && all.findIndex((other) => other.id === id) === at)
          .filter(({ rule }) => rule !== undefined)
          .map(({ id, rule, rank }) => [id, `${rule} ${rank}`]),
      ),
      objections,
      late:
        total -
        billOfHousehold(
          subject,
          late.map(({ id }) => id),
        ).total,
    }
  }
  return bills
}
