import type { RollIssue } from '@rd4-loket/contract'
import { type Column, minuteCell } from '../../platform/files/sheet.ts'

/** Columns of exported roll issues. As on the screen, only the end of the pass number is included. */
export const rollIssueFileColumns: readonly Column<RollIssue>[] = [
  ['Moment', ({ requested_at }) => minuteCell(requested_at)],
  ['Rollen', ({ rolls }) => rolls],
  ['Door', ({ requested_by }) => requested_by],
  ['Einde pasnummer', ({ pass_ending }) => pass_ending],
  ['Ongedaan gemaakt', ({ cancelled }) => (cancelled ? 'ja' : 'nee')],
]
