import { isWorkingDay } from '../src/domain/collection-days/holidays.ts'
import { type Day, dayOf, dutchMoment, newYear, yearOf } from '../src/platform/runtime/days.ts'
import { counterEmployee } from './employees.ts'
import { fixedPasses, kerkrade } from './fixed.ts'
import { makeRandom, type Random } from './random.ts'
import type { Writer } from './rows.ts'
import type { DemoStreet, InsertedAddress } from './streets.ts'

const initials = [...'AABCDEFGHIJJKLMMNPRSTVW'] as [string, ...string[]]
const surnames = `
  Aarts, van den Akker, Bakker, van den Berg, Beckers, Bemelmans, Boon, de Boer, Bosch, Brouwers, de Bruijn,
  Claessens, Coenen, Cox, Cremers, Dekker, Derks, Dirks, van Dijk, van Dongen, Engelen, Evers, Frijns, Geurts,
  Gielen, de Groot, Haan, Hamers, Hendriks, Hermans, van der Heijden, Hoekstra, van den Hoek, Houben, Huijts, Jacobs,
  Jansen, Janssen, Janssens, de Jong, Jonker, Kaya, Keijzer, Kok, Koster, Kowalski, Kramer, Kuipers, van der Laan,
  Lambrechts, van Leeuwen, Lemmens, Linssen, Loos, Maas, Martens, Meijer, Mertens, van der Meer, Moonen, Mulder,
  Nijssen, Nowak, Offermans, van Os, Peeters, Peters, Pinckaers, Post, Prins, Quint, Ramakers, Reijnders, de Rooij,
  Roosen, Schmitz, Schouten, Schreurs, Simons, Smeets, Smit, Smits, Snijders, Souren, Stevens, Timmermans,
  Theunissen, Ubachs, Vaessen, Verbeek, Verhoeven, Vermeulen, Vink, Visser, de Vries, van de Ven, Vroomen, de Wit,
  Weijers, Willems, Wolters, Yilmaz, van Zanten, Zeegers`
  .trim()
  .split(/,\s+/) as [string, ...string[]]

const blockedReasons = ['loss', 'loss', 'theft', 'defect', 'defect', 'move'] as const
const allowance = 6
const firstIssued = dayOf('2018-01-01')
const hour = 3600

/** Returns a function that adds the residents of a street, with their passes and roll issues. */
export function residentWriter(writer: Writer, { from, until }: { from: Day; until: Day }) {
  const resident = writer.table('resident', { id: 'int', address_id: 'int', name: 'text' })
  const environmentalPass = writer.table('environmental_pass', {
    id: 'int',
    number: 'text',
    resident_id: 'int',
    status: 'text',
    blocked_reason: 'text',
    replaced_by_id: 'int',
    issued_on: 'day',
  })
  const rollIssue = writer.table('roll_issue', {
    id: 'int',
    environmental_pass_id: 'int',
    employee_id: 'int',
    rolls: 'int',
    requested_at: 'moment',
  })
  const officeDays = Array.from({ length: until - from + 1 }, (_, index) => from + index).filter(isWorkingDay)
  const officeDaysOf = Map.groupBy(officeDays, yearOf)

  type DemoPass = {
    number?: string
    status: 'active' | 'blocked' | 'expired'
    blocked_reason?: string
    replaced_by_id?: number
    issued_on?: Day
  }
  function addPass(
    resident_id: number,
    { number, status, blocked_reason, replaced_by_id, issued_on }: DemoPass,
    random: Random,
  ) {
    const id = environmentalPass.nextId()
    environmentalPass.add({
      id,
      number: number ?? passNumber(id),
      resident_id,
      status,
      blocked_reason: blocked_reason ?? null,
      replaced_by_id: replaced_by_id ?? null,
      issued_on: issued_on ?? firstIssued + random.below(until - firstIssued),
    })
    return id
  }

  /**
   * Adds one active pass, an active and a blocked pass, or only a blocked or expired pass. Returns the id of the active
   * pass, or undefined.
   */
  function addPasses(resident_id: number, random: Random): number | undefined {
    const history = random.next()
    if (history < 0.015) return void addPass(resident_id, { status: 'expired' }, random)
    if (history < 0.025) return void addPass(resident_id, { status: 'blocked', blocked_reason: 'move' }, random)
    const active = addPass(resident_id, { status: 'active' }, random)
    if (history < 0.07) {
      const blocked_reason = random.pick(blockedReasons)
      addPass(
        resident_id,
        { status: 'blocked', blocked_reason, replaced_by_id: active, issued_on: firstIssued - random.below(900) },
        random,
      )
    }
    return active
  }

  /** Adds the passes that `fixedPasses` has for this address. Returns undefined if it has none for this address. */
  function addFixedPasses(
    resident_id: number,
    street: DemoStreet,
    { address }: InsertedAddress,
    firstOfKerkrade: boolean,
    random: Random,
  ) {
    const { active, blockedByLoss, replacement, expired, ofKerkrade } = fixedPasses
    const addressText = street.isFixed
      ? `${street.name} ${address.house_number} ${address.house_number_extension ?? ''}`.trim()
      : ''
    const pass = (number: string, status: DemoPass['status'], more: Partial<DemoPass> = {}) =>
      addPass(resident_id, { number, status, issued_on: from, ...more }, random)
    if (addressText === 'Akerstraat 118') return pass(active, 'active')
    if (addressText === 'Akerstraat 118 A') {
      const replaced_by_id = pass(replacement, 'active', { issued_on: newYear(yearOf(until)) })
      return pass(blockedByLoss, 'blocked', { blocked_reason: 'loss', replaced_by_id })
    }
    if (addressText === 'Akerstraat 118 b') return pass(expired, 'expired', { issued_on: firstIssued })
    return firstOfKerkrade ? pass(ofKerkrade, 'active') : undefined
  }

  function addRolls(environmental_pass_id: number, employee_id: number, random: Random) {
    for (const days of officeDaysOf.values()) {
      if (!random.chance(0.06)) continue
      // At most three issues of at most two rolls, so never more than the allowance.
      for (let times = 1 + random.below(allowance / 2); times > 0; times -= 1) {
        const day = days[random.below(days.length)]
        if (day === undefined) break
        const requested_at = dutchMoment(day, Math.floor(random.between(9 * hour, 16.9 * hour)))
        rollIssue.add({
          id: rollIssue.nextId(),
          environmental_pass_id,
          employee_id,
          rolls: 1 + random.below(2),
          requested_at,
        })
      }
    }
  }

  return (street: DemoStreet, addresses: InsertedAddress[], firstOfMunicipality: boolean) => {
    const random = makeRandom('residents', addresses[0]?.id ?? 0)
    const employee_id = counterEmployee(street.municipality_id)
    for (const [index, at] of addresses.entries()) {
      if (!street.isFixed && index > 0 && random.chance(0.04)) continue
      const resident_id = resident.nextId()
      resident.add({ id: resident_id, address_id: at.id, name: personName(random) })
      const firstOfKerkrade = firstOfMunicipality && index === 0 && street.municipality_id === kerkrade
      if (addFixedPasses(resident_id, street, at, firstOfKerkrade, random) !== undefined) continue
      const active = addPasses(resident_id, random)
      if (active !== undefined) addRolls(active, employee_id, random)
    }
  }
}

/** Returns a function that adds the roll allowances of a municipality. */
export function allowanceWriter(writer: Writer) {
  const rollAllowance = writer.table('roll_allowance', { municipality_id: 'int', year: 'int', rolls: 'int' })
  return (municipality_id: number, firstYear: number, lastYear: number) => {
    for (let year = firstYear; year <= lastYear; year += 1)
      rollAllowance.add({ municipality_id, year, rolls: allowance })
  }
}

const personName = (random: Random) => {
  const letters = Array.from({ length: 1 + random.below(2) }, () => `${random.pick(initials)}.`)
  return `${letters.join('')} ${random.pick(surnames)}`
}

/** Returns ten digits in no visible order. Unique, because the factor and 9e9 are coprime. Never starts with a 0. */
const passNumber = (id: number) => `${1e9 + ((id * 712_345_673) % 9e9)}`
