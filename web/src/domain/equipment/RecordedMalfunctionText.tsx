import { malfunctionNames, type RecordedMalfunction } from '@rd4-loket/contract'
import { dayText, momentText } from '../../kit/browser/format.ts'
import { LongText } from '../../kit/page/LongText.tsx'

/** The name of a malfunction inside a sentence: `de trommel klemt`. */
export const malfunctionText = (malfunction: keyof typeof malfunctionNames) =>
  malfunctionNames[malfunction].toLowerCase()

/** The note of a malfunction, who recorded it, and when. Then its expected end or, once closed, who closed it. */
export function RecordedMalfunctionText({ of }: { of: RecordedMalfunction }) {
  const { note, recorded_by, recorded_at, expected_end, closed_by, closed_at } = of
  return (
    <>
      {note && <LongText text={note} />}
      <span className="below small">
        Vastgelegd door {recorded_by} op {momentText(recorded_at)} uur.{' '}
        {closed_at
          ? `Opgelost op ${momentText(closed_at)} uur, vastgelegd door ${closed_by}.`
          : expected_end
            ? `Naar verwachting opgelost op ${dayText(expected_end)}.`
            : 'Wanneer dit is opgelost, is niet bekend.'}
      </span>
    </>
  )
}
