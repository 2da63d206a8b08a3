import {
  type AreaChange,
  type AreaRules,
  countAreaAddresses,
  deleteArea,
  listAreaRules,
  type Municipality,
  mayDeleteArea,
  parseInput,
  previewArea,
  type Reply,
  type RequestInput,
  rangeText,
  saveArea,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { countText } from '../../kit/browser/format.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { ChoiceField, Field, Fields, LinesField, type Values } from '../../kit/forms/Form.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Failure, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { ChangedBy, ChangeForm } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'

type AreaContents = Reply<typeof countAreaAddresses>['areas'][number]

function AreaItem({
  of: { id, name, postal_codes, addresses: ownAddresses, changed },
  counted,
  municipality,
}: {
  of: AreaRules
  /** The number of addresses in the area, and whether it has pickups. Undefined while these facts load. */
  counted: AreaContents | undefined
  municipality: Municipality
}) {
  const onCollectionsChanged = useCollectionsChanged()
  const remove = async () => {
    await call(deleteArea, { params: { municipality_id: `${municipality.id}`, area_id: `${id}` } })
    await onCollectionsChanged()
    showMessage(`Het ophaalgebied ${name} is verwijderd voor ${municipality.name}`)
  }
  const refusal = counted && mayDeleteArea(counted)
  return (
    <li className="row">
      <p>
        <strong>{name}</strong>{' '}
        {counted && (
          <span className={`dimmed ${styles.count}`}>{countText(counted.addresses, 'adres', 'adressen')}</span>
        )}
        <span className="below dimmed small">
          {[...postal_codes.map(rangeText), ...ownAddresses].join(' · ') || 'Nog geen postcodes of adressen'}
        </span>
        <ChangedBy of={changed} />
      </p>
      {counted && (
        <ConfirmButton
          refusal={refusal}
          question={`Het ophaalgebied ${name} van ${municipality.name} verwijderen?`}
          consequence="De ophaalregels van dit gebied verdwijnen dan ook."
          action="Verwijderen"
          onConfirm={remove}
        >
          Verwijderen
          <span className="visually-hidden">
            : {name}, {municipality.name}
          </span>
        </ConfirmButton>
      )}
    </li>
  )
}

/** The areas of a municipality with their numbers of addresses, and the form that changes an area. */
export function AreasPanel({ municipality }: { municipality: Municipality }) {
  const params = { municipality_id: `${municipality.id}` }
  const areas = useQuery(query(listAreaRules, { params }))
  const counted = useQuery(query(countAreaAddresses, { params }))
  const counts = counted.data
  const [chosen, choose] = useState('')
  return (
    <Result of={areas} isEmpty={() => false}>
      {(found) => {
        const area = found.find(({ id }) => `${id}` === chosen)
        return (
          <div className="stack side-by-side">
            <Panel title="Gebieden en hun adressen">
              {found.length === 0 && <p>Deze gemeente heeft nog geen ophaalgebieden.</p>}
              <ul className={`ruled ${styles.rows}`}>
                {found.map((it) => (
                  <AreaItem
                    key={it.id}
                    of={it}
                    counted={counts?.areas.find(({ id }) => id === it.id)}
                    municipality={municipality}
                  />
                ))}
              </ul>
              {counted.error && <Failure error={counted.error} retry={counted.refetch} />}
              <p role="status" className={styles.without}>
                {counts && counts.without > 0 && (
                  <strong>
                    {countText(counts.without, 'adres ligt', 'adressen liggen')} in geen enkel gebied. Daar is geen
                    ophaalkalender.
                  </strong>
                )}
                {counts?.without === 0 && 'Alle adressen liggen in een gebied.'}
              </p>
            </Panel>
            <div className="screen-only">
              <Panel title="Een gebied maken of wijzigen">
                <SelectInput
                  label="Gebied om te wijzigen"
                  className={styles.chosenArea}
                  value={area ? chosen : ''}
                  onChange={(event) => choose(event.currentTarget.value)}
                  none="Nieuw ophaalgebied"
                  options={found}
                />
                <AreaForm key={area?.id ?? 'new'} municipality={municipality} area={area} areas={found} />
              </Panel>
            </div>
          </div>
        )
      }}
    </Result>
  )
}

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

type AreaFormProps = {
  municipality: Municipality
  /** Undefined for a new area. */
  area: AreaRules | undefined
  areas: AreaRules[]
}

/** Creates or changes an area, after a preview of the addresses that move. */
function AreaForm({ municipality, area, areas }: AreaFormProps) {
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
      municipality={municipality}
      label="Een gebied maken of wijzigen"
      subject={area?.id}
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
