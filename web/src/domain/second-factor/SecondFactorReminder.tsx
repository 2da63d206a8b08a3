import { Link } from '@tanstack/react-router'
import { countText, dayText } from '../../kit/browser/format.ts'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useSession } from '../../session/session.ts'

const day_ms = 86_400_000

/** Counts down the days in which the employee must add a second factor. Renders nothing when there is no such day. */
export function SecondFactorReminder({ hasLink = false }: { hasLink?: boolean }) {
  const due_at = useSession()?.user.second_factor?.due_at
  if (!due_at) return null
  const daysLeft = Math.max(1, Math.ceil((Date.parse(due_at) - Date.now()) / day_ms))
  return (
    <div className="box row">
      <Icon name="shield" />
      <p>
        Voeg binnen {countText(daysLeft, 'dag', 'dagen')} een tweede factor toe, uiterlijk op {dayText(due_at)}. Daarna
        kunt u eerst niets anders.
      </p>
      {hasLink && <Link to="/account/beveiliging">Naar Beveiliging</Link>}
    </div>
  )
}
