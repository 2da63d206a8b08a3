import { Button } from '@mantine/core'
import type { FieldErrors } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { Form, type Values } from './Form.tsx'
import { Icon } from './Icon.tsx'
import { Panel } from './Panel.tsx'
import styles from './SearchForm.module.css'

/** The form of a search screen: its fields, and the buttons to search and to begin again. */
export function SearchForm({
  label,
  criteria,
  check,
  error,
  onSearch,
  children,
}: {
  label: string
  criteria: Values
  check: (values: Values) => FieldErrors | undefined
  error: Error | null
  onSearch: (values: Values) => void
  children: ReactNode
}) {
  return (
    <Panel title="Waar zoekt u naar?">
      <Form label={label} filled={criteria} error={error} check={check} onSubmit={onSearch}>
        {children}
        <div className={styles.buttons}>
          <Button type="submit" leftSection={<Icon name="search" size={20} />}>
            Zoeken
          </Button>
          <Button variant="default" onClick={() => onSearch({})}>
            Wissen
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
