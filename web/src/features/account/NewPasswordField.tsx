import { minPasswordLength } from '@rd4-loket/contract'
import { PasswordField } from '../../kit/forms/Field.tsx'
import { useField } from '../../kit/forms/Form.tsx'
import styles from './NewPasswordField.module.css'

const strong = 20

const missing = (length: number) => {
  const more = minPasswordLength - length
  return more === 1 ? 'Nog 1 teken' : `Nog ${more} tekens`
}

/** A password to be. What makes it strong is its length, and that is what grows on screen while it is typed. */
export function NewPasswordField() {
  const { length } = useField('password').value
  const reached = length >= strong ? 'Sterk' : length >= minPasswordLength ? 'Lang genoeg' : ''
  return (
    <div>
      <PasswordField
        name="password"
        label="Nieuw wachtwoord"
        description={`Ten minste ${minPasswordLength} tekens. Een korte zin onthoudt u gemakkelijk.`}
        autoComplete="new-password"
      />
      <div className={styles.length}>
        <div className={styles.track} aria-hidden="true">
          <div
            className={styles.bar}
            data-reached={length >= minPasswordLength || undefined}
            style={{ width: `${Math.min(length / strong, 1) * 100}%` }}
          />
        </div>
        {/* Heard twice at most: who listens to each key does not want a count after it. */}
        <p role="status">{reached}</p>
        {!reached && <p>{missing(length)}</p>}
      </div>
    </div>
  )
}
