import {
  type CollectionHours,
  type Municipality,
  parseInput,
  type Reply,
  saveCollectionHours,
  showCollectionHours,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { addDays } from '../../kit/browser/days.ts'
import { weekdayText } from '../../kit/browser/format.ts'
import { Field, parseTypedNumber, useField, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { ChangedBy } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'

/** The numbers of the form, in its order. */
const numbers = {
  collection_start: 'Container buiten vóór (uur)',
  collection_start_bags: 'Zak buiten vóór (uur)',
  collection_end: 'Ophaaldag voorbij vanaf (uur)',
  report_window: 'Melden kan (werkdagen)',
  escalation_days: 'Te laat na (werkdagen)',
} satisfies Partial<Record<keyof CollectionHours, string>>
const numberNames = Object.keys(numbers) as (keyof typeof numbers)[]

const weekdaysIn = (text = '') => [1, 2, 3, 4, 5, 6, 7].filter((day) => text.split(',').includes(`${day}`))

/** Converts the typed values. Empty input becomes undefined, which the contract rejects. */
const toHours = (values: Values) =>
  ({
    ...Object.fromEntries(numberNames.map((name) => [name, parseTypedNumber(values[name])])),
    working_weekdays: weekdaysIn(values['working_weekdays']),
  }) as CollectionHours

/** Checkboxes for the working days. The form has all chosen days in one value. */
function WeekdaysField() {
  const { id, name, value, error, onChange } = useField('working_weekdays')
  const chosen = weekdaysIn(value)
  const toggle = (day: number) =>
    onChange({
      currentTarget: { value: (chosen.includes(day) ? chosen.filter((it) => it !== day) : [...chosen, day]).join(',') },
    })
  return (
    <fieldset className={styles.weekdays}>
      <legend>Werkdagen</legend>
      <div className="row">
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <label key={day} className="line">
            <input
              type="checkbox"
              id={day === 1 ? id : undefined}
              checked={chosen.includes(day)}
              onChange={() => toggle(day)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
            />
            {weekdayText(addDays('2023-12-31', day))}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="error small">
          {error}
        </p>
      )}
      <input type="hidden" name={name} value={value} />
    </fieldset>
  )
}

function HoursForm({ municipality, of }: { municipality: Municipality; of: Reply<typeof showCollectionHours> }) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}` }
  return (
    <SettingForm
      label="Meldingen van wat niet geleegd is"
      filled={{
        ...Object.fromEntries(numberNames.map((name) => [name, `${of[name]}`])),
        working_weekdays: of.working_weekdays.join(','),
      }}
      check={(values) => parseInput(saveCollectionHours.body, toHours(values)).errors}
      save={(values) => call(saveCollectionHours, { params, body: toHours(values) })}
      onSaved={async () => {
        await invalidate(client, showCollectionHours)
        showMessage(`De tijden en termijnen van ${municipality.name} zijn opgeslagen`)
      }}
      saves={`Tijden opslaan voor ${municipality.name}`}
      field={
        <>
          {numberNames.map((name) => (
            <Field key={name} name={name} label={numbers[name]} inputMode="numeric" autoComplete="off" />
          ))}
          <div>
            <WeekdaysField />
          </div>
        </>
      }
      hasSeveralFields
    >
      <ChangedBy of={of.changed} />
    </SettingForm>
  )
}

/** The hours and periods with which a municipality decides reports of missed collections. */
export function CollectionHoursPanel({ municipality }: { municipality: Municipality }) {
  const hours = useQuery(query(showCollectionHours, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Niet geleegd: tijden en termijnen">
      <p className="dimmed">
        Deze tijden bepalen of een melding mag, en wanneer die te laat is. Feestdagen tellen niet als werkdag.
      </p>
      <Result of={hours}>
        {(found) => <HoursForm key={municipality.id} municipality={municipality} of={found} />}
      </Result>
    </Panel>
  )
}
