import { text } from 'node:stream/consumers'
import {
  atPostalAddress,
  CalendarCategory,
  type CollectionRule,
  type PostalAddress,
  parsePostalAddress,
  WasteCalendarItem,
} from '@rd4-loket/contract'
import * as z from 'zod/mini'
import { commandLineActor } from '../../domain/access-log/audit-log.queries.ts'
import { recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { copyCollectionDays, raiseRevisions } from '../../features/calendar-planning/collection-areas.queries.ts'
import { updateRules } from '../../features/calendar-planning/collection-rules.queries.ts'
import { loggedDaysIn } from '../../features/calendar-planning/collection-rules.ts'
import { type ListedCollection, listedRules, yearsOf } from '../../features/calendar-planning/parse-collection-list.ts'
import { lastPlannedYear } from '../../features/calendar-planning/planning-period.ts'
import { storePublication } from '../../features/calendar-planning/publication.ts'
import { rulesOutsideYears } from '../../features/calendar-planning/replaced-rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { readCsv } from '../../platform/files/csv-rows.ts'
import { openSource, type Source } from '../../platform/files/source.ts'
import { type Command, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { findValue, streamWords } from '../reader/column-words.ts'
import { columnKey, parseDay, rejectReason, unknownColumns, withIsoDay } from '../reader/columns.ts'
import { parseMunicipality, unknownMunicipalitySentence } from '../resolver/municipalities.ts'
import {
  type AddressWithArea,
  assignAddresses,
  findAddressesWithArea,
  findAreaByName,
  findDatedYears,
  insertOwnArea,
} from './import-calendar.queries.ts'

const CalendarItem = z.pick(WasteCalendarItem, { date: true, type: true })
const CalendarReply = z.object({ data: z.object({ items: z.array(z.array(z.unknown())) }) })

/** The first year of the public calendar. */
const firstYear = 2000

/** Imports the collection days of one address or of an area. */
export const importCalendar: Command = {
  name: 'import calendar',
  summary: 'leest de ophaaldagen van een adres of een gebied in',
  sample: 'calendar.csv',
  database: 'existing',
  usage: 'BESTAND',
  options: {
    address: { value: "'POSTCODE NUMMER'", summary: 'het adres dat deze dagen krijgt' },
    municipality: { value: 'GEMEENTE', summary: 'de gemeente van --area: haar naam of haar code' },
    area: { value: 'GEBIED', summary: 'het ophaalgebied dat deze dagen krijgt' },
    'publish-on': {
      value: 'DAG',
      summary: 'vanaf wanneer de gemeente de jaren van het bestand toont, zoals 1-12-2026',
    },
    strict: { summary: 'weigert een bestand met kolommen die niet gebruikt worden' },
    'dry-run': { summary: 'zegt wat er zou veranderen, en verandert niets' },
  },
  explanation: `Het bestand is een antwoord van een openbare afvalkalender (.json), of CSV met de kolommen datum en afvalstroom.
Afvalstromen: ${CalendarCategory.options.join(', ')}.

De dagen vervangen wat de regels zeiden over de jaren die in het bestand staan. In andere jaren verandert niets, en
uitzonderingen blijven gelden. Een adres houdt daarna zijn eigen dagen, los van zijn ophaalgebied. Eén regel die niet klopt
houdt het hele bestand tegen.

Een jaar is pas te zien vanaf zijn dag van publicatie, die voor de hele gemeente geldt. Die dag staat in het beheer; met
--publish-on zet deze opdracht hem, voor elk jaar van het bestand.`,

  async run({ args: [file, ...more], options, openDatabase }) {
    if (!file || more.length > 0) throw new UsageError('Noem één bestand met ophaaldagen.')
    const { address, municipality, area } = options
    if (Boolean(address) === Boolean(area) || Boolean(area) !== Boolean(municipality))
      throw new UsageError('Noem met --address een adres, of met --municipality en --area een ophaalgebied.')
    const postalAddress = address ? parsePostalAddress(address) : undefined
    if (address && !postalAddress)
      throw new UsageError("Geef het adres als postcode en huisnummer, zoals --address '6417 AT 32'.")
    const published_on = parsePublicationDay(options['publish-on'])
    const { collections, unused } = await readCalendarFile(await openSource(file))
    if (unused !== '' && options['strict'] !== undefined)
      throw new CommandError(`Het bestand ${file} heeft kolommen die niet gebruikt worden: ${unused}.`)
    const years = yearsOf(collections)
    if (years.length === 0) throw new CommandError(`In ${file} staan geen ophaaldagen.`)

    const { db } = await openDatabase()
    const isTrial = options['dry-run'] !== undefined
    const importDays = async (transaction: Db) => {
      const target = postalAddress
        ? await ownAreaOf(transaction, postalAddress, address ?? '')
        : await namedArea(transaction, municipality ?? '', area ?? '')
      const replaceRules = (rules: CollectionRule[]) => [
        ...rulesOutsideYears(rules, years),
        ...listedRules(collections),
      ]
      const logged = await loggedDaysIn(transaction, target, replaceRules, years)
      await updateRules(transaction, target.id, replaceRules)
      const actor = commandLineActor('import calendar')
      await recordPlanningChange(transaction, actor, { kind: 'collection_rules', key: target.id }, logged)
      const { municipality_id } = target
      if (published_on !== undefined)
        for (const year of years) await storePublication(transaction, actor, { municipality_id, year, published_on })
      return findDatedYears(transaction, municipality_id)
    }
    const dated = await db.transaction(importDays, isTrial ? 'rollback' : 'commit')
    return [
      `${address ?? area} heeft nu ${collections.length.toLocaleString('nl')} ophaaldagen in ${years.join(' en ')}.`,
      ...years
        .filter((year) => !dated.includes(year))
        .map(
          (year) =>
            `Let op: voor ${year} is nog geen dag van publicatie bekend; de dagen zijn nog niet te zien. (Zie --publish-on.)`,
        ),
      ...(published_on === undefined ? [] : [`${years.join(' en ')}: te zien vanaf ${published_on}.`]),
      ...(unused === '' ? [] : [`Kolommen die niet gebruikt zijn: ${unused}.`]),
      ...(isTrial ? ['Dit was een proef (--dry-run): er is niets gewijzigd.'] : []),
    ].join('\n')
  },
}

/** Reads the option `publish-on`. Throws a UsageError. */
function parsePublicationDay(option: string | undefined) {
  if (option === undefined) return undefined
  try {
    const day = parseDay(option, 'de dag van publicatie')
    if (day <= `${lastPlannedYear()}-12-31`) return day
  } catch (error) {
    rejectReason(error)
  }
  throw new UsageError(`Geef met --publish-on een dag tot en met 31 december ${lastPlannedYear()}, zoals 2026-12-01.`)
}

/**
 * Returns the area that serves only this address. Reuses the area of this address, or of a retired address with the
 * same text. Otherwise inserts an area with a copy of the address's current collection days.
 */
async function ownAreaOf(transaction: Db, address: PostalAddress, text: string) {
  const found = atPostalAddress(await findAddressesWithArea(transaction, address), address)
  const [first, ...twins] = found.filter(({ is_retired }) => !is_retired)
  if (!first) throw new CommandError(`Het adres ${text} is niet bekend.`)
  const { municipality_id } = first
  if (twins.some((twin) => twin.municipality_id !== municipality_id))
    throw new CommandError(`Het adres ${text} staat in twee gemeenten.`)
  const addresses = [first, ...twins]
  const name = `${address.postal_code} ${address.house_number} ${address.extension.toUpperCase()}`.trim()
  const own_id = found.find((it) => it.own_days && it.municipality_id === municipality_id)?.area_id
  const existingArea = own_id ? undefined : await findAreaByName(transaction, municipality_id, name)
  if (existingArea?.of_one_address === false)
    throw new CommandError(`Een ophaalgebied heet al ${name}. Geef het een andere naam, en lees het bestand weer in.`)
  const id = own_id ?? existingArea?.id ?? (await copyArea(transaction, first, name))
  const moved = addresses.filter(({ area_id }) => area_id !== id).map((it) => it.id)
  if (moved.length > 0) {
    await assignAddresses(transaction, id, moved)
    // Calendar clients ignore a revision that is lower than the revision they already have.
    await raiseRevisions(transaction, municipality_id, [id])
  }
  return { id, municipality_id }
}

async function copyArea(transaction: Db, { municipality_id, area_id }: AddressWithArea, name: string) {
  const id = await insertOwnArea(transaction, municipality_id, name)
  if (area_id !== null) await copyCollectionDays(transaction, area_id, id)
  return id
}

async function namedArea(transaction: Db, municipality: string, name: string) {
  const municipality_id = parseMunicipality(municipality)
  if (!municipality_id) throw new CommandError(unknownMunicipalitySentence(municipality))
  const area = await findAreaByName(transaction, municipality_id, name)
  if (!area) throw new CommandError(`Er is in ${municipality} geen ophaalgebied met de naam ${name}.`)
  return area
}

type CalendarFile = {
  collections: ListedCollection[]
  /** The names of the columns that are not used, separated by commas. */
  unused: string
}

/**
 * Returns the collections in a reply of a public waste calendar (JSON), or in a CSV file with the columns `datum` and
 * `afvalstroom`.
 */
const readCalendarFile = (source: Source): Promise<CalendarFile> =>
  source.name.endsWith('.json') ? readJson(source) : readCalendarCsv(source)

async function readJson(source: Source) {
  const content = await text(source.open())
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new CommandError(`Het bestand ${source.name} kan niet gelezen worden als JSON.`)
  }
  const reply = z.safeParse(CalendarReply, json)
  if (!reply.success) throw new CommandError(`Het bestand ${source.name} is geen antwoord van een afvalkalender.`)
  const items = reply.data.data.items.flat()
  return { collections: items.map((item, index) => parseItem(item, source.name, `dag ${index + 1}`)), unused: '' }
}

async function readCalendarCsv(source: Source) {
  const collections: ListedCollection[] = []
  let unused = ''
  let indexes: number[] | undefined
  for await (const { fields = [], line } of readCsv(source)) {
    if (!indexes) {
      const names = fields.map(columnKey)
      indexes = [names.indexOf('datum'), names.indexOf('afvalstroom')]
      if (indexes.includes(-1))
        throw new CommandError(`Het bestand ${source.name} heeft geen kolommen met de namen datum en afvalstroom.`)
      unused = unknownColumns(fields, { required: ['datum', 'afvalstroom'] })
    } else {
      const [day = '', type = ''] = indexes.map((index) => fields[index]?.trim() ?? '')
      const date = withIsoDay(day)
      collections.push(parseItem({ date, type: findValue(streamWords, type) ?? type }, source.name, `regel ${line}`))
    }
  }
  return { collections, unused }
}

function parseItem(item: unknown, file: string, position: string) {
  const parsed = z.safeParse(CalendarItem, item)
  if (!parsed.success)
    throw new CommandError(
      `In ${file} klopt ${position} niet: nodig zijn een datum zoals 2026-03-04 of 4-3-2026 en een afvalstroom (${CalendarCategory.options.join(', ')}).`,
    )
  const { date } = parsed.data
  const lastYear = lastPlannedYear()
  if (date < `${firstYear}-01-01` || date > `${lastYear}-12-31`)
    throw new CommandError(`In ${file} valt ${position} (${date}) buiten de jaren ${firstYear} tot en met ${lastYear}.`)
  return parsed.data
}
