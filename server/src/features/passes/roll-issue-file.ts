import type { RollIssue } from '@rd4-loket/contract'
import { type Column, writtenMoment } from '../../platform/files/sheet.ts'

/** What was handed out, in a file: of the pass only the end of its number, as on the screen. */
export const rollIssueFileColumns: readonly Column<RollIssue>[] = [
  ['Moment', ({ requested_at }) => writtenMoment(requested_at)],
  ['Rollen', ({ rolls }) => rolls],
  ['Door', ({ requested_by }) => requested_by],
  ['Einde pasnummer', ({ pass_ending }) => pass_ending],
  ['Ongedaan gemaakt', ({ cancelled }) => (cancelled ? 'ja' : 'nee')],
]
