import { type Bill, type DayOutcome, dayOutcomeNames, holidaysIn } from '@rd4-loket/contract'
import { useId } from 'react'
import { StreamName } from '../../../domain/waste-streams/StreamMark.tsx'
import { streamColours } from '../../../domain/waste-streams/stream-colours.ts'
import { dayText, monthText, shortMonthText } from '../../../kit/browser/format.ts'
import { useOneTabStop } from '../../../kit/browser/roving.ts'
import { type LiftFilter, monthBounds, type Reasons, type StripDay, stripOf } from './lift-filter.ts'
import styles from './YearStrip.module.css'

const outcomes = Object.keys(dayOutcomeNames) as DayOutcome[]
const missedOutcome: DayOutcome = 'not_emptied'
const isMissed = ({ missed }: StripDay) => missed.length > 0
const hasLift = (outcome: DayOutcome) => outcome === 'emptied' || outcome === 'moved' || outcome === 'outside'

type MarkProps = Omit<StripDay, 'day'> & { colour: string }

/**
 * A day: a square for a lift, with a line below a moved day and a ring for a lift to check; a circle without a lift; a
 * diamond for what was not emptied, also beside a lift.
 */
function Mark({ outcome, lifts, isOpen, missed, colour }: MarkProps) {
  const diamond = (at: string) => <path d={`M${at}l5 5l-5 5l-5 -5z`} className={styles.missed} />
  if (outcome === 'not_emptied') return diamond('0 -5')
  if (!hasLift(outcome))
    return outcome === 'never_delivered' ? (
      <path d="M-4 0h8" className={styles.unknown} />
    ) : (
      <circle r="3.5" className={styles.none} data-outcome={outcome} />
    )
  return (
    <>
      {isOpen && <rect x="-8.5" y="-8.5" width="17" height="17" rx="4.5" className={styles.ring} />}
      <rect x="-6" y="-6" width="12" height="12" rx="2.5" className={styles.lift} style={{ '--colour': colour }} />
      {outcome === 'moved' && <path d="M-8 9h16" className={styles.moved} />}
      {outcome === 'outside' && <path d="M-3 -3l6 6M3 -3l-6 6" className={styles.outside} />}
      {lifts > 1 && (
        <g className={styles.several}>
          <circle r="5" />
          <text y="3.5">{lifts}</text>
        </g>
      )}
      {missed.length > 0 && diamond('8 -10')}
    </>
  )
}

/** A mark in the list of what the marks mean. */
const KeyMark = (mark: MarkProps) => (
  <svg viewBox="-11 -11 22 22" width="20" height="20" className={styles.key} aria-hidden="true" focusable="false">
    <Mark {...mark} />
  </svg>
)

const months = Array.from({ length: 12 }, (_, month) => month)

/** The place of a day in its month, as a percentage. */
const placeOf = (day: string, lastDay: number) => ((Number(day.slice(8)) - 0.5) / lastDay) * 100

/** The days of a month on which nobody of the bill lived here, as parts of the month in percent. */
function emptyParts({ year, periods }: Bill, month: number) {
  const { from, to } = monthBounds(year, month)
  const last = Number(to.slice(8))
  const days = Array.from({ length: last }, (_, index) => `${from.slice(0, 8)}${String(index + 1).padStart(2, '0')}`)
  const empty = days.map((day) => periods.length > 0 && !periods.some((lived) => lived.from <= day && lived.to >= day))
  return empty.flatMap((isEmpty, at) => {
    if (!isEmpty || empty[at - 1]) return []
    const end = empty.indexOf(false, at)
    return [{ from: (at / last) * 100, width: (((end < 0 ? last : end) - at) / last) * 100 }]
  })
}

type YearStripProps = { bill: Bill; reasons: Reasons; filter: LiftFilter; onFilter: (filter: LiftFilter) => void }

/**
 * The days of a year beside the lifts, by stream and month. The button of a month or a stream narrows the list of lifts;
 * together they are one tab stop. Each cell states its days in words for screen readers, and on a narrow screen as the
 * number of its lifts.
 */
export function YearStrip({ bill, reasons, filter, onFilter }: YearStripProps) {
  const hatch = useId()
  const rows = stripOf(bill, reasons)
  const holidays = holidaysIn(bill.year)
  const stops = [...months.map((month) => `month ${month}`), ...rows.map(({ stream }) => stream)]
  const { group, stop } = useOneTabStop(stops)
  return (
    <div className={styles.strip} {...group}>
      <svg className={styles.defs} aria-hidden="true" focusable="false">
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" className={styles.hatch} />
        </pattern>
      </svg>
      <table>
        <caption className="visually-hidden">Ophaaldagen en ledigingen per maand</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.corner}>
                <svg
                  viewBox="-4 -10 8 20"
                  width="8"
                  height="20"
                  className={styles.key}
                  aria-hidden="true"
                  focusable="false"
                >
                  <path d="M0 -10v20" className={styles.holiday} />
                </svg>
                feestdag
              </span>
            </th>
            {months.map((month) => {
              const bounds = monthBounds(bill.year, month)
              const isChosen = filter.from === bounds.from && filter.to === bounds.to
              return (
                <th key={month} scope="col" abbr={monthText(month)}>
                  <button
                    type="button"
                    title={monthText(month)}
                    aria-pressed={isChosen}
                    onClick={() =>
                      onFilter({ ...filter, ids: undefined, ...(isChosen ? { from: '', to: '' } : bounds) })
                    }
                    {...stop(`month ${month}`)}
                  >
                    {shortMonthText(month)}
                  </button>
                </th>
              )
            })}
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
                    onClick={() =>
                      onFilter({ ...filter, ids: undefined, isOther: false, stream: isChosen ? undefined : stream })
                    }
                    {...stop(stream)}
                  >
                    <StreamName stream={stream} />
                  </button>
                </th>
                {own.map((found, month) => {
                  const lastDay = Number(monthBounds(bill.year, month).to.slice(8))
                  const ofMonth = String(month + 1).padStart(2, '0')
                  const lifts = found.reduce((sum, day) => sum + day.lifts, 0)
                  return (
                    <td key={months[month]} data-open={found.some(({ isOpen }) => isOpen) || undefined}>
                      <span className="visually-hidden">{cellText(found)}</span>
                      <span className={styles.count} aria-hidden="true">
                        {lifts || '·'}
                      </span>
                      <svg height="24" className={styles.days} aria-hidden="true" focusable="false">
                        {emptyParts(bill, month).map((part) => (
                          <rect
                            key={part.from}
                            x={`${part.from}%`}
                            width={`${part.width}%`}
                            height="28"
                            fill={`url(#${hatch})`}
                          />
                        ))}
                        {holidays
                          .filter(({ day }) => day.slice(5, 7) === ofMonth)
                          .map(({ day, name }) => (
                            <line
                              key={day}
                              x1={`${placeOf(day, lastDay)}%`}
                              x2={`${placeOf(day, lastDay)}%`}
                              y2="24"
                              className={styles.holiday}
                            >
                              <title>{`${name}, ${dayText(day)}`}</title>
                            </line>
                          ))}
                        {found.map((day) => (
                          <svg key={day.day} x={`${placeOf(day.day, lastDay)}%`} y="12" overflow="visible">
                            <title>{`${dayText(day.day)}: ${wordsOf(day).join(', ')}`}</title>
                            <Mark {...day} colour={streamColours[stream].background} />
                          </svg>
                        ))}
                      </svg>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What the marks of a year mean: only of the marks that it has. */
export function StripKey({ bill, reasons }: { bill: Bill; reasons: Reasons }) {
  const rows = stripOf(bill, reasons)
  const shown = rows.flatMap((row) => row.months.flat())
  const colour = streamColours[rows[0]?.stream ?? 'residual_waste'].background
  const isPartOfYear = months.some((month) => emptyParts(bill, month).length > 0)
  return (
    <ul className={`row dimmed ${styles.legend}`} aria-label="Tekens">
      {outcomes
        .filter((outcome) =>
          shown.some((day) => day.outcome === outcome || (outcome === missedOutcome && isMissed(day))),
        )
        .map((outcome) => (
          <li key={outcome} className="inline">
            <KeyMark outcome={outcome} lifts={1} isOpen={false} missed={[]} colour={colour} />
            {dayOutcomeNames[outcome]}
          </li>
        ))}
      {shown.some(({ isOpen }) => isOpen) && (
        <li className="inline">
          <KeyMark outcome="emptied" lifts={1} isOpen missed={[]} colour={colour} />
          {bill.flags.length > 0 ? 'na te gaan' : 'bezwaar'}
        </li>
      )}
      {isPartOfYear && (
        <li className={`inline ${styles.away}`}>
          <svg
            viewBox="-11 -11 22 22"
            width="20"
            height="20"
            className={styles.key}
            aria-hidden="true"
            focusable="false"
          >
            <path d="M-9 1L1 -9M-9 9L9 -9M-1 9L9 -1" className={styles.hatch} />
          </svg>
          <span className="visually-hidden">woonde </span>elders
        </li>
      )}
    </ul>
  )
}

/** What is known about a day, in words: `geleegd`, or `niet geleegd: te zwaar`. */
const wordsOf = ({ outcome, missed }: StripDay) => [
  ...(outcome === missedOutcome ? [] : [dayOutcomeNames[outcome]]),
  ...missed,
]

/** The days of a cell, in words: `2 geleegd, 1 niet aangeboden`. */
function cellText(found: StripDay[]) {
  const words = found.flatMap((day) => wordsOf(day))
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, equal]) => `${equal.length} ${word}`)
  return counts.join(', ') || 'niets'
}
