import {
  CalendarCategory,
  type FieldErrors,
  type LastChange,
  type Municipality,
  type ScheduleChange,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { countText, dayText, timeText } from '../../kit/browser/format.ts'
import { ActionButton, SubmitButton } from '../../kit/buttons/Button.tsx'
import { ChoiceField, Form, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { useDraft } from '../../session/drafts.ts'
import styles from './CollectionsPage.module.css'

/**
 * A form that shows a preview of a change to the collections, and then saves the change that was previewed. Input after
 * the preview removes the preview. The form is inert while it saves, and is empty after saving.
 */
export function ChangeForm<Body, Change>({
  municipality,
  label,
  subject,
  filled,
  toBody,
  check,
  preview,
  save,
  savedText,
  fields,
  children: renderPreview,
}: {
  municipality: Municipality
  label: string
  /** The id of what the form changes. Each subject has its own draft. */
  subject?: number | undefined
  filled?: Values
  toBody: (values: Values) => Body
  check: (body: Body) => FieldErrors | undefined
  preview: (body: Body) => Promise<Change>
  save: (body: Body) => Promise<unknown>
  savedText: (body: Body) => string
  fields: ReactNode
  children: (change: Change, body: Body) => ReactNode
}) {
  const onCollectionsChanged = useCollectionsChanged()
  const draft = useDraft(`${label} ${municipality.id} ${subject ?? ''}`, { survivesReload: true })
  const [round, setRound] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const previewing = useMutation({ mutationFn: preview, meta: { savesNothing: true } })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (_, body) => {
      draft.discard()
      await onCollectionsChanged()
      showMessage(`${savedText(body)} voor ${municipality.name}`)
    },
  })
  const startAgain = () => {
    previewing.reset()
    setRound(round + 1)
  }
  useEffect(() => {
    // The pressed button no longer exists, so the focus moves to the first field.
    if (round > 0) frame.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [round])
  const removePreview = () => {
    // The errors of a rejected preview stay on screen until the next preview.
    if (previewing.isIdle || previewing.isError) return
    previewing.reset()
    saving.reset()
  }
  const { data: change, variables: body } = previewing
  return (
    <div ref={frame} className="screen-only">
      <div inert={saving.isPending}>
        <Form
          key={round}
          label={label}
          filled={filled}
          draft={draft}
          error={previewing.error}
          check={(values) => check(toBody(values))}
          onSubmit={(values) => previewing.mutate(toBody(values))}
          onFill={removePreview}
        >
          {fields}
          <div>
            <SubmitButton variant="default" busy={previewing.isPending}>
              Bekijk wat er verandert<span className="visually-hidden">: {label}</span>
            </SubmitButton>
          </div>
        </Form>
      </div>
      <div role="status">
        {change !== undefined && body !== undefined && (
          <div className={`box column gap-3 ${styles.preview}`}>
            {renderPreview(change, body)}
            {saving.error && <ActionError error={saving.error} />}
            <div>
              <ActionButton
                size="md"
                busy={saving.isPending}
                onClick={() => saving.mutate(body, { onSuccess: startAgain })}
              >
                Doorvoeren voor {municipality.name}
                <span className="visually-hidden">: {label}</span>
              </ActionButton>
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

const categories = CalendarCategory.options.map((id) => ({ id, name: wasteStreamNames[id] }))

export const CategoryField = () => (
  <ChoiceField name="category" label="Afvalstroom" none="Kies een afvalstroom" options={categories} />
)

/** The employee and moment of the last change; renders nothing if there was none. */
export function ChangedBy({ of: change }: { of: LastChange | null }) {
  if (!change) return null
  const byEmployee = change.by ? ` door ${change.by}` : ''
  return (
    <span className="below dimmed small">
      Laatst gewijzigd{byEmployee} op {dayText(change.at)} om {timeText(change.at)}
    </span>
  )
}

/**
 * The side effects of a change. Residents see the change at once if its year is published. Earlier moved or cancelled
 * days may be removed.
 */
export function SideEffects({ published, withdrawn }: Pick<ScheduleChange, 'published' | 'withdrawn'>) {
  return (
    <>
      {published.length > 0 && (
        <p>
          De ophaaldagen van {published.join(' en ')} zijn al gepubliceerd. Inwoners zien de nieuwe dagen meteen, ook in
          hun eigen agenda.
        </p>
      )}
      {withdrawn > 0 && (
        <p>
          <strong>
            {countText(withdrawn, 'gewijzigde ophaaldag verdwijnt', 'gewijzigde ophaaldagen verdwijnen')} hierdoor.
          </strong>{' '}
          Dat kunt u niet ongedaan maken: de dag zelf bestaat dan niet meer.
        </p>
      )}
    </>
  )
}
