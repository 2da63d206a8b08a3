import { minPasswordLength } from '@rd4-loket/contract'
import { PasswordField, useField } from '../../kit/forms/Form.tsx'
import styles from './NewPasswordField.module.css'

const strongLength = 20

const missingText = (length: number) => {
  const more = minPasswordLength - length
  return more === 1 ? 'Nog 1 teken' : `Nog ${more} tekens`
}

/** A field for a new password, with a bar that shows its length. Length is what makes a password strong. */
export function NewPasswordField() {
  const { length } = useField('password').value
  const reached = length >= strongLength ? 'Sterk' : length >= minPasswordLength ? 'Lang genoeg' : ''
  return (
    <div>
      <PasswordField
        name="password"
        label="Nieuw wachtwoord"
        description={`Ten minste ${minPasswordLength} tekens. Een korte zin onthoudt u gemakkelijk.`}
        autoComplete="new-password"
      />
      <div className={`remark ${styles.length}`}>
        <div className={styles.track} aria-hidden="true">
          <div
            className={styles.bar}
            data-reached={length >= minPasswordLength || undefined}
            style={{ width: `${Math.min(length / strongLength, 1) * 100}%` }}
          />
        </div>
        {/* Announced at most twice. A count after each key would disturb screen reader users. */}
        <p role="status">{reached}</p>
        {!reached && <p>{missingText(length)}</p>}
      </div>
    </div>
  )
}
