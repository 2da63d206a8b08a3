import { deskPurposes, findResident, type Purpose, parseInput, purposeNames } from '@rd4-loket/contract'
import { useId, useRef, useState } from 'react'
import styles from './PurposeChoice.module.css'

const defaultPurpose = deskPurposes[0]
const passNumberOf = (typed: string) =>
  parseInput(findResident.body, { environmental_pass_number: typed }).value?.environmental_pass_number ?? typed

/** The purpose for which residents' data is read. A choice holds for one customer, then the default returns. */
export function usePurpose() {
  const [purpose, setPurpose] = useState<Purpose>(defaultPurpose)
  // The pass for which the chosen purpose was used; undefined until the first call after the choice.
  const servedPass = useRef<string>(undefined)
  return {
    purpose,
    choose: (chosen: Purpose) => {
      servedPass.current = undefined
      setPurpose(chosen)
    },
    /** Returns the purpose of a call about this pass. */
    forPass: (typed: string) => {
      const number = passNumberOf(typed)
      const isNextCustomer = servedPass.current !== undefined && servedPass.current !== number
      servedPass.current = number
      if (!isNextCustomer) return purpose
      setPurpose(defaultPurpose)
      return defaultPurpose
    },
  }
}

export function PurposeChoice({ purpose, onChoose }: { purpose: Purpose; onChoose: (purpose: Purpose) => void }) {
  const name = useId()
  return (
    <fieldset className={`row ${styles.purposes}`}>
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
