import type { BillLine, WasteStream } from '@rd4-loket/contract'
import { lineKey } from './bill-lines.ts'
import type { ChargedPeriod } from './charge-periods.ts'
import { sizeGroup } from './households.ts'
import { nounOf } from './rules/rule-words.ts'
import { sumOf } from './sums.ts'
import { containerWords, liftNouns, liftWords } from './wording.ts'

/** A cause of the difference with the year before. `words` follow 'door': '1 gft-lediging meer'. */
export type DifferenceCause = { amount_cents: number; words: string }

/** The charges of one household in one year. */
type ComparedYear = Pick<ChargedPeriod, 'lines' | 'from' | 'household_size'>[]

type ComparedYears = {
  now: ComparedYear
  before: ComparedYear
  /** Whether the lifts of both years are chosen by the same rule: those of the year itself, or those of the year before. */
  isSameRest: boolean
  /** Returns what the whole fixed part costs on a day for a household of this size; undefined when it is unknown. */
  fixedPart: (day: string, household_size: number | null) => number | undefined
}

const centsOf = (lines: BillLine[]) => sumOf(lines, ({ amount_cents }) => amount_cents)
const countOf = (lines: BillLine[]) => sumOf(lines, ({ count }) => count)
const linesOf = (year: ComparedYear) => year.flatMap(({ lines }) => lines)

/** Which parts of the difference of a line have their own column. */
type Told = 'tariff_and_count' | 'tariff' | 'count' | 'nothing'

/**
 * Sets the difference of each line with the lines of the same kind in the year before. The number and the amount of
 * that year are divided over the lines in order of time. The difference is then the sum of earlier number × change of
 * tariff, and change of number × new tariff. What `told` leaves out is in `other_cents`.
 */
function setDifferences(lines: BillLine[], before: BillLine[], told: Told) {
  const [count, cents] = [countOf(before), centsOf(before)]
  const isLift = lines[0]?.charge === 'clearance'
  const total = isLift ? count : centsOf(lines)
  let [countLeft, centsLeft] = [count, cents]
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1
    const ownCount = isLast ? countLeft : Math.min(line.count, countLeft)
    // The shares of other charges follow their amounts: 5/12 and 7/12 of one fixed part.
    const share = total === 0 ? 0 : (isLift ? ownCount : line.amount_cents) / total
    const ownCents = isLast ? centsLeft : Math.round(cents * share)
    countLeft -= ownCount
    centsLeft -= ownCents
    const amount_cents = line.amount_cents - ownCents
    const atNewTariff = Math.round((line.amount_cents * ownCount) / line.count)
    const count_cents = told === 'tariff_and_count' || told === 'count' ? line.amount_cents - atNewTariff : 0
    const tariff_cents = told === 'tariff_and_count' || told === 'tariff' ? atNewTariff - ownCents : 0
    const other_cents = amount_cents - count_cents - tariff_cents
    line.difference = { count: line.count - ownCount, amount_cents, tariff_cents, count_cents, other_cents }
  }
}

/** Returns a line of the year before that has no line now. Its number is 0, and its whole amount is a difference. */
function goneLine(before: BillLine[], told: Told): BillLine {
  const [line] = before as [BillLine]
  const [count, amount_cents] = [0 - countOf(before), 0 - centsOf(before)]
  const isCount = told === 'count' || told === 'tariff_and_count'
  return {
    ...line,
    valid_from: null,
    count: 0,
    unit_cents: null,
    amount_cents: 0,
    weight_kg: null,
    twelfths: null,
    clearance_ids: [],
    difference: {
      count,
      amount_cents,
      tariff_cents: 0,
      count_cents: isCount ? amount_cents : 0,
      other_cents: isCount ? 0 : amount_cents,
    },
  }
}

/**
 * Compares two years of one household: sets the difference of each line of `now`, and adds a line for each kind that
 * only the year before has. Returns the causes; they add up to the difference of the totals.
 */
export function compareYears(compared: ComparedYears): DifferenceCause[] {
  const { now, before, isSameRest } = compared
  // A free line has no difference of its own: the charged lines of its kind have it.
  for (const line of linesOf(now).filter(isFree))
    line.difference = { count: 0, amount_cents: 0, tariff_cents: 0, count_cents: 0, other_cents: 0 }
  const freeOf = (year: ComparedYear) => Map.groupBy(linesOf(year).filter(isFree), lineKey)
  const [freeNow, freeBefore] = [freeOf(now), freeOf(before)]
  const [groupsNow, groupsBefore] = [now, before].map((year) =>
    Map.groupBy(
      linesOf(year).filter((line) => !isFree(line)),
      lineKey,
    ),
  ) as [Map<string, BillLine[]>, Map<string, BillLine[]>]
  const kinds = [...new Set([...groupsNow.keys(), ...groupsBefore.keys()])].map((key) => ({
    own: groupsNow.get(key) ?? [],
    previous: groupsBefore.get(key) ?? [],
    free: { now: countOf(freeNow.get(key) ?? []), before: countOf(freeBefore.get(key) ?? []) },
  }))
  const lifts = kinds.filter(({ own, previous }) => (own[0] ?? previous[0])?.charge === 'clearance')
  const others = kinds.filter((kind) => !lifts.includes(kind))
  const gone: BillLine[] = []
  const compareKind = (kind: KindOfLine, told: Told) => {
    const { own, previous } = kind
    setDifferences(own, previous, told)
    if (own.length > 0 || previous.length === 0) return
    const line = goneLine(previous, told)
    gone.push(line)
    kind.gone = line
  }
  const causes = isSameRest
    ? [...Map.groupBy(lifts, streamOf).values()].flatMap((kindsOfStream) => compareStream(kindsOfStream, compareKind))
    : [otherRestCause(lifts, compareKind)]
  for (const kind of others) compareKind(kind, 'nothing')
  now.at(-1)?.lines.push(...gone)
  const tariffs = linesOf(now).map(({ difference }) => difference?.tariff_cents ?? 0)
  const chargeOf = (charge: BillLine['charge'], more: string, less: string): DifferenceCause => {
    const amount_cents = sumOf(others, ({ own, previous }) =>
      (own[0] ?? previous[0])?.charge === charge ? centsOf(own) - centsOf(previous) : 0,
    )
    return { amount_cents, words: amount_cents > 0 ? more : less }
  }
  return [
    { amount_cents: sumOf(tariffs, (cents) => cents), words: tariffWords(tariffs) },
    ...causes,
    ...fixedCauses(compared),
    chargeOf('rental', 'de huur van een extra container', 'minder huur van extra containers'),
    chargeOf('delivery', 'het bezorgen van een container', 'minder kosten voor het bezorgen'),
    chargeOf('weight', 'meer of duurder gewicht', 'minder of goedkoper gewicht'),
    chargeOf('deduction', 'minder korting of kwijtschelding', 'een korting of kwijtschelding'),
    chargeOf('credit', 'minder teruggaaf na bezwaar', 'een teruggaaf na bezwaar'),
  ].filter(({ amount_cents }) => amount_cents !== 0)
}

const isFree = ({ charge, rule }: BillLine) => charge === 'clearance' && rule !== undefined

type KindOfLine = {
  own: BillLine[]
  previous: BillLine[]
  /** The numbers of lifts of this kind that a charge rule frees. */
  free: { now: number; before: number }
  /** The line that only has the difference, if only the year before has charged lifts. */
  gone?: BillLine
}

/** Compares lifts that another rule chooses than in the year before: their numbers are not those of two years. */
function otherRestCause(lifts: KindOfLine[], compareKind: (kind: KindOfLine, told: Told) => void): DifferenceCause {
  for (const kind of lifts) compareKind(kind, 'nothing')
  const amount_cents = sumOf(lifts, ({ own, previous }) => centsOf(own) - centsOf(previous))
  return { amount_cents, words: 'een andere regel voor de ledigingen' }
}

/**
 * Divides the change of the number of charged lifts: into the change of all lifts, and the change of the free lifts.
 * Returns the cause of the latter, at the price of the last line.
 */
function freeCause(kind: KindOfLine): DifferenceCause[] {
  const { own, previous, free } = kind
  const change = free.now - free.before
  const line = own.at(-1) ?? kind.gone
  const priced = own.at(-1) ?? previous.at(-1)
  if (change === 0 || !line?.difference || !priced) return []
  const cents = Math.round((change * priced.amount_cents) / priced.count)
  line.difference.count += change
  line.difference.count_cents += cents
  line.difference.other_cents -= cents
  const { kind: equipment, waste_type } = priced
  const noun = equipment === 'minicontainer' ? liftNouns[waste_type as WasteStream] : nounOf(equipment)
  const count = Math.abs(change)
  const words = `${count} gratis ${noun[count === 1 ? 0 : 1]} ${change < 0 ? 'minder' : 'meer'}`
  return [{ amount_cents: 0 - cents, words }]
}

const lineOf = ({ own, previous }: KindOfLine) => (own[0] ?? previous[0]) as BillLine

/** The lifts of one stream are compared together. A visit to the waste depot is compared with nothing else. */
const streamOf = (kind: KindOfLine) => {
  const { kind: equipment, waste_type } = lineOf(kind)
  return `${equipment === null} ${waste_type}`
}

function tariffWords(cents: number[]) {
  const changed = cents.filter((it) => it !== 0)
  if (changed.some((it) => Math.sign(it) !== Math.sign(changed[0] as number))) return 'andere tarieven'
  const isHigher = (changed[0] ?? 0) > 0
  if (changed.length === 1) return isHigher ? 'een hoger tarief' : 'een lager tarief'
  return isHigher ? 'hogere tarieven' : 'lagere tarieven'
}

/** Returns whether amounts depend on weight or on the share of a shared container, so that there is no tariff. */
const isMeasured = ({ own, previous }: KindOfLine) =>
  [...own, ...previous].some(({ unit_cents }) => unit_cents === null)

/** Compares the lifts of one stream. Returns the causes, except the change of tariffs. */
function compareStream(kinds: KindOfLine[], compareKind: (kind: KindOfLine, told: Told) => void): DifferenceCause[] {
  const added = kinds.filter(({ previous, free }) => previous.length === 0 && free.before === 0)
  const removed = kinds.filter(({ own, free }) => own.length === 0 && free.now === 0)
  const kept = kinds.filter((kind) => !added.includes(kind) && !removed.includes(kind))
  const isChanged =
    (added.length > 0 || removed.length > 0) && added.length < kinds.length && removed.length < kinds.length
  if (!isChanged) {
    for (const kind of kinds) compareKind(kind, isMeasured(kind) ? 'count' : 'tariff_and_count')
    return kinds.flatMap((kind) => {
      // Free lifts have no price if the others depend on weight.
      const freed = isMeasured(kind) ? [] : freeCause(kind)
      return [...countCause(kind, kinds), ...freed, ...(isMeasured(kind) ? measuredCause(kind) : [])]
    })
  }
  // The household has another container of this stream.
  for (const kind of kept) compareKind(kind, isMeasured(kind) ? 'nothing' : 'tariff')
  for (const kind of removed) compareKind(kind, 'nothing')
  if (kept.length > 0) for (const kind of added) compareKind(kind, 'nothing')
  else compareSwapped(added, removed, compareKind)
  const cents = sumOf(kinds, ({ own, previous }) => centsOf(own) - centsOf(previous))
  const tariff_cents = sumOf(kept, ({ own }) => sumOf(own, ({ difference }) => difference?.tariff_cents ?? 0))
  const count_cents = sumOf(added, ({ own }) => sumOf(own, ({ difference }) => difference?.count_cents ?? 0))
  const swapped = {
    own: added.flatMap(({ own }) => own),
    previous: removed.flatMap(({ previous }) => previous),
    free: { now: 0, before: 0 },
  }
  return [
    ...(count_cents === 0 ? [] : [{ amount_cents: count_cents, words: countWords(swapped, [swapped]) }]),
    { amount_cents: cents - tariff_cents - count_cents, words: changedContainerWords(added, removed, kept) },
  ]
}

/** Compares the lifts of containers that replaced all earlier ones: their number changes at their own tariff. */
function compareSwapped(
  added: KindOfLine[],
  removed: KindOfLine[],
  compareKind: (kind: KindOfLine, told: Told) => void,
) {
  let countLeft = sumOf(removed, ({ previous }) => countOf(previous))
  const lines = added.flatMap(({ own }) => own)
  for (const kind of added) compareKind(kind, 'nothing')
  for (const [at, line] of lines.entries()) {
    const before = at === lines.length - 1 ? countLeft : Math.min(line.count, countLeft)
    countLeft -= before
    const count_cents = line.amount_cents - Math.round((line.amount_cents * before) / line.count)
    if (line.difference) {
      line.difference.count_cents = count_cents
      line.difference.other_cents = line.amount_cents - count_cents
    }
  }
}

const changeOf = ({ own, previous, free }: KindOfLine) => countOf(own) + free.now - countOf(previous) - free.before

function countCause(kind: KindOfLine, kinds: KindOfLine[]): DifferenceCause[] {
  const lines = kind.gone ? [kind.gone] : kind.own
  const amount_cents = sumOf(lines, ({ difference }) => difference?.count_cents ?? 0)
  return [{ amount_cents, words: countWords(kind, kinds) }]
}

function measuredCause(kind: KindOfLine): DifferenceCause[] {
  const amount_cents = sumOf(kind.own, ({ difference }) => difference?.other_cents ?? 0)
  const { name } = liftWords(lineOf(kind))
  return [{ amount_cents, words: `andere bedragen per keer voor ${name}` }]
}

/** Returns a change of the number of lifts in words: '1 gft-lediging meer'. `kinds`: all kinds of that stream. */
function countWords(kind: KindOfLine, kinds: KindOfLine[]) {
  const { kind: equipment, waste_type, volume_litres } = lineOf(kind)
  const change = changeOf(kind)
  const [count, more] = [Math.abs(change), change < 0 ? 'minder' : 'meer']
  if (equipment === null) return `${count} keer ${more} bezoek aan het grondstoffenpark`
  if (equipment !== 'minicontainer')
    return `${count} keer ${more} gebruik van ${liftWords({ kind: equipment, waste_type }).name}`
  const noun = liftNouns[waste_type as WasteStream][count === 1 ? 0 : 1]
  const hasTwin = kinds.filter((other) => lineOf(other).kind === equipment).length > 1
  return `${count} ${noun}${hasTwin && volume_litres !== null ? ` van ${volume_litres} liter` : ''} ${more}`
}

function changedContainerWords(added: KindOfLine[], removed: KindOfLine[], kept: KindOfLine[]) {
  const { waste_type } = lineOf((added[0] ?? removed[0]) as KindOfLine)
  const name = containerWords[waste_type as WasteStream]
  const [one, other] = [removed[0] ?? kept[0], added[0] ?? kept[0]].map((kind) => kind && lineOf(kind))
  const isMini = [...added, ...removed, ...kept].every((kind) => lineOf(kind).kind === 'minicontainer')
  if (!isMini || added.length > 1 || removed.length > 1 || !one?.volume_litres || !other?.volume_litres)
    return `een andere container voor ${name.replace(/-?container.*$/, '')}`
  return other.volume_litres > one.volume_litres ? `een grotere ${name}` : `een kleinere ${name}`
}

/** Returns the share of a year that lines of the fixed part charge. 1 is a whole year of one household. */
const yearsOf = (lines: BillLine[]) =>
  sumOf(lines, ({ twelfths, amount_cents, unit_cents }) =>
    twelfths === null ? (unit_cents ? amount_cents / unit_cents : 1) : twelfths / 12,
  )

/** Returns the causes of the change of the fixed part: its tariff, the size of the household, and the months. */
function fixedCauses({ now, before, fixedPart }: ComparedYears): DifferenceCause[] {
  const [own, previous] = [now, before].map((year) => linesOf(year).filter(isFixedPart)) as [BillLine[], BillLine[]]
  const amount_cents = centsOf(own) - centsOf(previous)
  if (own.length === 0 || previous.length === 0) return [{ amount_cents, words: 'het vaste deel' }]
  const [years, yearsBefore] = [yearsOf(own), yearsOf(previous)]
  // A year of 7/12 and 5/12 is as long as a year of 12/12, but not to the last digit.
  const isAsLong = Math.abs(years - yearsBefore) < 1e-9
  const isSameTariff = new Set([...own, ...previous].map(({ unit_cents }) => unit_cents)).size === 1
  // At one tariff, time is the whole cause: a rounded cent is no other tariff.
  const isOnlyTime = isSameTariff || years === 0
  const time_cents = isAsLong ? 0 : isOnlyTime ? amount_cents : Math.round(centsOf(own) * (1 - yearsBefore / years))
  const rest = amount_cents - time_cents
  const tariff_cents = householdChanged(now, before) ? tariffAtOldSize(before, now, previous, fixedPart) : rest
  return [
    { amount_cents: time_cents, words: timeWords(own, previous, years > yearsBefore) },
    { amount_cents: tariff_cents, words: tariff_cents > 0 ? 'een hoger vast deel' : 'een lager vast deel' },
    { amount_cents: rest - tariff_cents, words: householdWords(now, before) },
  ]
}

const isFixedPart = ({ charge, count }: BillLine) => charge === 'fixed' && count > 0

const groupsOf = (year: ComparedYear) => new Set(year.map(({ household_size }) => sizeGroup(household_size)))

const householdChanged = (now: ComparedYear, before: ComparedYear) =>
  new Set([...groupsOf(now), ...groupsOf(before)]).size > 1

/** Returns the change of the fixed part if the household had kept its size; 0 when that amount is unknown. */
function tariffAtOldSize(
  before: ComparedYear,
  now: ComparedYear,
  previous: BillLine[],
  fixedPart: ComparedYears['fixedPart'],
) {
  const [first] = now
  const size = before.at(-1)?.household_size ?? null
  const cents = groupsOf(before).size === 1 && first ? fixedPart(first.from, size) : undefined
  if (cents === undefined) return 0
  return Math.round(cents * yearsOf(previous)) - centsOf(previous)
}

function householdWords(now: ComparedYear, before: ComparedYear) {
  const [size, sizeBefore] = [now.at(-1)?.household_size, before.at(-1)?.household_size]
  if (size == null || sizeBefore == null || size === sizeBefore) return 'de grootte van uw huishouden'
  return size > sizeBefore ? 'een groter huishouden' : 'een kleiner huishouden'
}

function timeWords(own: BillLine[], previous: BillLine[], isLonger: boolean) {
  const monthsOf = (lines: BillLine[]) => sumOf(lines, ({ twelfths }) => twelfths ?? 0)
  const months = Math.abs(monthsOf(own) - monthsOf(previous))
  const more = isLonger ? 'meer' : 'minder'
  if (months === 0) return `${more} dagen op dit adres`
  return `${months} ${months === 1 ? 'maand' : 'maanden'} ${more} op dit adres`
}
