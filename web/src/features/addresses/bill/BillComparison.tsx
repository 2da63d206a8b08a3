import { type BillNorm, wasteStreamNames } from '@rd4-loket/contract'
import { countText, numberText } from '../../../kit/browser/format.ts'
import styles from './BillComparison.module.css'

const sizeTexts: Record<BillNorm['household_size'], string> = {
  one: ' van één persoon',
  several: ' van meer personen',
  unknown: '',
}

function verdictOf({ own_lifts, lifts }: BillNorm) {
  if (own_lifts < lifts.lower) return 'Dat is minder dan bij de meeste.'
  return own_lifts > lifts.upper ? 'Dat is meer dan bij de meeste.' : 'Dat is gewoon.'
}

/** The lifts of this household beside those of comparable households, in words and in one bar. */
export function BillComparison({ norm }: { norm: BillNorm }) {
  const { waste_type, volume_litres, household_size, households, lifts, own_lifts } = norm
  // The bar leaves some space on the right of its highest value.
  const highest = Math.max(lifts.upper, own_lifts, 1) * 1.15
  const percent = (value: number) => `${(value / highest) * 100}%`
  return (
    <details className="screen-only">
      <summary>Vergeleken met anderen</summary>
      <p>
        {wasteStreamNames[waste_type]}, {numberText(volume_litres)} liter: {countText(own_lifts, 'keer', 'keer')}.{' '}
        {verdictOf(norm)} De helft van {numberText(households)} huishoudens{sizeTexts[household_size]} zit tussen{' '}
        {numberText(lifts.lower)} en {numberText(lifts.upper)} keer. In het midden ligt {numberText(lifts.median)} keer.
      </p>
      <div className={styles.bar} aria-hidden="true">
        <span
          className={styles.middle}
          style={{ '--from': percent(lifts.lower), '--width': percent(lifts.upper - lifts.lower) }}
        />
        <span className={styles.median} style={{ '--from': percent(lifts.median) }} />
        <span className={styles.own} style={{ '--from': percent(own_lifts) }} />
      </div>
    </details>
  )
}
