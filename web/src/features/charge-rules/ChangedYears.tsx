import { yearsText } from '@rd4-loket/contract'

/** Says which bills of past years and of this year change. */
export const ChangedYears = ({ years }: { years: number[] }) => (
  <div role="status">
    {years.length > 0 && (
      <p className="box">
        <strong>Dit verandert de berekening van {yearsText(years)}.</strong> Een opgelegde aanslag blijft gelijk. Het
        portaal toont dan het verschil.
      </p>
    )}
  </div>
)
