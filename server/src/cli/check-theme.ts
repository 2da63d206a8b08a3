import { loadTheme } from '../app/theme.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { loadConfig, typed } from '../platform/runtime/config.ts'

/** Checks a theme file of NL Design System as the portal does. Fails while the portal would not use all of it. */
export const checkTheme: Command = {
  name: 'check theme',
  summary: 'controleert een thema van NL Design System, met het contrast van elk paar kleuren',
  usage: '[BESTAND]',
  database: 'none',
  explanation: `Zonder bestand: het bestand van THEME_FILE. Het portaal gebruikt een thema alleen als elke regel te lezen is, en
elk paar genoeg contrast heeft: 4,5:1 voor tekst, en 3:1 voor randen en vormen. Anders blijft het bij zijn eigen kleuren.
Uitkomst 0: het portaal gebruikt het thema. 1: er is iets te verbeteren.`,
  async run({ args }) {
    const file = args[0] ?? loadConfig().theme_file
    if (!file || args.length > 1) throw new UsageError(`Noem één bestand: ${typed.command} check theme thema.css`)
    const { tokens, faults, weak, unset, unknown } = await loadTheme(file)
    const ratio = (value: number) => (Math.floor(value * 100) / 100).toLocaleString('nl', { minimumFractionDigits: 2 })
    const lines = [
      ...faults.map((fault) => `  fout: ${fault.replace(/\p{Cc}+/gu, ' ').slice(0, 200)}`),
      ...weak.map(
        (pair) => `  contrast: ${pair.front} op ${pair.ground} is ${ratio(pair.ratio)}, nodig is ${ratio(pair.least)}`,
      ),
      ...unknown.map((name) => `  onbekend: ${name}`),
    ]
    if (lines.length > 0) throw new CommandError([`${file}:`, ...lines].join('\n'))
    const standard = unset.map((name) => `  standaard: ${name}`)
    return [`${file}: ${Object.keys(tokens).length} kleuren en maten, alle met genoeg contrast.`, ...standard].join(
      '\n',
    )
  },
}
