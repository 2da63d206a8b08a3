import { retireOldRows } from '../app/retention.queries.ts'
import { checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { type Command, CommandError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { checkedLogLines } from './check-logs.ts'

const logTitles = { audit: 'logboek', security: 'beveiligingslogboek', processing: 'verwerkingenlogboek' }

/** Deletes rows after their retention period, and verifies the hash chains of the logs. */
export const retireRows: Command = {
  name: 'retention',
  summary: 'verwijdert wat lang genoeg bewaard is, en controleert de logboeken',
  database: 'existing',
  explanation: `Hoe lang iets blijft, zeggen de instellingen KEEP_ROLL_REQUESTS, KEEP_PROCESSING_LOG, KEEP_AUDIT_LOG en
KEEP_SECURITY_LOG, in maanden. Het portaal doet hetzelfde elke dag.`,
  async run({ openDatabase }) {
    const { keep_months } = loadConfig()
    const { db } = await openDatabase()
    const { roll_requests, handovers, sessions, password_resets, ...logs } = await retireOldRows(db, keep_months)
    const removed = [
      ['uitgiften', roll_requests, keep_months.roll_requests],
      ['overgedragen bezwaren', handovers, keep_months.roll_requests],
      ...(['processing', 'audit', 'security'] as const).map(
        (log) => [logTitles[log], logs[log], keep_months[log]] as const,
      ),
      ['sessies', sessions, keep_months.security],
    ] as const
    const checked = await checkLogs(db)
    const text = [
      'Verwijderd:',
      ...removed.map(([what, rows, months]) => `  ${what.padEnd(21)} ${rows} (ouder dan ${months} maanden)`),
      `  ${'wachtwoordlinks'.padEnd(21)} ${password_resets} (verlopen)`,
      'Logboeken:',
      ...checkedLogLines(checked),
    ].join('\n')
    if (checked.some(({ fault }) => fault !== null)) throw new CommandError(text)
    return text
  },
}
