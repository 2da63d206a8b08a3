import {
  type Municipality,
  type OfficeHours,
  parseInput,
  type RequestInput,
  saveOfficeHours,
  showMonth,
  showOfficeHours,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm, useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'

/** Reads a typed time: '8.30' and '8:30' are '08:30'. Returns any other text unchanged, which the contract rejects. */
const timeIn = (typed = '') =>
  typed.trim().replace(/^(\d{1,2})[.:](\d\d)$/, (_, hour, minute) => `${hour.padStart(2, '0')}:${minute}`)

const toBody = ({ opens, closes, tolerance }: Values) =>
  ({
    opens: timeIn(opens),
    closes: timeIn(closes),
    tolerance: parseTypedNumber(tolerance),
  }) as RequestInput<typeof saveOfficeHours>['body']

function OfficeHoursForm({ municipality, hours }: { municipality: Municipality; hours: OfficeHours }) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}` }
  return (
    <SettingForm
      label="Kantoortijden"
      filled={{ opens: hours.opens, closes: hours.closes, tolerance: `${hours.tolerance}` }}
      check={(values) => parseInput(saveOfficeHours.body, toBody(values)).errors}
      save={(values) => call(saveOfficeHours, { params, body: toBody(values) })}
      onSaved={async ({ opens, closes }) => {
        await invalidate(client, showOfficeHours, showMonth)
        showMessage(`Het kantoor van ${municipality.name} is open van ${opens} tot ${closes}`)
      }}
      saves={`Kantoortijden opslaan voor ${municipality.name}`}
      hasSeveralFields
      field={
        <>
          <Field name="opens" label="Open vanaf" inputMode="numeric" autoComplete="off" />
          <Field name="closes" label="Open tot" inputMode="numeric" autoComplete="off" />
          <Field name="tolerance" label="Zoveel keer erbuiten mag per maand" inputMode="numeric" autoComplete="off" />
        </>
      }
    />
  )
}

/** The office hours on weekdays with which the months of a municipality are reviewed. */
export function OfficeHoursPanel() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <div className="screen-only">
      <Panel title="Kantoortijden op maandag tot en met vrijdag">
        {choice}
        {municipality && <MunicipalityHours key={municipality.id} municipality={municipality} />}
      </Panel>
    </div>
  )
}

function MunicipalityHours({ municipality }: { municipality: Municipality }) {
  const hours = useQuery(query(showOfficeHours, { params: { municipality_id: `${municipality.id}` } }))
  return <Result of={hours}>{(found) => <OfficeHoursForm municipality={municipality} hours={found} />}</Result>
}
