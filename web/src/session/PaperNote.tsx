import { today } from '../kit/browser/days.ts'
import { dayText } from '../kit/browser/format.ts'
import { useSession } from './session.ts'

/** What only paper needs to say: what was asked, and who printed it when. */
export function PaperNote({ asked }: { asked?: string }) {
  const name = useSession()?.user.name
  return (
    <p className="paper-only">
      {asked && `Gezocht op: ${asked}. `}
      Afgedrukt op {dayText(today())}
      {name && ` door ${name}`}.
    </p>
  )
}
