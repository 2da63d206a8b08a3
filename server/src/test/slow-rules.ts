import type { ChargeRule } from '@rd4-loket/contract'
import type { BillFacts } from '../domain/bill/bill-facts.queries.ts'

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
  part: string
  size: number | null
  times: number
  free: boolean
}

const end = '9999-12-31'
const inside = (day: string, from: string, to: string | null) => from <= day && day <= (to ?? end)
const group = (size: number | null) => (size === null ? 'unknown' : size > 1 ? 'several' : 'one')
/** Rounds half a cent up, with whole numbers only. */
const cents = (top: number, bottom: number) => {
  const rest = ((top % bottom) + bottom) % bottom
  return (top - rest) / bottom + (rest * 2 >= bottom ? 1 : 0)
}

/**
 * Computes what each household of a year owes and pays, from the rules of docs/bill-rules.md and without the functions
 * of the product. It knows no rental and delivery.
 */
export function slowRuleTotals(facts: BillFacts): Record<string, { owed: number; paid: number }> {
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
  const runs = (subject: string | null, of: number) =>
    rows
      .filter((row) => subject === null || row.subject_id === subject)
      .filter((row) => row.first_day <= `${of}-12-31` && (row.last_day ?? end) >= `${of}-01-01`)
      .map((row) => {
        const before = new Date(Date.parse(row.first_day) - 86_400_000).toISOString().slice(0, 10)
        return {
          row,
          from: row.first_day > `${of}-01-01` ? row.first_day : `${of}-01-01`,
          to: (row.last_day ?? end) < `${of}-12-31` ? (row.last_day as string) : `${of}-12-31`,
          goesOn: rows.some((other) => other.subject_id === row.subject_id && other.last_day === before),
        }
      })
  const daysIn = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  const parts = (of: number) => daysIn(`${of}-01-01`, `${of}-12-31`)
  const part = (from: string, to: string, goesOn: boolean) => {
    const of = Number(from.slice(0, 4))
    if (facts.rule.proration === 'none') return [1, 1] as const
    if (facts.rule.proration === 'days') return [daysIn(from, to), parts(of)] as const
    const months = Array.from({ length: 12 }, (_, at) => `${of}-${String(at + 1).padStart(2, '0')}-01`)
    const due = months.filter((begin) => from.endsWith('01-01') || begin > from || (goesOn && begin === from))
    return [due.length - months.filter((begin) => begin > to).length, 12] as const
  }
  const share = (subject: string, of: number) => {
    let [top, bottom] = [0, 1]
    for (const run of runs(subject, of)) {
      const [own, whole] = part(run.from, run.to, run.goesOn)
      top += own
      bottom = whole
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

  // The fixed parts of all households, in order of time: their shares stay within one price.
  const fixed: { subject: string; from: string; to: string; amount: number }[] = []
  const pot = new Map<number, number>()
  const halves = runs(null, year)
    .flatMap(({ row, from, to, goesOn }) => {
      const middle = `${year}-07-01`
      const whole = { row, from, to, goesOn }
      if (setting(year).fixed_per === 'year' || to < middle) return [whole]
      if (from >= middle) return [{ ...whole, goesOn: goesOn || from === middle }]
      return [
        { ...whole, to: `${year}-06-30` },
        { ...whole, from: middle, goesOn: true },
      ]
    })
    .sort((one, other) => (one.from < other.from ? -1 : 1))
  for (const { row, from, to, goesOn } of halves) {
    const first = runs(row.subject_id, year)[0]
    const size = setting(year).size_on === 'first_day' ? (first?.row.household_size ?? null) : row.household_size
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
    const [top, bottom] = part(from, to, goesOn)
    const left = pot.get(found.id) ?? found.amount_cents
    const amount = Math.min(left, cents(found.amount_cents * top, bottom))
    pot.set(found.id, left - amount)
    fixed.push({ subject: row.subject_id, from, to, amount })
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
      if (rest_on === 'measured' && lift.kind !== null) continue
      const billed = rest_on === 'next_year' && rowOn(subject, `${of + 1}-01-01`) ? of + 1 : of
      if (billed !== year) continue
      const thing = { stream: lift.waste_type, kind: lift.kind, volume: lift.volume_litres }
      const row = rowOn(subject, lift.day)
      const half = rest_per === 'half_year' && lift.day >= `${of}-07-01` ? 2 : 1
      found.push({
        ...thing,
        id: lift.id,
        order: lift.order,
        day: lift.day,
        container: lift.container_id,
        price: lift.amount_cents ?? liftPrice('clearance', lift.day, thing)?.amount_cents ?? 0,
        gram: Math.max(0, Math.round((lift.weight_kg ?? 0) * 1000)),
        kilo: lift.amount_cents === null ? (liftPrice('weight', lift.day, thing)?.amount_cents ?? null) : null,
        part: `${row?.id} ${of} ${half}`,
        size: row?.household_size ?? null,
        times: 0,
        free: false,
      })
    }
    const first = runs(subject, year)[0]
    if (setting(year).rest_on !== 'measured' || !first) return found
    const arrived = rows.filter((row) => row.subject_id === subject)[0]?.first_day ?? ''
    const empty = {
      day: first.from,
      gram: 0,
      kilo: null,
      part: 'measured',
      size: first.row.household_size,
      free: false,
    }
    const add = (thing: Pick<Thing, 'stream' | 'kind' | 'volume' | 'container' | 'id' | 'order'>) =>
      found.push({ ...thing, ...empty, times: 1, price: liftPrice('clearance', first.from, thing)?.amount_cents ?? 0 })
    if (arrived >= `${year - 1}-07-01`) {
      const done = new Set<string>()
      for (const rule of only('average')) {
        const { waste_type: stream, equipment_kind: kind, volume_litres } = rule
        const container = facts.containers.find(
          (it) =>
            it.is_own &&
            it.waste_type === stream &&
            it.kind === kind &&
            (volume_litres ?? it.volume_litres) === it.volume_litres &&
            it.placed_on <= first.from &&
            (it.removed_on ?? end) > first.from,
        )
        const needs = kind === 'minicontainer' || kind === 'citybin'
        if (done.has(stream) || !inside(first.from, rule.valid_from, rule.valid_to) || (needs && !container)) continue
        done.add(stream)
        const volume = volume_litres ?? container?.volume_litres ?? null
        for (let at = 0; at < rule.to_lift; at += 1)
          add({ id: null, order: 0, stream, kind, volume, container: container?.id ?? null })
      }
      return found
    }
    const double = arrived > `${year - 1}-01-01`
    for (const lift of lifts) {
      if (lift.kind === null || lift.day.slice(0, 4) !== `${year - 1}`) continue
      if (double && lift.day < `${year - 1}-07-01`) continue
      for (const _ of double ? [1, 2] : [1])
        add({
          id: lift.id,
          order: lift.order,
          stream: lift.waste_type,
          kind: lift.kind,
          volume: lift.volume_litres,
          container: lift.container_id,
        })
    }
    return found
  }

  /** What each thing costs: a line rounds once. */
  const costs = (subject: string, all: Thing[]) => {
    const sums: Record<string, number> = {}
    return all.map((thing) => {
      if (thing.free) return 0
      const [top, bottom] = thing.times > 0 ? share(subject, year) : [thing.gram, 1000]
      const factor = thing.times > 0 ? thing.price : (thing.kilo ?? 0)
      const key = [thing.part, thing.stream, thing.kind, thing.volume, thing.kilo].join()
      const before = sums[key] ?? 0
      const after = before + top * factor
      sums[key] = after
      return cents(after, bottom) - cents(before, bottom) + (thing.times > 0 ? 0 : thing.price)
    })
  }
  const matches = (rule: {
    waste_type: string | null
    equipment_kind: string | null
    volume_litres: number | null
  }) => {
    return (thing: Thing) => {
      if (rule.waste_type !== null && rule.waste_type !== thing.stream) return false
      if (rule.volume_litres !== null && rule.volume_litres !== thing.volume) return false
      if (rule.equipment_kind === 'depot') return thing.kind === null
      return thing.kind !== null && (rule.equipment_kind === null || rule.equipment_kind === thing.kind)
    }
  }
  const up = (count: number, [top, bottom]: readonly [number, number]) => Math.ceil((count * top) / bottom)

  const owed = (subject: string, without: number[]) => {
    const codes = codesOf(subject)
    const all = things(subject, without)
    const before = costs(subject, all)
    for (const of of [year - 1, year]) {
      const lists = only('free').map((rule) => {
        const counted = all.filter(
          (thing) =>
            thing.day.startsWith(`${of}`) &&
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
        const whole = rule.prorated ? share(subject, of) : ([1, 1] as const)
        const skip = up(rule.from_lift - 1, whole)
        const last = rule.to_lift === null ? counted.length : up(rule.to_lift, whole)
        const freed = counted.slice(skip, Math.max(skip, last))
        return { rule, freed, worth: freed.reduce((sum, thing) => sum + (before[all.indexOf(thing)] ?? 0), 0) }
      })
      for (const list of lists) {
        const rivals = lists.filter(
          ({ rule }) => rule.alternative !== null && rule.alternative === list.rule.alternative,
        )
        const best = Math.max(...rivals.map(({ worth }) => worth))
        if (rivals.length === 0 || rivals.find(({ worth }) => worth === best) === list)
          for (const thing of list.freed) thing.free = true
      }
    }
    const after = costs(subject, all)
    const first = runs(subject, year)[0]
    const fixedItems = fixed
      .filter((it) => it.subject === subject)
      .map((it) => ({ ...it, left: it.amount, thing: null as Thing | null }))
    const liftItems = all
      .map((thing, at) => ({ thing, left: after[at] ?? 0, from: thing.day, to: thing.day }))
      .filter(({ thing }) => !thing.free)
      .sort((one, other) => one.thing.times - other.thing.times || one.thing.order - other.thing.order)
    if (first)
      for (const target of ['fixed', 'lifts'] as const)
        for (const rule of only('deduction').filter((it) => it.target === target)) {
          if (rule.household_size !== null && rule.household_size !== group(first.row.household_size)) continue
          const items = [...(target === 'fixed' ? fixedItems : liftItems)].filter(({ thing, from, to }) => {
            if (thing && !matches(rule)(thing)) return false
            const own = codes.filter(
              (it) => it.code === rule.scheme && (!thing || (it.container_id ?? thing.container) === thing.container),
            )
            if (own.some(({ nature }) => nature === 'remission'))
              return (
                inside(first.from, rule.valid_from, rule.valid_to) &&
                runs(subject, year).some((run) =>
                  own.some((it) => it.first_day <= run.to && (it.last_day ?? end) >= run.from),
                )
              )
            return (
              inside(from, rule.valid_from, rule.valid_to) &&
              (rule.scheme === null || own.some((it) => it.first_day <= to && (it.last_day ?? end) >= from))
            )
          })
          const whole = rule.prorated ? share(subject, year) : ([1, 1] as const)
          const scaled = (limit: number | null) => (limit === null ? null : cents(limit * whole[0], whole[1]))
          const some = rule.to_lift === null ? items : items.slice(0, up(rule.to_lift, whole))
          const total = some.reduce((sum, { left }) => sum + left, 0)
          let off = cents(total * (rule.percent ?? 100), 100)
          const [most, rest] = [scaled(rule.max_cents), scaled(rule.left_cents)]
          if (most !== null) off = Math.min(off, most)
          if (rest !== null) off = Math.max(0, total - rest)
          // The first items lose their cents first.
          let running = 0
          let gone = 0
          for (const item of some) {
            running += item.left
            const until =
              rest === null ? Math.min(cents(running * (rule.percent ?? 100), 100), off) : Math.max(0, running - rest)
            item.left -= until - gone
            gone = until
          }
        }
    return [...fixedItems, ...liftItems].reduce((sum, { left }) => sum + left, 0)
  }

  const totals: Record<string, { owed: number; paid: number }> = {}
  for (const subject of new Set(runs(null, year).map(({ row }) => row.subject_id))) {
    const base = owed(subject, [])
    const billed = new Set(things(subject, []).map(({ id }) => id))
    const out: number[] = []
    let lowest = base
    for (const { clearance_id, state } of facts.objections) {
      if (state !== 'upheld' || !billed.has(clearance_id)) continue
      out.push(clearance_id)
      lowest = Math.min(lowest, owed(subject, out))
    }
    totals[subject] = { owed: base, paid: lowest }
  }
  return totals
}
