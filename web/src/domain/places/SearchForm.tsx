import type { FieldErrors } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { Button } from '../../kit/buttons/Button.tsx'
import { Buttons } from '../../kit/buttons/Buttons.tsx'
import { Form, inputErrorIn, type Values } from '../../kit/forms/Form.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'

/** The form of a search screen. It shows errors of its fields only; other failures appear where the list would be. */
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
    <div className="screen-only">
      <Panel title="Waar zoekt u naar?">
        <Form
          label={label}
          filled={criteria}
          error={inputErrorIn(error)}
          check={check}
          onSubmit={onSearch}
          onReset={() => onSearch({})}
        >
          {children}
          <Buttons>
            <Button type="submit" size="md" icon={<Icon name="search" size={20} />}>
              Zoeken
            </Button>
            <Button type="reset" variant="default" size="md">
              Wissen
            </Button>
          </Buttons>
        </Form>
      </Panel>
    </div>
  )
}
