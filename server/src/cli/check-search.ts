import { countDifferences } from '../domain/street-search/derived-data.queries.ts'
import { type Command, CommandError } from '../platform/runtime/command.ts'

const labels: Record<keyof Awaited<ReturnType<typeof countDifferences>>, string> = {
  max_house_numbers: 'hoogste huisnummer van een straat',
  extension_marks: 'kenmerk van een toevoeging in een straat',
  extension_keys: 'zoeksleutel van een toevoeging',
  town_keys: 'zoeksleutel van een plaats',
  street_keys: 'zoeksleutel van een straat',
  spellings: 'schrijfwijzen van een straat',
  name_parts: 'delen van een straatnaam',
  names_in_memory: 'straatnaam die een draaiend portaal mist',
  streets_of_systems: 'straat van een verzamelsysteem',
}

/** Exits with code 1 when derived data of the search differs from the base tables. */
export const checkSearch: Command = {
  name: 'check search',
  summary: 'controleert of de zoekgegevens kloppen met de adressen en straten',
  database: 'existing',
  explanation: 'Telt per soort de verschillen. Zijn er verschillen, dan vindt het zoeken niet alles wat er is.',
  async run({ openDatabase }) {
    const { db } = await openDatabase()
    const differences = Object.entries(await countDifferences(db))
    const text = [
      'Verschillen in de zoekgegevens:',
      ...differences.map(([kind, count]) => `  ${labels[kind as keyof typeof labels].padEnd(42)} ${count}`),
    ].join('\n')
    if (differences.some(([, count]) => count > 0)) throw new CommandError(text)
    return text
  },
}
