import type { Db } from '../database/database.ts'
import type { OnProgress } from './progress.ts'

/** Reports the progress of a command, and stops it. */
export type CommandMonitor = {
  onProgress: OnProgress
  /** Aborted when the user stops the command (Ctrl-C). */
  signal: AbortSignal
}

/** The input and the surroundings of one run of a command. */
export type CommandContext = CommandMonitor & {
  /** The arguments after the command's name, such as file names. */
  args: string[]
  /** The value of each `--option` that was given. */
  options: Record<string, string | undefined>
  /** Opens the database of the settings, migrates it and returns the names of the applied migrations. */
  openDatabase: () => Promise<{ db: Db; migrated: string[] }>
}

/** One command of `npm run loket -- …`; its texts are in Dutch. */
export type Command = {
  /** As it is typed: `import addresses`. */
  name: string
  summary: string
  /** The arguments, for the help: `BESTAND…`. Undefined when the command takes none. */
  usage?: string
  /** Every option takes a value; `value` is its name in the help. */
  options?: Record<string, { value: string; summary: string }>
  /** The last paragraph of the help. */
  explanation?: string
  /**
   * Which database the command uses. The command line names it before the command runs.
   * `existing` refuses to create the embedded database; `new` creates it when it is missing.
   */
  database: 'none' | 'existing' | 'new'
  /** Returns the closing text for standard output; an empty text is not shown. */
  run: (context: CommandContext) => Promise<string>
}

/** The command was typed wrongly (exit code 2). The message is a Dutch sentence about the missing part. */
export class UsageError extends Error {}

/** The command could not do its work (exit code 1). The message is a Dutch text for the user. */
export class CommandError extends Error {}
