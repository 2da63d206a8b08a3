import type { Db } from '../database/database.ts'
import type { OnProgress } from './progress.ts'

/** What a command is given to work with. */
export type CommandContext = {
  /** The words after the command's name, such as file names. */
  words: string[]
  /** What was typed after each `--option` of the command. */
  options: Record<string, string | undefined>
  /** Opens the database of the settings and migrates it; says what was migrated. It is closed when the command ends. */
  openDatabase: () => Promise<{ db: Db; migrated: string[] }>
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
  /**
   * Which database the command uses. The command line names it before the command runs.
   * `existing` refuses to create the embedded database; `new` creates it when it is missing.
   */
  database: 'none' | 'existing' | 'new'
  /** Does the work and gives the closing text, which goes to standard output; an empty one is not shown. */
  run: (given: CommandContext) => Promise<string>
}

/** The command was typed wrongly (exit code 2); the message is a Dutch sentence that says what is missing. */
export class UsageError extends Error {}

/** The command could not do its work (exit code 1); the message is a Dutch text for whoever typed it. */
export class CommandError extends Error {}
