import {
  type CalendarCategory,
  type CollectionException,
  calendarCategoryNames,
  cubicMetreText,
  listCollectionYears,
  listExceptions,
  type Municipality,
  parseInput,
  previewException,
  publishCollectionYear,
  type Reply,
  type RequestInput,
  saveException,
  savePickupCapacity,
  showCalendar,
  showPickupCapacity,
  withdrawException,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changeText, useCollectionsChanged } from '../../domain/collections/collections.ts'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { SettingForm, useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText, dayText } from '../../kit/browser/format.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { ChoiceField, Field, Fields, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Failure, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { AreasPanel } from './AreasPanel.tsx'
import { CategoryField, ChangedBy, ChangeForm } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'
import { RulesPanel } from './RulesPanel.tsx'

/** The collection settings of a municipality: single days, rules, areas, publication and pick-up capacity. */
export function CollectionsPage() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage>
      {choice}
      {municipality && (
        <>
          <ExceptionForm key={`form ${municipality.id}`} municipality={municipality} />
          <ExceptionList municipality={municipality} />
          <RulesPanel municipality={municipality} />
          <AreasPanel key={`areas ${municipality.id}`} municipality={municipality} />
          <PublicationPanel municipality={municipality} />
          <PickupCapacityPanel municipality={municipality} />
        </>
      )}
    </ServicesPage>
  )
}

const toException = (municipality_id: number, values: Values): RequestInput<typeof saveException>['body'] => ({
  municipality_id,
  area_id: values.area_id ? Number(values.area_id) : null,
  category: values.category as CalendarCategory,
  day: values.day ?? '',
  moved_to: values.moved_to || null,
  reason: values.reason ?? '',
})

/** Moves or cancels one planned day of a stream, after a preview of the change. */
function ExceptionForm({ municipality }: { municipality: Municipality }) {
  const now = today()
  const areas = useQuery(query(showCalendar, { query: { municipality_id: `${municipality.id}`, from: now, to: now } }))
  return (
    <div className="screen-only">
      <Panel title="Een ophaaldag wijzigen">
        {areas.error && <Failure error={areas.error} retry={areas.refetch} />}
        <ChangeForm
          label="Een ophaaldag wijzigen"
          toBody={(values) => toException(municipality.id, values)}
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

const describe = ({ category, day, moved_to, reason, areas }: CollectionException) =>
  changeText({
    title: calendarCategoryNames[category],
    category,
    start: moved_to ?? day,
    moved_from: moved_to === null ? null : day,
    cancelled: moved_to === null,
    reason,
    areas: areas.map(({ name }) => name),
  })

function ExceptionItem({ of, municipality }: { of: CollectionException; municipality: Municipality }) {
  const onCollectionsChanged = useCollectionsChanged()
  const { category, day, areas } = of
  const withdraw = async () => {
    const area_ids = areas.map(({ id }) => id)
    await call(withdrawException, { body: { municipality_id: municipality.id, category, day, area_ids } })
    await onCollectionsChanged()
    showMessage('De ophaaldag gaat door zoals gepland')
  }
  return (
    <li className="row">
      <StreamMark stream={category} size={28} />
      <p>
        {describe(of)}
        <span className="below dimmed small">{areas.map(({ name }) => name).join(', ')}</span>
        <ChangedBy of={of.changed} />
      </p>
      <ConfirmButton
        question="Deze wijziging terugdraaien?"
        consequence="De ophaaldag is daarna weer zoals de regels zeggen. Agenda’s van bewoners veranderen mee."
        action="Terugdraaien"
        onConfirm={withdraw}
      >
        Terugdraaien<span className="visually-hidden">: {describe(of)}</span>
      </ConfirmButton>
    </li>
  )
}

/** The moved and cancelled days, from today on. */
function ExceptionList({ municipality }: { municipality: Municipality }) {
  const exceptions = useQuery(query(listExceptions, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Gewijzigde ophaaldagen">
      <Result
        of={exceptions}
        empty={<p>Er zijn geen gewijzigde ophaaldagen. Feestdagen schuiven vanzelf op naar de volgende werkdag.</p>}
      >
        {(found) => (
          <ul className={`ruled ${styles.rows}`}>
            {found.map((it) => (
              <ExceptionItem key={`${it.category} ${it.day} ${it.moved_to}`} of={it} municipality={municipality} />
            ))}
          </ul>
        )}
      </Result>
    </Panel>
  )
}

type CollectionYear = Reply<typeof listCollectionYears>[number]

const toPublication = ({ published_on = '' }: Values) => ({ published_on })

function PublicationForm({ municipality, of }: { municipality: Municipality; of: CollectionYear }) {
  const onCollectionsChanged = useCollectionsChanged()
  const { year, published_on, changed } = of
  const params = { municipality_id: `${municipality.id}`, year: `${year}` }
  return (
    <SettingForm
      label={`Ophaaldagen van ${year}`}
      filled={{ published_on: published_on ?? '' }}
      check={(values) => parseInput(publishCollectionYear.body, toPublication(values)).errors}
      save={(values) => call(publishCollectionYear, { params, body: toPublication(values) })}
      onSaved={async (saved) => {
        await onCollectionsChanged()
        showMessage(`De ophaaldagen van ${year} zijn te zien vanaf ${dayText(saved.published_on)}`)
      }}
      saves={` voor ${year}`}
      minWidth="18rem"
      field={<Field name="published_on" label={`Ophaaldagen van ${year} te zien vanaf`} type="date" />}
    >
      <ChangedBy of={changed} />
    </SettingForm>
  )
}

/** The day from which the collections of a year are visible to employees, residents and calendar feeds. */
function PublicationPanel({ municipality }: { municipality: Municipality }) {
  const years = useQuery(query(listCollectionYears, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Publicatie per jaar">
      <Result of={years}>
        {(found) => (
          <div className="column gap-5">
            {found.map((it) => (
              <PublicationForm key={`${municipality.id} ${it.year}`} municipality={municipality} of={it} />
            ))}
          </div>
        )}
      </Result>
    </Panel>
  )
}

/** Converts typed cubic metres to litres. Empty input becomes undefined, which the contract rejects. */
function toLitres({ volume_litres: typed = '' }: Values) {
  const cubicMetres = parseTypedNumber(typed)
  return { volume_litres: cubicMetres === undefined ? (undefined as never) : Math.round(cubicMetres * 1000) }
}
const inCubicMetres = (litres: number) => String(litres / 1000).replace('.', ',')

function CapacityForm({ municipality, of }: { municipality: Municipality; of: Reply<typeof showPickupCapacity> }) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}` }
  return (
    <SettingForm
      label="Snoeiafval per route"
      filled={{ volume_litres: inCubicMetres(of.volume_litres) }}
      check={(values) => parseInput(savePickupCapacity.body, toLitres(values)).errors}
      save={(values) => call(savePickupCapacity, { params, body: toLitres(values) })}
      onSaved={async ({ volume_litres }) => {
        await client.invalidateQueries(query(showPickupCapacity, { params }))
        showMessage(`Elke route neemt op een dag ${cubicMetreText(volume_litres)} snoeiafval mee`)
      }}
      saves=": m³ per route en dag"
      field={<Field name="volume_litres" label="m³ per route en dag" inputMode="decimal" autoComplete="off" />}
    >
      <ChangedBy of={of.changed} />
    </SettingForm>
  )
}

/** How much pruning waste is collected per area and day. This limits the number of appointments. */
function PickupCapacityPanel({ municipality }: { municipality: Municipality }) {
  const capacity = useQuery(query(showPickupCapacity, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Ophaalafspraken voor snoeiafval">
      <p className="dimmed">
        Elk ophaalgebied is een route. Is een dag vol, dan wordt een andere dag aangeboden. Vul 0 in om geen afspraken
        te maken.
      </p>
      <Result of={capacity}>
        {(found) => <CapacityForm key={municipality.id} municipality={municipality} of={found} />}
      </Result>
    </Panel>
  )
}
