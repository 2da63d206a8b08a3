import { type Handover, handoverOutcomeNames } from '@rd4-loket/contract'
import { dayText } from '../../kit/browser/format.ts'
import { LongText } from '../../kit/page/LongText.tsx'

/** Returns the state of an objection that the pass desk handed over to the provider. */
export const handoverStateText = ({ year, outcome }: Pick<Handover, 'year' | 'outcome'>) =>
  `Bezwaar tegen aanslag ${year}: ${outcome ? handoverOutcomeNames[outcome].toLowerCase() : 'overgedragen, nog open'}`

/** An objection that the pass desk handed over: its note, its outcome, and who did what. */
export function HandoverText({ of: handover }: { of: Handover }) {
  const { note, answer, handed_over_by, handed_over_at, closed_by, closed_at } = handover
  return (
    <div className="column gap-2">
      <p className="bold">{handoverStateText(handover)}</p>
      <LongText text={note} whole={<p>{note}</p>} />
      {answer && (
        <p>
          <strong className="bold">Antwoord van de BsGW:</strong> {answer}
        </p>
      )}
      <p className="dimmed small">
        Overgedragen door {handed_over_by} op {dayText(handed_over_at)}.
        {closed_by && closed_at && ` Afgehandeld door ${closed_by} op ${dayText(closed_at)}.`}
      </p>
    </div>
  )
}
