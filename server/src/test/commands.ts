import { expect } from 'vitest'
import { runCommandLine } from '../cli/command-line.ts'
import type { Db } from '../platform/database/db.ts'
import type { Command, CommandContext } from '../platform/runtime/command.ts'

/**
 * Runs a command on a database and returns its text. An import accepts all rejects unless the options state a maximum.
 */
export const runCommand = (
  command: Command,
  db: Db,
  args: string[],
  options: CommandContext['options'] = {},
  context: Partial<CommandContext> = {},
) =>
  command.run({
    args,
    options: command.options?.['max-rejects'] ? { 'max-rejects': '100', ...options } : options,
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
    ...context,
  })

/**
 * Runs a command line within this process. Returns the exit code and the output. A program takes three times as much
 * processor time. `db` is the database of a command that opens one by its context.
 */
export async function typeCommandLine(commands: Command[], argv: string[], db?: Db) {
  let [out, err] = ['', '']
  const code = await runCommandLine(commands, argv, {
    findDatabase: async () => 'van de test',
    openDatabase: async () => (db ? { db, migrated: [] } : expect.unreachable()),
    onProgress: () => {},
    signal: new AbortController().signal,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out, err }
}

/** Runs one command with arguments, as `typeCommandLine` does. */
export const typeCommand = (command: Command, args: string[], db?: Db) =>
  typeCommandLine([command], [...command.name.split(' '), ...args], db)

/** Returns the number after each of these words, in the text that a command returned. */
export const countsIn = (text: string, ...words: string[]) =>
  words.map((word) => Number(new RegExp(`^ *${word} +([0-9.]+)$`, 'm').exec(text)?.[1]?.replaceAll('.', '')))
