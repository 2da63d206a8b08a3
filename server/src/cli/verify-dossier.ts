import { readFile } from 'node:fs/promises'
import { euroText } from '@rd4-loket/contract'
import { compareDossier } from '../features/dossier/compare-dossier.ts'
import type { DossierFacts } from '../features/dossier/dossier-facts.ts'
import type { DossierMark } from '../features/dossier/dossier-mark.ts'
import { scopeWords } from '../features/dossier/words.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'

const partNames: Record<keyof DossierFacts, string> = {
  address: 'het adres',
  year: 'het jaar',
  scope: 'de huishoudens',
  hidden_periods: 'de huishoudens die niet in het dossier staan',
  delivered_until: 'de dag tot en met welke er is geleverd',
  undelivered: 'welke ledigingen nog niet zijn geleverd',
  method: 'de manier van rekenen',
  imposed_only: 'of de portal nog een eigen bedrag berekent',
  total_cents: 'het bedrag',
  difference: 'het verschil met het jaar ervoor',
  periods: 'de berekening of de opgelegde aanslag',
  schemes: 'de regelingen',
  lifts: 'de ledigingen',
  objections: 'de bezwaren',
  containers: 'de containers',
  moved_days: 'de verschoven ophaaldagen',
  files: 'de bestanden van de inzamelaar',
}

const totalText = ({ total_cents }: DossierMark) => (total_cents === null ? 'geen' : euroText(total_cents))

/** Returns Dutch lines about the differences between a dossier and the current facts. */
function differencesOf(made: DossierMark, now: DossierMark) {
  const numbers: [string, string, string][] = [
    ['ledigingen', String(made.lifts), String(now.lifts)],
    ['bedrag', totalText(made), totalText(now)],
    ['bezwaren', String(made.objections), String(now.objections)],
  ]
  const names = Object.keys(partNames) as (keyof DossierFacts)[]
  const parts = names.filter((name) => made.parts[name] !== now.parts[name]).map((name) => partNames[name])
  return [
    ...numbers.map(
      ([name, before, after]) => `  ${name}: ${before === after ? `nog steeds ${before}` : `${before}, nu ${after}`}`,
    ),
    `  gewijzigd: ${parts.join(', ')}`,
  ]
}

/** Verifies that a dossier was not edited, and that the facts in the database have not changed. */
export const verifyDossier: Command = {
  name: 'verify dossier',
  usage: 'BESTAND',
  summary: 'controleert of een dossier (pdf, csv of json) niet gewijzigd is, en nog klopt met de gegevens',
  database: 'existing',
  explanation: `Uitkomst 0: het dossier klopt. 1: het bestand of de feiten zijn gewijzigd. 2: het is geen dossier.

Gebruik de database van het portaal dat het dossier maakte, of een herstelde back-up daarvan.`,
  async run({ args, openDatabase }) {
    const [path, ...more] = args
    if (path === undefined || more.length > 0) throw new UsageError('Noem één bestand.')
    const file = await readFile(path)
    const { db } = await openDatabase()
    const { outcome, found } = await compareDossier(db, file, loadConfig().keep_months)
    if (outcome === 'changed') {
      if (found === 'none') throw new UsageError('Dit is geen dossier.')
      throw new CommandError('Dit bestand is gewijzigd nadat het is gemaakt, of een ander portaal heeft het gemaakt.')
    }
    if (found === 'other_version')
      throw new CommandError(
        'Dit bestand is niet gewijzigd. Een andere versie van het portaal heeft het gemaakt, dus de feiten zijn niet te vergelijken.',
      )
    if (found === 'unknown_address')
      throw new CommandError('Dit bestand is niet gewijzigd, maar het adres van dit dossier bestaat niet meer.')
    const { mark, facts, now } = found
    const { address, year } = facts
    const about = [
      `Adres: ${address.line}, ${address.town}${address.object_code === null ? '' : ` (objectcode ${address.object_code})`}, jaar ${year}.`,
      scopeWords(facts),
    ]
    if (outcome === 'unchanged') return ['Dit dossier klopt met de gegevens van nu.', ...about].join('\n')
    throw new CommandError(
      [
        'De feiten zijn sindsdien gewijzigd. Het bestand zelf is niet gewijzigd.',
        ...about,
        ...differencesOf(mark, now),
      ].join('\n'),
    )
  },
}
