import { deskPurposes, type Purpose, purposeNames } from '@rd4-loket/contract'
import { useId } from 'react'
import styles from './PurposeChoice.module.css'

/** For what this customer's data is looked at; who comes for the usual needs no key here. */
export function PurposeChoice({ purpose, onChoose }: { purpose: Purpose; onChoose: (purpose: Purpose) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.purposes}>
      <legend>Waarvoor komt deze klant?</legend>
      {deskPurposes.map((it) => (
        <label key={it}>
          <input type="radio" name={name} value={it} checked={it === purpose} onChange={() => onChoose(it)} />
          {purposeNames[it]}
        </label>
      ))}
    </fieldset>
  )
}
