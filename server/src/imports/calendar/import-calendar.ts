import { CalendarCategory, parsePostalAddress } from '@rd4-loket/contract'
import { recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { listedRules, yearsOf } from '../../features/calendar-planning/parse-collection-list.ts'
import type { Db } from '../../platform/database/database.ts'
import { openSource } from '../../platform/files/source.ts'
import { type Command, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { readMunicipality } from '../resolver/municipality-field.ts'
import { readCalendarFile } from './calendar-file.ts'
import { findAreaByName, findTwins, findUndated, listDays, ownAreaOf } from './import-calendar.queries.ts'

/** Takes the collection days of a year in, for one address or for an area. */
export const importCalendar: Command = {
  name: 'import calendar',
  summary: 'leest de ophaaldagen van een adres of een gebied in',
  database: 'existing',
  usage: 'BESTAND',
  options: {
    address: { value: "'POSTCODE NUMMER'", summary: 'het adres dat deze dagen krijgt' },
    municipality: { value: 'GEMEENTE', summary: 'de gemeente van --area: haar naam of haar code' },
    area: { value: 'GEBIED', summary: 'het ophaalgebied dat deze dagen krijgt' },
  },
  explanation: `Het bestand is een antwoord van een openbare afvalkalender (.json), of CSV met de kolommen datum en afvalsoort.
Afvalsoorten: ${CalendarCategory.options.join(', ')}.

De dagen vervangen wat de regels zeiden over de jaren die in het bestand staan. In andere jaren verandert niets, en
uitzonderingen blijven gelden. Een adres houdt daarna zijn eigen dagen, los van zijn ophaalgebied.`,

  async run({ args: [file, ...more], options, openDatabase }) {
    if (!file || more.length > 0) throw new UsageError('Noem één bestand met ophaaldagen.')
    const { address, municipality, area } = options
    if (Boolean(address) === Boolean(area) || Boolean(area) !== Boolean(municipality))
      throw new UsageError('Noem met --address een adres, of met --municipality en --area een ophaalgebied.')
    const door = address ? readDoor(address) : undefined
    const listed = await readCalendarFile(await openSource(file))
    const years = yearsOf(listed)
    if (years.length === 0) throw new CommandError(`In ${file} staan geen ophaaldagen.`)

    const { db } = await openDatabase()
    const { municipality_id } = await db.transaction().execute(async (transaction) => {
      const target = door
        ? await addressTarget(transaction, door)
        : await areaTarget(transaction, municipality ?? '', area ?? '')
      await listDays(transaction, target.id, years, listedRules(listed))
      await recordChange(transaction, theCommand(), { kind: 'collection_rules', key: target.id })
      return target
    })
    const undated = await findUndated(db, municipality_id, years)
    return [
      `${address ?? area} heeft nu ${listed.length.toLocaleString('nl')} ophaaldagen in ${years.join(' en ')}.`,
      ...undated.map(
        (year) => `Let op: voor ${year} is nog geen dag van publicatie bekend; de dagen zijn nog niet te zien.`,
      ),
    ].join('\n')
  },
}

const theCommand = () => ({ id: crypto.randomUUID(), ip: 'import calendar', employee: null })

function readDoor(typed: string) {
  const door = parsePostalAddress(typed)
  if (!door) throw new UsageError("Geef het adres als postcode en huisnummer, zoals --address '6417 AT 32'.")
  return { typed, ...door }
}

async function addressTarget(transaction: Db, { typed, ...door }: ReturnType<typeof readDoor>) {
  const [first, ...twins] = await findTwins(transaction, door)
  if (!first) throw new CommandError(`Het adres ${typed} is niet bekend.`)
  const { municipality_id } = first
  if (twins.some((twin) => twin.municipality_id !== municipality_id))
    throw new CommandError(`Het adres ${typed} staat in twee gemeenten.`)
  const name = `${door.postal_code} ${door.house_number} ${door.extension_key}`.trim()
  const id = await ownAreaOf(transaction, [first, ...twins], name)
  if (id === undefined)
    throw new CommandError(`Een ophaalgebied heet al ${name}. Geef het een andere naam, en lees het bestand weer in.`)
  return { id, municipality_id }
}

async function areaTarget(transaction: Db, municipality: string, name: string) {
  const municipality_id = readMunicipality(municipality)
  if (!municipality_id) throw new CommandError(`De gemeente ${municipality} is onbekend.`)
  const area = await findAreaByName(transaction, municipality_id, name)
  if (!area) throw new CommandError(`Er is in ${municipality} geen ophaalgebied met de naam ${name}.`)
  return area
}
