import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../theme/Icon.tsx'
import styles from './Field.module.css'

type InputCaption = { label?: ReactNode; description?: ReactNode; error?: ReactNode }

/** The attributes that tie a control to its hint and its error message. */
const describedBy = (id: string, { description, error }: InputCaption) => ({
  id,
  className: styles.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') || undefined,
})

/** Label, hint, control and error message, in this order. */
const Labelled = ({
  id,
  label,
  description,
  error,
  className = '',
  children,
}: InputCaption & { id: string; className?: string | undefined; children: ReactNode }) => (
  <div className={`${styles.field} ${className}`}>
    {label && (
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
    )}
    {description && (
      <p className={`remark screen-only ${styles.description}`} id={`${id}-description`}>
        {description}
      </p>
    )}
    {children}
    {error && (
      <p className={`error small ${styles.error}`} id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
)

export type TextInputProps = InputCaption &
  Omit<ComponentProps<'input'>, 'className' | 'size'> & {
    large?: boolean
    inputClassName?: string | undefined
    /** A decorative icon inside the box, before the text. */
    icon?: ReactNode
    /** A button inside the box, after the text. */
    endButton?: ReactNode
    /** The button that submits the text, beside the box. */
    submit?: ReactNode
  }

/** A text box with a label, an optional hint and an error message. */
export function TextInput({
  label,
  description,
  error,
  large,
  inputClassName = '',
  icon,
  endButton,
  submit,
  ...input
}: TextInputProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const box = (
    <div
      className={styles.wrapper}
      data-large={large || undefined}
      data-icon={Boolean(icon) || undefined}
      data-end-button={Boolean(endButton) || undefined}
    >
      {icon && <div className={`screen-only ${styles.icon}`}>{icon}</div>}
      <input {...input} {...describedBy(id, { description, error })} className={`${styles.input} ${inputClassName}`} />
      {endButton && <div className={`screen-only ${styles.end}`}>{endButton}</div>}
    </div>
  )
  return (
    <Labelled id={id} label={label} description={description} error={error}>
      {submit ? (
        <div className={`row ${styles.line}`}>
          {box}
          {submit}
        </div>
      ) : (
        box
      )}
    </Labelled>
  )
}

export type Option = { id: string | number; name: string }

/** A choice from a list. `none` is the first option, with an empty value. */
export function SelectInput({
  label,
  description,
  error,
  options,
  none,
  className,
  ...select
}: InputCaption & ComponentProps<'select'> & { options: Option[]; none?: string }) {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <Labelled id={id} label={label} description={description} error={error} className={className}>
      <div className={styles.wrapper}>
        <select {...select} {...describedBy(id, { description, error })}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <div className={`screen-only ${styles.end}`}>
          <Icon name="chevron-down" size={18} />
        </div>
      </div>
    </Labelled>
  )
}

/** A text box of several lines. */
export function LinesInput({
  label,
  description,
  error,
  ...textarea
}: InputCaption & Omit<ComponentProps<'textarea'>, 'className'>) {
  const ownId = useId()
  const id = textarea.id ?? ownId
  return (
    <Labelled id={id} label={label} description={description} error={error}>
      <div className={styles.wrapper}>
        <textarea {...textarea} {...describedBy(id, { description, error })} />
      </div>
    </Labelled>
  )
}

/** A choice of a file, with a label, an optional hint and an error message. */
export function FileInput({
  label,
  description,
  error,
  ...input
}: InputCaption & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <Labelled id={id} label={label} description={description} error={error}>
      <input {...input} {...describedBy(id, { description, error })} type="file" className={styles.file} />
    </Labelled>
  )
}
