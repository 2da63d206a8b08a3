import {
  type AreaRules,
  CalendarCategory,
  calendarCategoryNames,
  type Municipality,
  parseInput,
  previewSchedule,
  type ScheduleInput,
} from '@rd4-loket/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../shared/ActionButton.tsx'
import { call } from '../../shared/api.ts'
import { ChoiceField, Field, LinesField } from '../../shared/Field.tsx'
import { Form, useField, type Values } from '../../shared/Form.tsx'
import styles from './CollectionsPage.module.css'
import { listedDays } from './listed-days.ts'
import { SchedulePreview } from './SchedulePreview.tsx'

const rhythms: Record<ScheduleInput['rhythm'], string> = {
  weeks: 'Om de zoveel weken',
  days: 'Op dagen die u opgeeft',
  none: 'Niet (meer)',
}

// What belongs to another rhythm is not sent: nobody sees it, so nobody could mend it.
const written = (municipality_id: number, values: Values): ScheduleInput => ({
  municipality_id,
  area_id: Number(values.area_id || 0),
  category: values.category as CalendarCategory,
  from: values.from ?? '',
  until: values.until || null,
  rhythm: values.rhythm as ScheduleInput['rhythm'],
  every_weeks: values.rhythm === 'weeks' && values.every_weeks ? Number(values.every_weeks) : null,
  first_day: (values.rhythm === 'weeks' && values.first_day) || null,
  days: values.rhythm === 'days' ? listedDays(values.days ?? '') : null,
})

const categories = CalendarCategory.options.map((id) => ({ id, name: calendarCategoryNames[id] }))

/** What the chosen rhythm asks further. */
function RhythmFields() {
  const { value } = useField('rhythm')
  if (value === 'weeks')
    return (
      <div className={styles.fields}>
        <Field
          name="every_weeks"
          label="Aantal weken"
          inputMode="numeric"
          autoComplete="off"
          description="1 is elke week"
        />
        <Field
          name="first_day"
          label="Eerste ophaaldag"
          type="date"
          description="Vanaf deze dag tellen de weken; feestdagen schuiven vanzelf op"
        />
      </div>
    )
  if (value === 'days')
    return (
      <LinesField
        name="days"
        label="Ophaaldagen"
        rows={6}
        autoComplete="off"
        description="Een per regel, of geplakt uit een kolom van een rekenblad. Feestdagen schuiven hier niet op."
      />
    )
  return null
}

/** Says for one stream in one area how often it comes from a day on; it says first what that changes. */
export function ScheduleForm({ municipality, areas }: { municipality: Municipality; areas: AreaRules[] }) {
  const [round, setRound] = useState(0)
  const look = useMutation({ mutationFn: (body: ScheduleInput) => call(previewSchedule, { body }) })
  const body = look.variables
  return (
    <>
      <h3>Een ophaalregel wijzigen</h3>
      <Form
        key={round}
        label="Een ophaalregel wijzigen"
        error={look.error}
        check={(values) => parseInput(previewSchedule.body, written(municipality.id, values)).errors}
        onSubmit={(values) => look.mutate(written(municipality.id, values))}
      >
        <div className={styles.fields}>
          <ChoiceField name="category" label="Afvalsoort" none="Kies een afvalsoort" options={categories} />
          <ChoiceField name="area_id" label="Ophaalgebied" none="Kies een ophaalgebied" options={areas} />
          <Field name="from" label="Ingangsdatum" type="date" description="Wat daarvoor was, blijft staan" />
          <Field name="until" label="Tot en met" type="date" description="Leeg: tot u iets anders vastlegt" />
          <ChoiceField
            name="rhythm"
            label="Ophalen"
            none="Kies hoe vaak"
            options={Object.entries(rhythms).map(([id, name]) => ({ id, name }))}
          />
        </div>
        <RhythmFields />
        <div>
          <ActionButton type="submit" variant="default" busy={look.isPending}>
            Bekijk wat er verandert
          </ActionButton>
        </div>
      </Form>
      {look.data && body && (
        <SchedulePreview
          of={look.data}
          body={body}
          onSaved={() => {
            look.reset()
            setRound(round + 1)
          }}
        />
      )}
    </>
  )
}
