import {
  type AreaRules,
  type CalendarCategory,
  type Municipality,
  parseInput,
  previewSchedule,
  type ScheduleInput,
  saveSchedule,
} from '@rd4-loket/contract'
import { useCollectionsChanged } from '../../domain/collections/collections-changed.ts'
import { ChoiceField, Field, LinesField } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { useField, type Values } from '../../kit/forms/Form.tsx'
import { typedNumber } from '../../kit/forms/typed-number.ts'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { CategoryField } from './CategoryField.tsx'
import { ChangeForm } from './ChangeForm.tsx'
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
  every_weeks: values.rhythm === 'weeks' ? (typedNumber(values.every_weeks ?? '') ?? null) : null,
  first_day: (values.rhythm === 'weeks' && values.first_day) || null,
  days: values.rhythm === 'days' ? listedDays(values.days ?? '') : null,
})

/** What the chosen rhythm asks further. */
function RhythmFields() {
  const { value } = useField('rhythm')
  if (value === 'weeks')
    return (
      <Fields>
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
      </Fields>
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
  const changed = useCollectionsChanged()
  return (
    <>
      <h3 className={styles.begin}>Een ophaalregel wijzigen</h3>
      <ChangeForm
        label="Een ophaalregel wijzigen"
        written={(values) => written(municipality.id, values)}
        check={(body) => parseInput(previewSchedule.body, body).errors}
        look={(body) => call(previewSchedule, { body })}
        save={(body) => call(saveSchedule, { body })}
        onSaved={async () => {
          await changed()
          showMessage('De ophaalregels zijn gewijzigd')
        }}
        fields={
          <>
            <Fields>
              <CategoryField />
              <ChoiceField name="area_id" label="Ophaalgebied" none="Kies een ophaalgebied" options={areas} />
              <Field name="from" label="Ingangsdatum" type="date" description="Wat daarvoor was, blijft staan" />
              <Field name="until" label="Tot en met" type="date" description="Leeg: tot u iets anders vastlegt" />
              <ChoiceField
                name="rhythm"
                label="Ophalen"
                none="Kies hoe vaak"
                options={Object.entries(rhythms).map(([id, name]) => ({ id, name }))}
              />
            </Fields>
            <RhythmFields />
          </>
        }
      >
        {(change, { category }) => <SchedulePreview of={change} category={category} />}
      </ChangeForm>
    </>
  )
}
