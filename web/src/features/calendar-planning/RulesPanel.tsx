import {
  type AreaRules,
  type CalendarCategory,
  type CollectionRule,
  listAreaRules,
  type Municipality,
  parseInput,
  previewSchedule,
  type ScheduleChange,
  type ScheduleInput,
  saveSchedule,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { countText, dayText, longDayText } from '../../kit/browser/format.ts'
import { DateField } from '../../kit/forms/DateField.tsx'
import {
  ChoiceField,
  Field,
  Fields,
  LinesField,
  parseTypedNumber,
  useField,
  type Values,
} from '../../kit/forms/Form.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { CategoryField, ChangedBy, ChangeForm, SideEffects } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'
import { listedDays } from './listed-days.ts'

/** Describes a rule: `elke 2 weken, vanaf woensdag 7 januari 2026`. */
function ruleText({ every_weeks, days, valid_from, valid_to }: CollectionRule) {
  if (every_weeks === null) return (days ?? []).map(dayText).join(', ')
  const interval = every_weeks === 1 ? 'elke week' : `elke ${every_weeks} weken`
  return `${interval}, vanaf ${longDayText(valid_from)}${valid_to ? ` tot en met ${dayText(valid_to)}` : ''}`
}

function AreaItem({ of: { name, rules, changed } }: { of: AreaRules }) {
  return (
    <details className={styles.area}>
      <summary>
        {name} <span className={`dimmed ${styles.count}`}>{countText(rules.length, 'regel', 'regels')}</span>
      </summary>
      {rules.length === 0 && <p>Hier wordt niets opgehaald.</p>}
      <ul className={`ruled ${styles.rows}`}>
        {rules.map((rule) => (
          <li key={`${rule.category} ${rule.valid_from}`} className="row">
            <StreamMark stream={rule.category} size={28} />
            <p>
              {wasteStreamNames[rule.category]}: {ruleText(rule)}
            </p>
          </li>
        ))}
      </ul>
      <ChangedBy of={changed} />
    </details>
  )
}

/** How often each stream is collected in each area, and the form that changes it. */
export function RulesPanels({ municipality }: { municipality: Municipality }) {
  const areas = useQuery(query(listAreaRules, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Result of={areas} empty={<p>Deze gemeente heeft nog geen ophaalgebieden.</p>}>
      {(found) => (
        <div className="stack side-by-side">
          <Panel title="Regels per gebied">
            <div className="ruled">
              {found.map((area) => (
                <AreaItem key={area.id} of={area} />
              ))}
            </div>
          </Panel>
          <div className="screen-only">
            <Panel title="Een ophaalregel wijzigen">
              <ScheduleForm municipality={municipality} areas={found} />
            </Panel>
          </div>
        </div>
      )}
    </Result>
  )
}

function Days({ title, days }: { title: string; days: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      {days.length === 0 && <p>Geen ophaaldagen</p>}
      <ol>
        {days.map((day) => (
          <li key={day}>{longDayText(day)}</li>
        ))}
      </ol>
    </div>
  )
}

/** The preview of a schedule: the number of addresses, and the first collection days before and after. */
function SchedulePreview({
  of: { area, addresses, before, after, published, withdrawn },
  category,
}: {
  of: ScheduleChange
  category: ScheduleInput['category']
}) {
  return (
    <>
      <p>
        Dit verandert de ophaaldagen van {wasteStreamNames[category]} voor{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {area.name}.
      </p>
      <div className={styles.days}>
        <Days title="Nu" days={before} />
        <Days title="Straks" days={after} />
      </div>
      <SideEffects published={published} withdrawn={withdrawn} />
    </>
  )
}

const rhythms: Record<ScheduleInput['rhythm'], string> = {
  weeks: 'Om de zoveel weken',
  days: 'Op dagen die u opgeeft',
  none: 'Niet (meer)',
}

// Hidden fields belong to another rhythm. They are not sent, because the employee cannot correct errors in them.
const toBody = (municipality_id: number, values: Values): ScheduleInput => ({
  municipality_id,
  area_id: parseTypedNumber(values.area_id) as number,
  category: values.category as CalendarCategory,
  from: values.from ?? '',
  until: values.until || null,
  rhythm: values.rhythm as ScheduleInput['rhythm'],
  every_weeks: values.rhythm === 'weeks' ? (parseTypedNumber(values.every_weeks) ?? null) : null,
  first_day: (values.rhythm === 'weeks' && values.first_day) || null,
  days: values.rhythm === 'days' ? listedDays(values.days ?? '') : null,
})

/** The fields of the chosen rhythm. */
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
        <DateField
          name="first_day"
          label="Eerste ophaaldag"
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

/** Sets how often a stream is collected in an area from a given day, after a preview of the change. */
function ScheduleForm({ municipality, areas }: { municipality: Municipality; areas: AreaRules[] }) {
  return (
    <ChangeForm
      municipality={municipality}
      label="Een ophaalregel wijzigen"
      toBody={(values) => toBody(municipality.id, values)}
      check={(body) => parseInput(previewSchedule.body, body).errors}
      preview={(body) => call(previewSchedule, { body })}
      save={(body) => call(saveSchedule, { body })}
      savedText={() => 'De ophaalregels zijn gewijzigd'}
      fields={
        <>
          <Fields>
            <CategoryField />
            <ChoiceField name="area_id" label="Ophaalgebied" none="Kies een ophaalgebied" options={areas} />
            <DateField name="from" label="Ingangsdatum" description="Wat daarvoor was, blijft staan" />
            <DateField name="until" label="Tot en met" description="Leeg: tot u iets anders vastlegt" />
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
  )
}
