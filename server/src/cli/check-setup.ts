import {
  inRollWords,
  type Municipality,
  type RollWords,
  type SetupPart,
  setupHeading,
  setupPartNames,
} from '@rd4-loket/contract'
import { objectionRules } from '../domain/bill/objection-terms.ts'
import { findMunicipalities } from '../domain/places/municipalities.queries.ts'
import { findRollWordsOf } from '../domain/places/roll-words.queries.ts'
import { findSetup } from '../features/setup/setup.ts'
import { type Command, CommandError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { findNamedMunicipality } from './named-municipality.ts'

/** Prints what each municipality has and misses, as the screen 'Inrichting' shows it. Fails while there are gaps. */
export const checkSetup: Command = {
  name: 'check setup',
  summary: 'toont per onderdeel wat een gemeente heeft en wat nog ontbreekt',
  database: 'existing',
  options: { municipality: { value: 'GEMEENTE', summary: 'naam of CBS-code (standaard alle gemeenten)' } },
  explanation: `Een uitroepteken staat voor een onderdeel waaraan iets ontbreekt. Daaronder staat de volgende stap. Dan is de
exitcode 1. Ook ledigingen die wachten, en een levering die uitbleef, tellen mee.`,
  async run({ options: { municipality }, openDatabase }) {
    const { db } = await openDatabase()
    const municipalities = municipality ? [await findNamedMunicipality(db, municipality)] : await findMunicipalities(db)
    if (municipalities.length === 0)
      throw new CommandError('Er zijn nog geen gemeenten. Lees eerst adressen in: import addresses of import bag.')
    const rules = objectionRules(loadConfig().extra_legal_days)
    const texts: string[] = []
    let gaps = 0
    for (const each of municipalities) {
      const parts = await findSetup(db, each, rules)
      gaps += parts.filter(({ gap }) => gap !== null).length
      texts.push(setupText(each, parts, await findRollWordsOf(db, each.id)))
    }
    if (gaps > 0) throw new CommandError(texts.join('\n\n'))
    return texts.join('\n\n')
  },
}

const setupText = ({ name }: Municipality, parts: SetupPart[], words: RollWords | undefined) =>
  [setupHeading(name, parts), ...parts.flatMap((part) => partLines(part, words))].join('\n')

function partLines({ part, count, last, gap, remark, command, screen }: SetupPart, words: RollWords | undefined) {
  const columns = [
    gap === null ? ' ' : '!',
    inRollWords(setupPartNames[part], words).padEnd(22),
    (count?.toLocaleString('nl') ?? '–').padStart(10),
  ]
  const line = `${columns.join(' ')}  ${[last, gap ?? remark].filter(Boolean).join('; ')}`.trimEnd()
  return gap === null ? [line] : [line, `    ${command ?? `in het portaal: ${screen}`}`]
}
