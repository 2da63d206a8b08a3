import { today } from '../kit/browser/days.ts'
import { dayText } from '../kit/browser/format.ts'
import { useSession } from './session.ts'

/** A line for print only: the search criteria, and who printed the page when. */
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
