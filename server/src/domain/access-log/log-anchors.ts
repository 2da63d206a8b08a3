import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../platform/database/db.ts'
import { makeFolder } from '../../platform/files/folders.ts'
import { CommandError, UsageError } from '../../platform/runtime/command.ts'
import { type CheckedLog, findAnchor } from './audit-log.queries.ts'

/** The last row of a log, as it is noted outside the database: `HASH@LENGTH`. */
export const anchorText = ({ hash, length }: CheckedLog) => `${hash}@${length}`

/**
 * Adds the anchors of intact logs to the file `log-anchors` in a folder, outside the database. Who can change the
 * whole database can change its stored checks too, but not a copy of this file on another machine.
 */
export async function appendAnchors(folder: string, checked: CheckedLog[]) {
  const now = new Date().toISOString()
  const lines = checked.filter(({ fault }) => fault === null).map((log) => `${now} ${log.log} ${anchorText(log)}\n`)
  makeFolder(folder)
  await appendFile(join(folder, 'log-anchors'), lines.join(''), { mode: 0o600 })
}

/** Throws a CommandError when no log has the hash of an anchor at its length, and a UsageError for another text. */
export async function rejectMissingAnchor(db: Db, anchor: string) {
  const [, hash, digits] = /^([0-9a-f]{64})@(\d{1,15})$/i.exec(anchor.trim()) ?? []
  if (!hash || !digits) throw new UsageError('Geef met --anchor een controlegetal als HASH@LENGTE.')
  const length = Number(digits)
  const { logs, longest } = await findAnchor(db, { hash: hash.toLowerCase(), length })
  if (logs.length > 0) return
  throw new CommandError(
    longest < length
      ? `Ingekort: het controlegetal is van regel ${length}, maar het langste logboek heeft ${longest} regels.`
      : `Gewijzigd of ingekort: geen logboek heeft op regel ${length} dit controlegetal.`,
  )
}
