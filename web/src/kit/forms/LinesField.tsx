import { Textarea, type TextareaProps } from '@mantine/core'
import styles from './Field.module.css'
import { useField } from './Form.tsx'

/** A field of several lines. */
export function LinesField({ name, ...props }: { name: string; label: string; description?: string } & TextareaProps) {
  const { error, ...field } = useField(name)
  return <Textarea {...props} {...field} error={error} classNames={styles} />
}
