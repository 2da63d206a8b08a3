import { addDays } from '../../kit/browser/days.ts'
import { longDayText, weekdayText } from '../../kit/browser/format.ts'

const aMonday = '2023-01-02'
const weekdays = Array.from({ length: 7 }, (_, day) => addDays(aMonday, day))

/** The days of the week above a month: short on screen, in full for screen readers. */
export function WeekdayHeads() {
  return (
    <thead>
      <tr>
        {weekdays.map((day) => (
          <th key={day} scope="col">
            <span aria-hidden="true">{weekdayText(day)}</span>
            <span className="visually-hidden">{longDayText(day).split(' ')[0]}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
