import { parseArgs } from 'node:util'
import { type Command, type CommandContext, CommandError, UsageError } from '../platform/runtime/command.ts'
import { settings } from '../platform/runtime/config.ts'
import { explainError } from '../platform/runtime/explain.ts'

type Surroundings = Omit<CommandContext, 'args' | 'options'> & {
  /** Returns the name of the database in Dutch. Throws when it does not exist and may not be created. */
  findDatabase: (database: 'existing' | 'new') => Promise<string>
  /** Shows a text to the user: `out` is what was asked for, `err` what went wrong. */
  out: (text: string) => void
  err: (text: string) => void
}

/** Does what was typed after `npm run loket --`; gives the exit code: 0 done, 1 failed, 2 typed wrongly. */
export async function runCommandLine(commands: Command[], typed: string[], surroundings: Surroundings) {
  const { out, err, signal } = surroundings
  try {
    const text = await run(commands, typed, surroundings)
    if (text !== '') out(text)
    return 0
  } catch (error) {
    if (signal.aborted && !(error instanceof CommandError)) err('De opdracht is gestopt.')
    else if (error instanceof UsageError || error instanceof CommandError) err(error.message)
    else err(explainError(error) ?? `De opdracht is mislukt: ${(error as Error).message}`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(commands: Command[], typed: string[], { findDatabase, err, ...given }: Surroundings) {
  if (typed[0] === '--help') return overview(commands)
  const command = commands.find(({ name }) => typed.slice(0, name.split(' ').length).join(' ') === name)
  if (!command) throw new UsageError(unknownCommand(commands, typed))
  const { help, ...options } = readOptions(command, typed.slice(command.name.split(' ').length))
  if (help) return helpOf(command)
  const { args, values } = options
  if (args.length > 0 && !command.usage)
    throw new UsageError(`Achter '${command.name}' komt niets: '${args[0]}' kan weg.`)
  // On standard error: the standard output of some commands is data.
  if (command.database !== 'none') err(`Database: ${await findDatabase(command.database)}`)
  return command.run({ ...given, args, options: values })
}

function unknownCommand(commands: Command[], [first = '']: string[]) {
  const all = '(Alle opdrachten: npm run loket -- --help)'
  if (first === '') return `Typ een opdracht achter 'npm run loket --'. ${all}`
  const alike = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => `'${name}'`)
  return alike.length > 0 ? `Bedoelt u ${alike.join(' of ')}? ${all}` : `De opdracht '${first}' bestaat niet. ${all}`
}

function readOptions(command: Command, args: string[]) {
  const names = Object.keys(command.options ?? {})
  const option = { type: 'string', multiple: true } as const
  const parse = () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean' }, ...Object.fromEntries(names.map((name) => [name, option])) },
    })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, option = ''] = /'(-[^' ]*)/.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(
        `De optie ${option} bestaat niet bij '${command.name}'. (Hulp: npm run loket -- ${command.name} --help)`,
      )
    throw new UsageError(
      option === '--help' ? 'Achter --help hoort geen waarde.' : `Achter ${option} hoort een waarde.`,
    )
  }
  const { help, ...given } = parsed.values as { help?: boolean } & Record<string, string[]>
  const values: Record<string, string> = {}
  for (const [name, [value = '', ...more]] of Object.entries(given)) {
    if (more.length > 0) throw new UsageError(`Geef --${name} maar één keer.`)
    if (value === '') throw new UsageError(`De waarde van --${name} is leeg.`)
    values[name] = value
  }
  return { help, args: parsed.positionals, values }
}

const columns = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n')
}

const optionRows = ({ options = {} }: Command) =>
  Object.entries(options).map(([name, { value, summary }]): [string, string] => [`--${name} ${value}`, summary])

const overview = (commands: Command[]) => `npm run loket -- <opdracht>

Opdrachten (met --help erachter: uitleg):
${columns(commands.map(({ name, usage = '', summary }) => [`${name} ${usage}`, summary]))}

Instellingen (omgevingsvariabelen):
${columns(Object.entries(settings).map(([name, { says }]) => [name, says]))}`

function helpOf(command: Command) {
  const { name, usage, summary, explanation } = command
  const options = optionRows(command)
  return [
    `npm run loket -- ${[name, usage, ...(options.length > 0 ? ['[opties]'] : [])].filter(Boolean).join(' ')}`,
    `${name}: ${summary}.`,
    ...(options.length > 0 ? [`Opties:\n${columns(options)}`] : []),
    ...(explanation ? [explanation] : []),
  ].join('\n\n')
}
