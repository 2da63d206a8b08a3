import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import styles from './Field.module.css'
import { useField } from './Form.tsx'

type Common = { name: string; label: string; description?: string }

/** A field of a form: finds its own value and its own message. */
export function Field({ name, ...props }: Common & TextInputProps) {
  const { error, ...field } = useField(name)
  return <TextInput {...props} {...field} error={error} classNames={styles} />
}

/** A choice from a list; the first option means no choice. */
export function ChoiceField({
  name,
  options,
  none,
  ...props
}: Common & { options: { id: string | number; name: string }[]; none: string }) {
  const { error, ...field } = useField(name)
  const data = [
    { value: '', label: none },
    ...options.map((option) => ({ value: String(option.id), label: option.name })),
  ]
  // A list without what was chosen would choose its first option, unasked.
  if (!data.some(({ value }) => value === field.value))
    data.push({ value: field.value, label: `Onbekende keuze (${field.value})` })
  return <NativeSelect {...props} {...field} error={error} data={data} classNames={styles} />
}

/** A password, which can be read back, and which says when the capitals are locked. */
export function PasswordField({
  name,
  description,
  ...props
}: Common & { autoComplete: 'current-password' | 'new-password' }) {
  const { error, ...field } = useField(name)
  const [shown, setShown] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const watchCapitals = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'))
  return (
    <div>
      <TextInput
        {...props}
        {...field}
        type={shown ? 'text' : 'password'}
        description={description}
        error={error}
        classNames={styles}
        autoCapitalize="none"
        spellCheck={false}
        onKeyUp={watchCapitals}
        rightSectionWidth={76}
        rightSection={
          <button
            type="button"
            className={styles.show}
            aria-pressed={shown}
            aria-label={`${props.label} tonen`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Verberg' : 'Tonen'}
          </button>
        }
      />
      <p className={styles.capitals} role="status">
        {capitals && 'Caps Lock staat aan.'}
      </p>
    </div>
  )
}
