import { type Bill, outcomeNames } from '@rd4-loket/contract'
import { StreamName, streamColours } from '../../../domain/waste-streams/StreamMark.tsx'
import { monthText } from '../../../kit/browser/format.ts'
import styles from './BillTimeline.module.css'
import { type LiftFilter, monthBounds, outcomesOf, type TimelineOutcome } from './lift-filter.ts'

const outcomes = Object.keys(outcomeNames) as TimelineOutcome[]

const shapes: Record<TimelineOutcome, string> = {
  emptied: 'M5 .8a4.2 4.2 0 1 0 0 8.4A4.2 4.2 0 1 0 5 .8z',
  not_offered: 'M5 .8a4.2 4.2 0 1 0 0 8.4A4.2 4.2 0 1 0 5 .8z',
  moved: 'M5 0 10 5 5 10 0 5z',
  outside: 'M5 .5 10 9.5H0z',
  not_yet_known: 'M1 1h8v8H1z',
  never_delivered: 'M0 4h10v2H0z',
}

const Mark = ({ outcome, colour }: { outcome: TimelineOutcome; colour: string }) => (
  <svg viewBox="-1 -1 12 12" className={styles.mark} data-outcome={outcome} aria-hidden="true" focusable="false">
    <path d={shapes[outcome]} style={{ '--colour': colour }} />
  </svg>
)

const months = Array.from({ length: 12 }, (_, month) => monthText(month))

/** Maximum number of marks in a cell. A cell with more outcomes shows their number. */
const maxMarks = 9

type BillTimelineProps = { bill: Bill; filter: LiftFilter; onFilter: (filter: LiftFilter) => void }

/**
 * The collection days of a year beside the lifts, by stream and month. The header of a month or a stream narrows the
 * list of lifts. The outcomes differ in shape, and each cell states them in words for screen readers.
 */
export function BillTimeline({ bill, filter, onFilter }: BillTimelineProps) {
  const rows = outcomesOf(bill)
  const shown = new Set(rows.flatMap((row) => row.months.flat()))
  return (
    <div className="column gap-2">
      <table className={styles.timeline}>
        <caption>Ophaaldagen en ledigingen per maand</caption>
        <thead>
          <tr>
            <td />
            {months.map((name, month) => (
              <MonthHeader
                key={name}
                name={name}
                bounds={monthBounds(bill.year, month)}
                filter={filter}
                onFilter={onFilter}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ stream, months: own }) => {
            const isChosen = filter.stream === stream
            return (
              <tr key={stream}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => onFilter({ ...filter, ids: undefined, stream: isChosen ? undefined : stream })}
                  >
                    <StreamName stream={stream} />
                  </button>
                </th>
                {own.map((found, month) => (
                  <td key={months[month]}>
                    <span className="visually-hidden">{cellText(found)}</span>
                    {found.length > maxMarks ? (
                      <span aria-hidden="true">{found.length}</span>
                    ) : (
                      <span className={styles.marks} aria-hidden="true">
                        {found.map((outcome, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a cell never move.
                          <Mark key={index} outcome={outcome} colour={streamColours[stream].background} />
                        ))}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <ul className={`row small dimmed ${styles.legend}`} aria-label="Tekens">
        {outcomes
          .filter((outcome) => shown.has(outcome))
          .map((outcome) => (
            <li key={outcome} className="inline">
              <Mark outcome={outcome} colour="currentColor" />
              {outcomeNames[outcome]}
            </li>
          ))}
      </ul>
    </div>
  )
}

type MonthHeaderProps = Pick<BillTimelineProps, 'filter' | 'onFilter'> & {
  name: string
  bounds: { from: string; to: string }
}

function MonthHeader({ name, bounds, filter, onFilter }: MonthHeaderProps) {
  const isChosen = filter.from === bounds.from && filter.to === bounds.to
  const days = isChosen ? { from: '', to: '' } : bounds
  return (
    <th scope="col" abbr={name}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={name}
        onClick={() => onFilter({ ...filter, ids: undefined, ...days })}
      >
        {name.slice(0, 1).toUpperCase()}
      </button>
    </th>
  )
}

/** The outcomes in a cell, in words: `2 geleegd, 1 niet aangeboden`. */
const cellText = (found: TimelineOutcome[]) =>
  outcomes
    .map((outcome) => ({ name: outcomeNames[outcome], count: found.filter((it) => it === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ') || 'niets'
