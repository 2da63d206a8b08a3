import type { FieldErrors } from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Form, reasonOf, type Values } from '../../kit/forms/Form.tsx'
import styles from './CollectionsPage.module.css'

/**
 * A form that says first what it would change, and changes only what was seen: `look` asks, `save` does the same. Whoever
 * types on after that looks again; nobody does while it is carried out, for then the form begins anew.
 */
export function ChangeForm<Body, Change>({
  label,
  filled,
  written,
  check,
  look,
  save,
  onSaved,
  fields,
  children: shown,
}: {
  label: string
  filled?: Values
  written: (values: Values) => Body
  check: (body: Body) => FieldErrors | undefined
  look: (body: Body) => Promise<Change>
  save: (body: Body) => Promise<unknown>
  onSaved: (body: Body) => Promise<unknown>
  fields: ReactNode
  children: (change: Change, body: Body) => ReactNode
}) {
  const [round, setRound] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const looking = useMutation({ mutationFn: look, meta: { keepsNothing: true } })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, body) => onSaved(body),
  })
  const beginAnew = () => {
    looking.reset()
    setRound(round + 1)
  }
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on where the next change begins.
    if (round > 0) frame.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [round])
  // What was refused stays to be read while it is mended.
  const forget = () => {
    if (looking.isIdle || looking.isError) return
    looking.reset()
    saving.reset()
  }
  const { data: change, variables: body } = looking
  return (
    <div ref={frame} className={styles.change}>
      <div inert={saving.isPending}>
        <Form
          key={round}
          label={label}
          filled={filled}
          error={looking.error}
          check={(values) => check(written(values))}
          onSubmit={(values) => looking.mutate(written(values))}
          onFill={forget}
        >
          {fields}
          <div>
            <ActionButton type="submit" size="md" variant="default" busy={looking.isPending}>
              Bekijk wat er verandert<span className="visually-hidden">: {label}</span>
            </ActionButton>
          </div>
        </Form>
      </div>
      <div role="status">
        {change !== undefined && body !== undefined && (
          <div className={styles.preview}>
            {shown(change, body)}
            {saving.error && <p className={styles.failed}>{reasonOf(saving.error)}</p>}
            <div>
              <ActionButton
                size="md"
                busy={saving.isPending}
                onClick={() => saving.mutate(body, { onSuccess: beginAnew })}
              >
                Doorvoeren<span className="visually-hidden">: {label}</span>
              </ActionButton>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
