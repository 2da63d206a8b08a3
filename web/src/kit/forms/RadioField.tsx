import styles from './Field.module.css'
import { useField } from './Form.tsx'
import type { Option } from './Inputs.tsx'

/** A choice from a few options that are all visible. The error message is below them. */
export function RadioField({ name, legend, options }: { name: string; legend: string; options: Option[] }) {
  const { id, value, error, onChange } = useField(name)
  return (
    <fieldset className={styles.group} data-invalid={error ? true : undefined}>
      <legend>{legend}</legend>
      <div className={`row ${styles.options}`}>
        {options.map((option, index) => (
          <label key={option.id} className="line">
            <input
              type="radio"
              // The first option has the id of the field, because the summary of errors links to that id.
              id={index === 0 ? id : `${id}-${option.id}`}
              name={name}
              value={option.id}
              checked={value === option.id}
              onChange={onChange}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
            />
            {option.name}
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
