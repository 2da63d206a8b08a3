import { logCheckText } from '@rd4-loket/contract'
import { type CheckedLog, checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { anchorText, rejectMissingAnchor } from '../domain/access-log/log-anchors.ts'
import { type Command, CommandError } from '../platform/runtime/command.ts'

const titles = { audit: 'logboek', security: 'beveiligingslogboek', processing: 'verwerkingenlogboek' }

/** Returns a Dutch line about each checked log. */
export const checkedLogLines = (checked: CheckedLog[]) =>
  checked.map((log) => {
    const outcome =
      log.fault === null ? `heel, ${log.length} regels, laatste ${anchorText(log)}` : logCheckText(log).toUpperCase()
    return `  ${titles[log.log].padEnd(21)} ${outcome}`
  })

/** Checks the three logs, against their earlier checks and an anchor. Fails when one was shortened or changed. */
export const checkLogsCommand: Command = {
  name: 'check logs',
  summary: 'controleert of de logboeken heel zijn, en niet ingekort of gewijzigd',
  database: 'existing',
  options: {
    anchor: { value: 'HASH@LENGTE', summary: 'vergelijkt ook met dit controlegetal van een eerdere controle' },
  },
  explanation: `Leest elke regel, en vergelijkt met alle eerdere controles. De uitkomst van elke controle blijft bewaard.
Het portaal controleert elke dag en schrijft de controlegetallen in DATA_DIR/log-anchors. Bewaar daarvan een kopie op een
andere machine: wie de hele database beheert, kan daar niets aan veranderen.
Uitkomst 0: de logboeken zijn heel. 1: een logboek is niet heel, ingekort of gewijzigd.`,
  async run({ openDatabase, options }) {
    const { db } = await openDatabase()
    const checked = await checkLogs(db)
    const text = ['Logboeken:', ...checkedLogLines(checked)].join('\n')
    if (checked.some(({ fault }) => fault !== null)) throw new CommandError(text)
    if (options.anchor !== undefined) await rejectMissingAnchor(db, options.anchor)
    return text
  },
}
