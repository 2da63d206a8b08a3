import { retireOldRows } from '../app/retention.queries.ts'
import { checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { type Command, CommandError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { checkedLogLines } from './check-logs.ts'

const titles: Partial<Record<string, string>> = {
  roll_issue: 'uitgiften',
  objection_handover: 'overgedragen bezwaren',
  contact: 'klantcontacten',
  missed_report: 'meldingen van gemiste ophalingen',
  pickup_appointment: 'ophaalafspraken',
  processing: 'verwerkingenlogboek',
  audit: 'logboek',
  security: 'beveiligingslogboek',
  audit_review: 'beoordeelde maanden',
  session: 'sessies',
  password_reset: 'wachtwoordlinks',
}

/** Deletes rows after their retention period, and verifies the hash chains of the logs. */
export const retireRows: Command = {
  name: 'retention',
  summary: 'verwijdert wat lang genoeg bewaard is, en controleert de logboeken',
  database: 'existing',
  explanation: 'Hoe lang iets blijft, zeggen de instellingen KEEP_…, in maanden. Het portaal doet hetzelfde elke dag.',
  async run({ openDatabase }) {
    const { keep_months } = loadConfig()
    const { db } = await openDatabase()
    const retired = await retireOldRows(db, keep_months)
    const checked = await checkLogs(db)
    const text = [
      'Verwijderd:',
      ...retired.map(
        ({ name, rows, months }) =>
          `  ${(titles[name] ?? name).padEnd(21)} ${rows} (${months === null ? 'verlopen' : `ouder dan ${months} maanden`})`,
      ),
      'Logboeken:',
      ...checkedLogLines(checked),
    ].join('\n')
    if (checked.some(({ fault }) => fault !== null)) throw new CommandError(text)
    return text
  },
}
