import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Command, type CommandContext, CommandError, UsageError } from '../platform/runtime/command.ts'
import { settings, typed } from '../platform/runtime/config.ts'
import { explainError } from '../platform/runtime/explain.ts'

type CommandLine = Omit<CommandContext, 'args' | 'options'> & {
  /** Returns a Dutch description of the database. Throws for `existing` when the database does not exist. */
  findDatabase: (database: 'existing' | 'new') => Promise<string>
  /** Writes a text to standard output. */
  out: (text: string) => void
  /** Writes a text to standard error. */
  err: (text: string) => void
}

/** Runs the command in `argv`. Returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runCommandLine(commands: Command[], argv: string[], commandLine: CommandLine) {
  const { out, err, signal } = commandLine
  try {
    const text = await run(commands, argv, commandLine)
    if (text !== '') out(text)
    return 0
  } catch (error) {
    if (signal.aborted && !(error instanceof CommandError)) err('De opdracht is gestopt.')
    else if (error instanceof UsageError || error instanceof CommandError) err(error.message)
    else err(explainError(error) ?? `De opdracht is mislukt: ${(error as Error).message}`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(commands: Command[], argv: string[], { findDatabase, err, ...context }: CommandLine) {
  if (argv[0] === '--help') return overview(commands)
  const command = commands.find(({ name }) => argv.slice(0, name.split(' ').length).join(' ') === name)
  if (!command) throw new UsageError(unknownCommand(commands, argv))
  const { help, example, ...options } = readOptions(command, argv.slice(command.name.split(' ').length))
  if (help) return helpOf(command)
  if (example && command.sample) return readSample(command.sample)
  const { args, values } = options
  if (args.length > 0 && !command.usage)
    throw new UsageError(`Achter '${command.name}' komt niets: '${args[0]}' kan weg.`)
  // The name is written to standard error, because the standard output of some commands is data.
  if (command.database !== 'none') err(`Database: ${await findDatabase(command.database)}`)
  return command.run({ ...context, args, options: values })
}

/** Returns the text of a sample file without its last line end. */
const readSample = (name: string) =>
  readFileSync(new URL(`../../../docs/samples/${name}`, import.meta.url), 'utf8').trimEnd()

function unknownCommand(commands: Command[], [first = '']: string[]) {
  const hint = `(Alle opdrachten: ${typed.command} --help)`
  if (first === '') return `Typ een opdracht achter '${typed.command}'. ${hint}`
  const similar = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => `'${name}'`)
  return similar.length > 0
    ? `Bedoelt u ${similar.join(' of ')}? ${hint}`
    : `De opdracht '${first}' bestaat niet. ${hint}`
}

function readOptions(command: Command, args: string[]) {
  const optionTypes = Object.entries(command.options ?? {}).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean', multiple: true }] as const,
  )
  const parse = () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        ...(command.sample && { example: { type: 'boolean' } }),
        ...Object.fromEntries(optionTypes),
      },
    })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, option = ''] = /'(-[^' ]*)/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(
        `De optie ${option} bestaat niet bij '${command.name}'. (Hulp: ${typed.command} ${command.name} --help)`,
      )
    const hasValue = command.options?.[option.slice(2)]?.value !== undefined
    throw new UsageError(`Achter ${option} hoort ${hasValue ? 'een' : 'geen'} waarde.`)
  }
  const { help, example, ...options } = parsed.values as { help?: boolean; example?: boolean } & Record<
    string,
    (string | boolean)[]
  >
  const values: Record<string, string> = {}
  for (const [name, [value = '', ...more]] of Object.entries(options)) {
    if (more.length > 0) throw new UsageError(`Geef --${name} maar één keer.`)
    if (value === '') throw new UsageError(`De waarde van --${name} is leeg.`)
    values[name] = typeof value === 'string' ? value : ''
  }
  return { help, example, args: parsed.positionals, values }
}

const columns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n')
}

const optionRows = ({ options = {}, sample }: Command) => [
  ...Object.entries(options).map(([name, { value, summary }]): [string, string] => [
    [`--${name}`, value].filter(Boolean).join(' '),
    summary,
  ]),
  ...(sample ? [['--example', 'toont een verzonnen bestand als voorbeeld'] satisfies [string, string]] : []),
]

const overview = (commands: Command[]) => `${typed.command} <opdracht>

Opdrachten (met --help erachter: uitleg):
${columns(commands.map(({ name, usage = '', summary }) => [`${name} ${usage}`, summary]))}

Instellingen (omgevingsvariabelen):
${columns(Object.entries(settings).map(([name, { description }]) => [name, description]))}`

function helpOf(command: Command) {
  const { name, usage, summary, explanation } = command
  const options = optionRows(command)
  return [
    `${typed.command} ${[name, usage, ...(options.length > 0 ? ['[opties]'] : [])].filter(Boolean).join(' ')}`,
    `${name}: ${summary}.`,
    ...(options.length > 0 ? [`Opties:\n${columns(options)}`] : []),
    ...(explanation ? [explanation] : []),
  ].join('\n\n')
}
