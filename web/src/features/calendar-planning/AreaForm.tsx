import {
  type AreaChange,
  type AreaRules,
  type Municipality,
  parseInput,
  previewArea,
  type RequestInput,
  rangeText,
  saveArea,
} from '@rd4-loket/contract'
import { countText } from '../../kit/browser/format.ts'
import { ChoiceField, Field, Fields, LinesField, type Values } from '../../kit/forms/Form.tsx'
import { call } from '../../session/api.ts'
import { ChangeForm } from './ChangeForm.tsx'

const lines = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The preview of an area: how many addresses move between areas, and whether the area has collection days. */
function Moves({ of: { moves, without_days } }: { of: AreaChange }) {
  const inArea = (name: string | null) => name ?? 'geen gebied'
  return (
    <>
      {moves.length === 0 && <p>Geen enkel adres krijgt een ander ophaalgebied.</p>}
      <ul>
        {moves.map(({ from, to, addresses }) => (
          <li key={`${from} ${to}`}>
            <strong>{countText(addresses, 'adres gaat', 'adressen gaan')}</strong> van {inArea(from)} naar {inArea(to)}.
          </li>
        ))}
      </ul>
      {without_days && <p>In dit gebied wordt nog niets opgehaald: leg daarna de ophaalregels vast.</p>}
    </>
  )
}

/** Makes or changes an area, after a preview of the addresses that move. */
export function AreaForm({
  municipality,
  area,
  areas,
}: {
  municipality: Municipality
  /** Undefined for a new area. */
  area: AreaRules | undefined
  areas: AreaRules[]
}) {
  const toBody = (values: Values): RequestInput<typeof saveArea>['body'] => ({
    municipality_id: municipality.id,
    area_id: area?.id ?? null,
    name: values.name ?? '',
    postal_codes: lines(values.postal_codes),
    addresses: lines(values.addresses),
    days_of: values.days_of ? Number(values.days_of) : null,
  })
  return (
    <ChangeForm
      label="Een ophaalgebied maken of wijzigen"
      filled={
        area && {
          name: area.name,
          postal_codes: area.postal_codes.map(rangeText).join('\n'),
          addresses: area.addresses.join('\n'),
        }
      }
      toBody={toBody}
      check={(body) => parseInput(previewArea.body, body).errors}
      preview={(body) => call(previewArea, { body })}
      save={(body) => call(saveArea, { body })}
      savedText={({ name }) => `Het ophaalgebied ${name} is vastgelegd`}
      fields={
        <>
          <Fields>
            <Field name="name" label="Naam van het gebied" autoComplete="off" />
            {!area && (
              <ChoiceField
                name="days_of"
                label="Ophaaldagen overnemen van"
                none="Nog geen ophaaldagen"
                options={areas}
                description="Zo splitst u een gebied"
              />
            )}
          </Fields>
          <Fields>
            <LinesField
              name="postal_codes"
              label="Postcodes"
              rows={4}
              autoComplete="off"
              description="Een reeks per regel, zoals 6411 AA tot en met 6411 KZ, of 6411 CD oneven"
            />
            <LinesField
              name="addresses"
              label="Losse adressen"
              rows={4}
              autoComplete="off"
              description="Een per regel, zoals 6417 AT 32 a. Ze horen bij dit gebied, ook als hun postcode elders ligt"
            />
          </Fields>
        </>
      }
    >
      {(change) => <Moves of={change} />}
    </ChangeForm>
  )
}
