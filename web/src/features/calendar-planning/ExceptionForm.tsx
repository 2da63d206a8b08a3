import {
  type CalendarCategory,
  type Municipality,
  parseInput,
  previewException,
  type Sent,
  saveException,
  showCalendar,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../kit/browser/days.ts'
import { countText } from '../../kit/browser/format.ts'
import { ChoiceField, Field } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { CategoryField, ChangeForm } from './ChangeForm.tsx'

const toBody = (municipality_id: number, values: Values): Sent<typeof saveException>['body'] => ({
  municipality_id,
  area_id: values.area_id ? Number(values.area_id) : null,
  category: values.category as CalendarCategory,
  day: values.day ?? '',
  moved_to: values.moved_to || null,
  reason: values.reason ?? '',
})

/** Moves or cancels one planned day of a stream, after a preview of the change. */
export function ExceptionForm({ municipality }: { municipality: Municipality }) {
  const now = today()
  const areas = useQuery(query(showCalendar, { query: { municipality_id: `${municipality.id}`, from: now, to: now } }))
  return (
    <div className="screen-only">
      <Panel title="Een ophaaldag wijzigen">
        <ChangeForm
          label="Een ophaaldag wijzigen"
          toBody={(values) => toBody(municipality.id, values)}
          check={(body) => parseInput(previewException.body, body).errors}
          preview={(body) => call(previewException, { body })}
          save={(body) => call(saveException, { body })}
          savedText={() => 'De ophaaldag is gewijzigd'}
          fields={
            <Fields>
              <CategoryField />
              <ChoiceField
                name="area_id"
                label="Ophaalgebied"
                none="Alle gebieden"
                options={areas.data?.meta.areas ?? []}
              />
              <Field
                name="day"
                label="Geplande ophaaldag"
                type="date"
                description="Zoals de regels zeggen, ook als dat een feestdag is"
              />
              <Field name="moved_to" label="Nieuwe dag" type="date" description="Leeg: de ophaaldag vervalt" />
              <Field name="reason" label="Reden" autoComplete="off" description="Bijvoorbeeld: wegens gladheid" />
            </Fields>
          }
        >
          {({ areas, addresses }, { moved_to }) => (
            <p>
              {moved_to ? 'Dit verplaatst' : 'Dit laat vervallen'}: de ophaaldag van{' '}
              <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {areas.map(({ name }) => name).join(', ')}
              .
            </p>
          )}
        </ChangeForm>
      </Panel>
    </div>
  )
}
