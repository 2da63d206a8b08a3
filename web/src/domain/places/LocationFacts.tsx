import { type Address, townLine } from '@rd4-loket/contract'
import { CopyButton } from '../../kit/buttons/CopyButton.tsx'
import styles from './LocationFacts.module.css'

/** The town, municipality and object code. The object code is the key of the levy administration. */
export function LocationFacts({ of: address }: { of: Address }) {
  return (
    <>
      <span>{townLine(address)}</span>
      <span>Gemeente {address.municipality.name}</span>
      {address.object_code && (
        <span className={styles.code}>
          Objectcode <span className="code">{address.object_code}</span>
          <CopyButton text={address.object_code} label="Objectcode kopiëren" />
        </span>
      )}
    </>
  )
}
