import { isWorkingDay } from '../src/domain/collection-days/holidays.ts'
import { type Day, dayOf, dutchMoment, newYear, yearOf } from '../src/platform/runtime/days.ts'
import { counterEmployee } from './employees.ts'
import { addressWithoutPass, fixedPasses, kerkrade } from './fixed.ts'
import type { DemoHistory } from './history.ts'
import { makeRandom, type Random } from './random.ts'
import type { DemoStreet, InsertedAddress } from './region/streets.ts'
import type { Writer } from './rows.ts'
import { type AddressStory, fixedAddressText, type StoryOf } from './stories.ts'

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

/**
 * Returns a function that adds the residents of a street, with their passes and roll issues. For each address it
 * returns the day from which all passes are blocked, if there is such a day.
 */
export function residentWriter(writer: Writer, { from, until }: DemoHistory, storyOf: StoryOf) {
  const resident = writer.table('resident', { id: 'int', address_id: 'int', name: 'text' })
  const environmentalPass = writer.table('environmental_pass', {
    id: 'int',
    number: 'text',
    resident_id: 'int',
    address_id: 'int',
    status: 'text',
    blocked_reason: 'text',
    replaced_by_id: 'int',
    issued_on: 'day',
    blocked_on: 'day',
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

  type Holder = { resident_id: number; address_id: number }
  type DemoPass = {
    number?: string
    status: 'active' | 'blocked' | 'expired'
    blocked_reason?: string
    replaced_by_id?: number
    issued_on?: Day
    blocked_on?: Day
  }
  function addPass(
    { resident_id, address_id }: Holder,
    { number, status, blocked_reason, replaced_by_id, issued_on, blocked_on }: DemoPass,
    random: Random,
  ) {
    const id = environmentalPass.nextId()
    const issued = issued_on ?? firstIssued + random.below(until - firstIssued)
    environmentalPass.add({
      id,
      number: number ?? passNumber(id),
      resident_id,
      address_id,
      status,
      blocked_reason: blocked_reason ?? null,
      replaced_by_id: replaced_by_id ?? null,
      issued_on: issued,
      blocked_on: blocked_on ?? null,
    })
    return { id, issued_on: issued }
  }

  /**
   * Adds one active pass, an active and a blocked pass, or only a blocked or expired pass. Returns the id of the active
   * pass, and the day on which the only pass was blocked.
   */
  function addPasses(holder: Holder, random: Random): { active?: number; blocked_on?: Day } {
    const history = random.next()
    if (history < 0.015) {
      addPass(holder, { status: 'expired' }, random)
      return {}
    }
    if (history < 0.025) {
      const blocked_on = from + random.below(until - from)
      const issued_on = blocked_on - 1 - random.below(1000)
      addPass(holder, { status: 'blocked', blocked_reason: 'move', issued_on, blocked_on }, random)
      return { blocked_on }
    }
    const { id: active, issued_on } = addPass(holder, { status: 'active' }, random)
    if (history < 0.07) {
      const blocked_reason = random.pick(blockedReasons)
      const replaced = { replaced_by_id: active, issued_on: firstIssued - random.below(900), blocked_on: issued_on }
      addPass(holder, { status: 'blocked', blocked_reason, ...replaced }, random)
    }
    return { active }
  }

  /** Adds the passes of this address in `fixedPasses` or in its story. Returns false if neither has passes. */
  function addFixedPasses(
    holder: Holder,
    addressText: string,
    firstOfKerkrade: boolean,
    story: AddressStory,
    random: Random,
  ) {
    const { active, blockedByLoss, replacement, expired, ofKerkrade } = fixedPasses
    const pass = (status: DemoPass['status'], more: Partial<DemoPass>) =>
      addPass(holder, { status, issued_on: from, ...more }, random)
    const replace = (old: Partial<DemoPass>, next: Partial<DemoPass>, on: { blocked: Day; replaced: Day }) => {
      const { id } = pass('active', { ...next, issued_on: on.replaced })
      pass('blocked', { ...old, blocked_reason: 'loss', blocked_on: on.blocked, replaced_by_id: id })
    }
    const newYearsDay = newYear(yearOf(until))
    if (addressText === 'Akerstraat 118') pass('active', { number: active })
    else if (addressText === 'Akerstraat 118 A')
      replace({ number: blockedByLoss }, { number: replacement }, { blocked: newYearsDay, replaced: newYearsDay })
    else if (addressText === 'Akerstraat 118 b') pass('expired', { number: expired, issued_on: firstIssued })
    else if (firstOfKerkrade) pass('active', { number: ofKerkrade })
    else if (story.blockedPass)
      replace({}, {}, { blocked: story.blockedPass.on, replaced: story.blockedPass.replaced_on })
    else return false
    return true
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

  return (street: DemoStreet, addresses: InsertedAddress[], firstOfMunicipality: boolean): (Day | undefined)[] => {
    const random = makeRandom('residents', addresses[0]?.id ?? 0)
    const employee_id = counterEmployee(street.municipality_id)
    return addresses.map((at, index) => {
      if (!street.isFixed && index > 0 && random.chance(0.04)) return undefined
      const text = fixedAddressText(street, at)
      if (text === addressWithoutPass) return undefined
      const resident_id = resident.nextId()
      resident.add({ id: resident_id, address_id: at.id, name: personName(random) })
      const firstOfKerkrade = firstOfMunicipality && index === 0 && street.municipality_id === kerkrade
      const holder = { resident_id, address_id: at.id }
      if (addFixedPasses(holder, text, firstOfKerkrade, storyOf(street, at), random)) return undefined
      const { active, blocked_on } = addPasses(holder, random)
      if (active !== undefined) addRolls(active, employee_id, random)
      return blocked_on
    })
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

/** Returns a function that adds how a municipality computes a bill: as the model ordinance does. */
export function billRuleWriter(writer: Writer) {
  const billRule = writer.table('bill_rule', { municipality_id: 'int', proration: 'text', standard_containers: 'int' })
  return (municipality_id: number) => billRule.add({ municipality_id, proration: 'twelfths', standard_containers: 1 })
}

/** Returns a function that adds the form of the pass numbers of a municipality: ten digits. */
export function passFormWriter(writer: Writer) {
  const passForm = writer.table('pass_form', {
    municipality_id: 'int',
    characters: 'text',
    min_length: 'int',
    max_length: 'int',
  })
  return (municipality_id: number) =>
    passForm.add({ municipality_id, characters: 'digits', min_length: 10, max_length: 10 })
}

const personName = (random: Random) => {
  const letters = Array.from({ length: 1 + random.below(2) }, () => `${random.pick(initials)}.`)
  return `${letters.join('')} ${random.pick(surnames)}`
}

/** Returns ten digits in no visible order. Unique, because the factor and 9e9 are coprime. Never starts with a 0. */
const passNumber = (id: number) => `${1e9 + ((id * 712_345_673) % 9e9)}`
