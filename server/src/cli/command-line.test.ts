import { expect, test } from 'vitest'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { runCommandLine } from './command-line.ts'

const fail = (error: Error) => async () => {
  throw error
}
const commands: Command[] = [
  {
    name: 'import addresses',
    summary: 'leest adressen in',
    database: 'none',
    usage: 'BESTAND…',
    options: {
      rejects: { value: 'PAD', summary: 'waar afgekeurde regels komen' },
      strict: { summary: 'alleen bekende kolommen' },
    },
    explanation: 'Een bestand mag ingepakt zijn.',
    run: async ({ args, options }) => JSON.stringify({ args, ...options }),
  },
  { name: 'migrate', summary: 'brengt de tabellen bij', database: 'none', run: async () => 'klaar' },
  { name: 'use', summary: 'x', database: 'none', run: fail(new UsageError('Noem een bestand.')) },
  { name: 'fail', summary: 'x', database: 'none', run: fail(new CommandError('Het bestand is op.')) },
  { name: 'reach', summary: 'x', database: 'none', run: fail(Object.assign(new Error(''), { code: 'ECONNREFUSED' })) },
  { name: 'read', summary: 'x', database: 'existing', run: async () => 'gezien' },
  { name: 'fill', summary: 'x', database: 'new', run: async () => 'gevuld' },
  { name: 'break', summary: 'x', database: 'none', run: fail(new TypeError('x is not a function')) },
]

/** Runs a command line, and returns the exit code and the output. */
async function type(line: string, signal = new AbortController().signal) {
  let [out, err] = ['', '']
  const code = await runCommandLine(commands, line === '' ? [] : line.split(' '), {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    findDatabase: async (database) => {
      if (database === 'existing') throw new CommandError('Er is geen database.')
      return 'een nieuwe'
    },
    openDatabase: () => Promise.reject(new Error('no database here')),
    onProgress: () => {},
    signal,
  })
  return { code, out, err }
}

test.each([
  ['migrate', 'klaar'],
  ['import addresses a.csv - --rejects b.csv', '{"args":["a.csv","-"],"rejects":"b.csv"}'],
  ['import addresses --strict a.csv', '{"args":["a.csv"],"strict":""}'],
  ['import addresses --rejects=b.csv a.csv', '{"args":["a.csv"],"rejects":"b.csv"}'],
])("passes the arguments and options of '%s' to the command", async (line, out) => {
  expect(await type(line)).toEqual({ code: 0, out, err: '' })
})

test('lists every command and every setting for --help', async () => {
  const { code, out } = await type('--help')
  expect(code).toBe(0)
  expect(out).toMatch(/import addresses BESTAND… +leest adressen in/)
  expect(out).toMatch(/migrate +brengt de tabellen bij/)
  expect(out).toMatch(/DATABASE_URL +een PostgreSQL/)
})

test('explains a command and its options for --help after the command', async () => {
  const { code, out } = await type('import addresses --help')
  expect(code).toBe(0)
  expect(out).toContain('npm run loket -- import addresses BESTAND… [opties]')
  expect(out).toMatch(/--rejects PAD +waar afgekeurde regels komen/)
  expect(out).toMatch(/--strict +alleen bekende kolommen/)
  expect(out).toContain('Een bestand mag ingepakt zijn.')
})

test.each([
  ['', "Typ een opdracht achter 'npm run loket --'."],
  ['import', "Bedoelt u 'import addresses'?"],
  ['import trees', "Bedoelt u 'import addresses'?"],
  ['dance', "De opdracht 'dance' bestaat niet."],
  ['migrate now', "Achter 'migrate' komt niets: 'now' kan weg."],
  ['import addresses a.csv --force', "De optie --force bestaat niet bij 'import addresses'."],
  ['import addresses a.csv --rejects', 'Achter --rejects hoort een waarde.'],
  ['import addresses a.csv --rejects=', 'De waarde van --rejects is leeg.'],
  ['import addresses --rejects a --rejects b', 'Geef --rejects maar één keer.'],
  ['import addresses --strict=x', 'Achter --strict hoort geen waarde.'],
  ['import addresses --strict --strict', 'Geef --strict maar één keer.'],
  ['migrate --help=x', 'Achter --help hoort geen waarde.'],
  ['use', 'Noem een bestand.'],
])("returns exit code 2 and one sentence for the wrong usage '%s'", async (line, sentence) => {
  const { code, out, err } = await type(line)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
})

test.each([
  ['fail', 'Het bestand is op.'],
  ['reach', 'De database van DATABASE_URL is niet bereikbaar.'],
  ['break', 'De opdracht is mislukt: x is not a function'],
])("returns exit code 1 and one sentence without a stack when '%s' fails", async (line, err) => {
  expect(await type(line)).toEqual({ code: 1, out: '', err })
})

test('writes the name of the database to standard error before a command runs', async () => {
  expect(await type('fill')).toEqual({ code: 0, out: 'gevuld', err: 'Database: een nieuwe' })
})

test('the command line does not run a command that needs an existing database when there is none', async () => {
  expect(await type('read')).toEqual({ code: 1, out: '', err: 'Er is geen database.' })
})

test('returns exit code 1 and reports the stop when the user stops a command', async () => {
  expect(await type('break', AbortSignal.abort())).toMatchObject({ code: 1, err: 'De opdracht is gestopt.' })
})
