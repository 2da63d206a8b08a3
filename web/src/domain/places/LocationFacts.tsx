import { type Address, townLine } from '@rd4-loket/contract'
import { CopyButton } from '../../kit/buttons/CopyButton.tsx'
import styles from './LocationFacts.module.css'

/** Where it is, and how the levy administration knows it. */
export function LocationFacts({ of: place }: { of: Address }) {
  return (
    <>
      <span>{townLine(place)}</span>
      <span>Gemeente {place.municipality.name}</span>
      {place.object_code && (
        <span className={styles.code}>
          Objectcode <span className="code">{place.object_code}</span>
          <CopyButton text={place.object_code} label="Objectcode kopiëren" />
        </span>
      )}
    </>
  )
}
