import { type ChargeRule, changedYears, type ShownRule, yearsText } from '@rd4-loket/contract'
import { today } from '../../kit/browser/days.ts'

type Days = Pick<ChargeRule, 'valid_from' | 'valid_to'>

/** Says which bills of past years and of this year change, when the rules of `days` change. Undefined: not known yet. */
export function ChangedYears({
  days,
  rules,
}: {
  days: Days | undefined
  rules: Pick<ShownRule, 'valid_from' | 'valid_to' | 'rest_on'>[]
}) {
  const years = days ? changedYears(days, rules, today()) : []
  return (
    <div role="status">
      {years.length > 0 && (
        <p className="box">
          <strong>Dit verandert de berekening van {yearsText(years)}.</strong> Een opgelegde aanslag blijft gelijk. Het
          portaal toont dan het verschil.
        </p>
      )}
    </div>
  )
}
