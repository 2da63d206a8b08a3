import type { LastChange } from '@rd4-loket/contract'
import { dayText, timeText } from '../../kit/browser/format.ts'

/** The employee and moment of the last change; renders nothing if there was none. */
export function ChangedBy({ of: change }: { of: LastChange | null }) {
  if (!change) return null
  const byEmployee = change.by ? ` door ${change.by}` : ''
  return (
    <span className="below dimmed small">
      Laatst gewijzigd{byEmployee} op {dayText(change.at)} om {timeText(change.at)}
    </span>
  )
}
