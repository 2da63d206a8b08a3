import { KeyHint } from '../buttons/KeyHint.tsx'
import styles from './Field.module.css'
import { useField } from './Form.tsx'
import type { Option } from './Inputs.tsx'

/**
 * `short` and `note` are shown in place of the name, which assistive technology reads. `isFull`: cannot be chosen.
 * `hint`: the key that chooses the option.
 */
type RadioOption = Option & { short?: string; note?: string; hint?: string; isFull?: boolean; weekday?: number }

type RadioFieldProps = {
  name: string
  legend: string
  description?: string
  options: RadioOption[]
  /** `buttons`: each option is a button. `week`: the buttons stand in a row per week, each below its weekday. */
  look?: 'buttons' | 'week'
}

/** A choice from a few options that are all visible. The error message is below them. */
export function RadioField({ name, legend, description, options, look }: RadioFieldProps) {
  const { id, value, error, onChange } = useField(name)
  // The summary of errors links to the id of the field.
  const first = options.findIndex(({ isFull }) => !isFull)
  const describedBy = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.group} data-invalid={error ? true : undefined}>
      <legend>{legend}</legend>
      {description && (
        <p className={`remark ${styles.description}`} id={`${id}-description`}>
          {description}
        </p>
      )}
      <div className={`row ${styles.options}`} data-look={look}>
        {options.map((option, index) => (
          <label key={option.id} className="line" data-weekday={option.weekday}>
            <input
              type="radio"
              id={index === first ? id : `${id}-${option.id}`}
              name={name}
              value={option.id}
              checked={value === String(option.id)}
              disabled={option.isFull}
              aria-keyshortcuts={option.hint}
              onChange={onChange}
              aria-invalid={(error && !option.isFull) || undefined}
              aria-describedby={describedBy || undefined}
            />
            {option.short ? (
              <>
                <span className="visually-hidden">{option.name}</span>
                <span aria-hidden="true">
                  {option.short}
                  <small>{option.note}</small>
                </span>
              </>
            ) : (
              <>
                {option.hint && <KeyHint>{option.hint}</KeyHint>}
                {option.name}
              </>
            )}
          </label>
        ))}
      </div>
      {error && (
        <p className={`error small ${styles.radioFieldError}`} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
