import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import styles from './Field.module.css'
import { useField } from './Form.tsx'
import { LinesInput, type Option, SelectInput, TextInput, type TextInputProps } from './Inputs.tsx'

type FieldCaption = { name: string; label: string; description?: string }

/** A text field of a form. It reads its own value and error message from the form. */
export const Field = ({ name, ...props }: FieldCaption & TextInputProps) => <TextInput {...props} {...useField(name)} />

/** A field of several lines. */
export const LinesField = ({ name, ...props }: FieldCaption & ComponentProps<typeof LinesInput>) => (
  <LinesInput {...props} {...useField(name)} />
)

/** A choice from a list; the first option means no choice. */
export function ChoiceField({ name, options, ...props }: FieldCaption & { options: Option[]; none: string }) {
  const field = useField(name)
  const isKnown = field.value === '' || options.some(({ id }) => String(id) === field.value)
  // Without the chosen option the browser would select the first one by itself.
  const chosen = isKnown ? [] : [{ id: field.value, name: `Onbekende keuze (${field.value})` }]
  return <SelectInput {...props} {...field} options={[...options, ...chosen]} />
}

/** A password field with a button that shows the text, and a warning when Caps Lock is on. */
export function PasswordField({
  name,
  ...props
}: FieldCaption & { autoComplete: 'current-password' | 'new-password' }) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <TextInput
        {...props}
        {...useField(name)}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyUp={watchCapsLock}
        endButton={
          <button
            type="button"
            className={styles.show}
            aria-pressed={isShown}
            aria-label={`${props.label} tonen`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Verberg' : 'Tonen'}
          </button>
        }
      />
      <p className={styles.capitals} role="status">
        {hasCapsLock && 'Caps Lock staat aan.'}
      </p>
    </div>
  )
}
