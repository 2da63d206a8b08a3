import {
  ApiError,
  CollectionChangeInput,
  changeCollections,
  type FieldErrors,
  type Municipality,
  maxMove_days,
  type PlannedCollection,
  parseInput,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { addDays } from '../../kit/browser/days.ts'
import { countText, longDayText, weekdayAndDayText } from '../../kit/browser/format.ts'
import { usePageKeys } from '../../kit/browser/keys.ts'
import { ActionButton, Button, Buttons, SubmitButton } from '../../kit/buttons/Button.tsx'
import { parseTypedDay, typedDay } from '../../kit/forms/dutch-day.ts'
import { Field, Form, parseTypedNumber, useField, type Values } from '../../kit/forms/Form.tsx'
import { TextInput } from '../../kit/forms/Inputs.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { DayHistory, type SavedDays } from './ChangeHistory.tsx'
import styles from './Planner.module.css'
import { areasText, collectionText, stateText } from './planner-texts.ts'
import { dayAfter } from './planner-weeks.ts'

type Action = CollectionChangeInput['action']

const commonReasons = ['gladheid', 'de feestdag', 'werk aan de weg', 'een storing']

/** Buttons that fill in a common reason. The focus returns to the field, where Enter saves. */
function CommonReasons() {
  const { id, onChange } = useField('reason')
  return (
    <p className={styles.reasons}>
      {commonReasons.map((reason) => (
        <Button
          key={reason}
          variant="subtle"
          size="xs"
          onClick={() => {
            onChange({ currentTarget: { value: `wegens ${reason}` } })
            document.getElementById(id)?.focus()
          }}
        >
          {reason}
        </Button>
      ))}
    </p>
  )
}

const daysByKey: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/** The new day, typed as `3-12-2026` or changed by a day with the arrow keys, with its weekday in words. */
function NewDayField({ year }: { year: number }) {
  const field = useField('moved_to')
  const day = parseTypedDay(field.value, year)
  const onKeyDown = (event: KeyboardEvent) => {
    const days = daysByKey[event.key]
    if (!days || !day) return
    event.preventDefault()
    field.onChange({ currentTarget: { value: typedDay(addDays(day, days)) } })
  }
  return (
    <TextInput
      {...field}
      label="Nieuwe dag"
      description={
        day ? `${longDayText(day)} (pijltje omhoog of omlaag: een dag verder of terug)` : 'Bijvoorbeeld 3-12-2026'
      }
      autoComplete="off"
      onKeyDown={onKeyDown}
    />
  )
}

const invalidDaysLater = `Vul een aantal dagen in, van 1 tot en met ${maxMove_days}`

const savedTexts: Record<Action, (count: number) => string> = {
  move: (count) => countText(count, 'ophaaldag is verplaatst', 'ophaaldagen zijn verplaatst'),
  cancel: (count) => countText(count, 'ophaaldag vervalt', 'ophaaldagen vervallen'),
  restore: (count) => countText(count, 'ophaaldag gaat door zoals gepland', 'ophaaldagen gaan door zoals gepland'),
}

type ChangeDaysProps = {
  municipality: Municipality
  collections: PlannedCollection[]
  areas: { id: number; name: string }[]
  addresses: number
  unpublished: number[]
  onClose: () => void
  onSaved: (saved: SavedDays) => void
}

/**
 * Moves or cancels one or more collections with one reason, or lets them take place as planned. Collections on
 * different days are moved by a number of days.
 */
export function ChangeDays(props: ChangeDaysProps) {
  const { municipality, collections, areas, addresses, unpublished, onClose, onSaved } = props
  const onCollectionsChanged = useCollectionsChanged()
  const box = useRef<HTMLDivElement>(null)
  const title = useId()
  const action = useRef<Action>('move')
  const days = [...new Set(collections.map(({ start }) => start))].sort()
  const [only] = collections.length === 1 ? collections : []
  const isOneDay = days.length === 1
  // A typed day without its year is in the year of the collection.
  const year = Number(days[0]?.slice(0, 4))
  // Read once, so that a reload of the planner does not overwrite what the employee typed.
  const [filled] = useState({ moved_to: isOneDay ? typedDay(dayAfter(days[0] ?? '')) : '1', reason: '' })
  const subject = collections.map(({ area_id, category, day }) => `${area_id} ${category} ${day}`).join()
  const draft = useDraft(`days ${subject}`, { survivesReload: true })
  useEffect(() => box.current?.querySelector('input')?.focus(), [])

  const toBody = ({ moved_to = '', reason = '' }: Values): CollectionChangeInput => ({
    municipality_id: municipality.id,
    action: action.current,
    collections: collections.map(({ area_id, category, day, start, revision }) => ({
      ...{ area_id, category, day, revision },
      moved_to: action.current === 'move' ? newDayOf(start, moved_to) : null,
    })),
    reason: action.current === 'restore' ? null : reason,
  })
  const newDayOf = (start: string, typed: string) =>
    isOneDay ? (parseTypedDay(typed, year) ?? '') : addDays(start, parseTypedNumber(typed) ?? 0)
  const check = (values: Values): FieldErrors | undefined => {
    const daysLater = parseTypedNumber(values.moved_to)
    const isValid = Number.isInteger(daysLater) && Number(daysLater) >= 1 && Number(daysLater) <= maxMove_days
    if (action.current === 'move' && !isOneDay && !isValid) return { moved_to: [invalidDaysLater] }
    if (action.current === 'move' && isOneDay && values.moved_to?.trim()) {
      const day = parseTypedDay(values.moved_to, year)
      if (!day) return { moved_to: ['Dit is geen datum. Een voorbeeld: 3-12-2026'] }
      if (day === days[0]) return { moved_to: ['De ophaaldag is al op deze dag. Kies een andere dag'] }
    }
    const { errors } = parseInput(CollectionChangeInput, toBody(values))
    const { 'collections.0.moved_to': moved_to, ...others } = errors ?? {}
    return errors && (moved_to ? { ...others, moved_to } : others)
  }
  const saving = useMutation({
    mutationFn: (body: CollectionChangeInput) => call(changeCollections, { body }),
    onSuccess: async ({ change_id }, { action: done }) => {
      draft.discard()
      await onCollectionsChanged()
      onSaved({ change_id, text: `${savedTexts[done](collections.length)} in ${municipality.name}` })
    },
    // Shows what the colleague changed.
    onError: (error) => error instanceof ApiError && error.status === 409 && void onCollectionsChanged(),
  })
  const restore = () => {
    action.current = 'restore'
    saving.mutate(toBody({}))
  }
  // Escape also closes the window after Tab has moved the focus out of it.
  usePageKeys('bubble', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !saving.isPending) onClose()
  })
  const hidden = unpublished.filter((year) => collections.some(({ start }) => start.startsWith(`${year}`)))
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      className={`column gap-4 ${styles.change}`}
      inert={saving.isPending}
    >
      <div className={`row ${styles.head}`}>
        <h3 id={title}>{only ? collectionText(only) : countText(collections.length, 'ophaaldag', 'ophaaldagen')}</h3>
        <button type="button" className="icon-button" aria-label="Sluiten" onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </div>
      <p>
        {only && stateText(only) && <span className="below">Nu: {stateText(only)}.</span>}
        {!only && <span className="below">{daysText(days)}</span>}
        Dit raakt <strong>{countText(addresses, 'adres', 'adressen')}</strong>{' '}
        {areasText(areas.map(({ name }) => name))}, gemeente {municipality.name}.{' '}
        {hidden.length > 0
          ? `Inwoners zien dit zodra ${hidden.join(' en ')} gepubliceerd is.`
          : 'Inwoners zien dit meteen, ook in hun eigen agenda.'}
      </p>
      <Form
        label="Ophaaldag wijzigen"
        filled={filled}
        draft={draft}
        error={saving.error}
        check={check}
        onSubmit={(values) => saving.mutate(toBody(values))}
      >
        {isOneDay ? (
          <NewDayField year={year} />
        ) : (
          <Field name="moved_to" label="Aantal dagen later" inputMode="numeric" autoComplete="off" />
        )}
        <div className="column gap-2">
          <Field name="reason" label="Reden" autoComplete="off" />
          <CommonReasons />
        </div>
        <Buttons>
          <SubmitButton busy={saving.isPending} onClick={() => (action.current = 'move')}>
            Verplaatsen
          </SubmitButton>
          <SubmitButton variant="default" waits={saving.isPending} onClick={() => (action.current = 'cancel')}>
            Laten vervallen
          </SubmitButton>
          {collections.every(({ changed }) => changed) && (
            <ActionButton variant="default" size="md" waits={saving.isPending} onClick={restore}>
              Terug naar gepland
            </ActionButton>
          )}
        </Buttons>
      </Form>
      {only && <DayHistory municipality={municipality} of={only} onUndone={onClose} />}
    </div>
  )
}

const daysText = (days: string[]) => {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (first === last) return `Op ${weekdayAndDayText(first)}. `
  return `Van ${weekdayAndDayText(first)} tot en met ${weekdayAndDayText(last)}. `
}
