import type { Db } from '../database/db.ts'
import type { OnProgress } from './progress.ts'

/** The functions for a running command to report progress, and to notice that the user stops the command. */
export type CommandMonitor = {
  onProgress: OnProgress
  /** Aborted when the user stops the command (Ctrl-C). */
  signal: AbortSignal
}

/** The input of one run of a command. */
export type CommandContext = CommandMonitor & {
  /** The arguments after the name of the command, such as file names. */
  args: string[]
  /** The value of each `--option` that was given. The value of a flag is an empty text. */
  options: Record<string, string | undefined>
  /**
   * Opens and migrates the configured database. `migrated`: the names of the migrations that were applied. With
   * `unchanged`, applies none.
   */
  openDatabase: (options?: { unchanged: boolean }) => Promise<{ db: Db; migrated: string[] }>
}

/** A command, which a user types behind `npm run loket --` or `rd4-loket`; its texts are in Dutch. */
export type Command = {
  /** The name as the user types it, such as `import addresses`. */
  name: string
  summary: string
  /** The arguments as the help shows them, such as `BESTAND…`. Undefined when the command has no arguments. */
  usage?: string
  /** The options. `value` is the name of the value in the help. An option without it is a flag. */
  options?: Record<string, { value?: string; summary: string }>
  /** The name of the made-up file in docs/samples that `--example` prints. */
  sample?: string
  /** The last paragraph of the help. */
  explanation?: string
  /**
   * The database that the command uses. Its name is printed before the command runs. With `existing`, the command fails
   * when the embedded database does not exist. With `new`, the command creates it.
   */
  database: 'none' | 'existing' | 'new'
  /** Runs the command. Returns the text to print at the end; an empty text is not printed. */
  run: (context: CommandContext) => Promise<string>
}

/** The error for wrong usage of a command (exit code 2). The message is a Dutch sentence about the mistake. */
export class UsageError extends Error {}

/** The error for a command that fails (exit code 1). The message is a Dutch text for the user. */
export class CommandError extends Error {}
