import type { Bill } from '@rd4-loket/contract'
import { useId } from 'react'
import { localStore } from '../../../kit/browser/storage.ts'
import { makeStore } from '../../../kit/browser/store.ts'
import { CopyButton } from '../../../kit/buttons/Button.tsx'
import type { useBillYears } from './address-bill.ts'
import styles from './SpokenBill.module.css'

/** The screen text of each text to read aloud. */
const variantNames = { short: 'Kort', full: 'Volledig', years: 'Per jaar' }
type Variant = keyof typeof variantNames
const variants = Object.keys(variantNames) as Variant[]

const storeName = 'loket.spoken-bill'

/** The text that the employee prefers, on this computer: short at the telephone, full in a mail. */
const preferred = makeStore(variants.find((variant) => variant === localStore.read(storeName)) ?? 'short')
preferred.listen((variant) => localStore.write(storeName, variant))

type SpokenBillProps = { of: Bill; years: ReturnType<typeof useBillYears> }

/** The text to read aloud, in the length that the employee chooses, with a button that copies it. */
export function SpokenBill({ of: bill, years: { data: years, error } }: SpokenBillProps) {
  const name = useId()
  const chosen = preferred.use()
  const ofYears = error ? 'De andere jaren zijn even niet bereikbaar.' : (years?.spoken ?? 'Bezig met laden…')
  const text = chosen === 'years' ? ofYears : bill.spoken[chosen]
  return (
    <div className={styles.spoken} data-variant={chosen}>
      <div className={styles.head}>
        <h2>Lees voor</h2>
        <fieldset className={`screen-only ${styles.variants}`}>
          <legend className="visually-hidden">Lengte van de tekst</legend>
          {variants.map((variant) => (
            <label key={variant}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                checked={variant === chosen}
                onChange={() => preferred.write(variant)}
              />
              {variantNames[variant]}
            </label>
          ))}
        </fieldset>
        <CopyButton key={`${bill.year} ${chosen}`} keyHint="C" text={text} label="Kopieer de uitleg" />
      </div>
      <p>{text}</p>
    </div>
  )
}
