import { countDifferences } from '../domain/street-search/derived-data.ts'
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
  listed_systems: 'vermelding van een verzamelsysteem',
}

const kinds = Object.keys(labels) as (keyof typeof labels)[]

/** Counts the differences between the derived data of the search and the base tables. Fails when there are any. */
export const checkSearch: Command = {
  name: 'check search',
  summary: 'controleert of de zoekgegevens kloppen met de adressen en straten',
  database: 'existing',
  explanation: 'Telt per soort de verschillen. Zijn er verschillen, dan vindt het zoeken niet alles wat er is.',
  async run({ openDatabase }) {
    const { db } = await openDatabase()
    const differences = await countDifferences(db)
    const text = [
      'Verschillen in de zoekgegevens:',
      ...kinds.map((kind) => `  ${labels[kind].padEnd(42)} ${differences[kind]}`),
    ].join('\n')
    if (kinds.some((kind) => differences[kind] !== 0)) throw new CommandError(text)
    return text
  },
}
