import type { Kysely } from 'kysely'
import type { OnProgress } from '../shared/progress.ts'
import type { Tables } from '../shared/tables.ts'

/** What a command is given to work with. */
export type Given = {
  /** The words after the command's name, such as file names. */
  words: string[]
  /** What was typed after each `--option` of the command. */
  options: Record<string, string | undefined>
  /** Opens the database of the settings and migrates it; it is closed when the command ends. */
  database: () => Promise<Kysely<Tables>>
  onProgress: OnProgress
  /** Aborted when the user stops the command (Ctrl-C). */
  signal: AbortSignal
}

/** One command of `npm run loket -- …`; its texts are in Dutch. */
export type Command = {
  /** As it is typed: `import addresses`. */
  name: string
  summary: string
  /** What follows the name: `BESTAND…`. */
  usage?: string
  /** Every option takes a value; `value` is how the help names it. */
  options?: Record<string, { value: string; summary: string }>
  /** What is good to know, in the help of this command. */
  explanation?: string
  /** Does the work and gives the closing text, which goes to standard output. */
  run: (given: Given) => Promise<string>
}

/** The command was typed wrongly (exit code 2); the message is a Dutch sentence that says what is missing. */
export class BadUse extends Error {}
