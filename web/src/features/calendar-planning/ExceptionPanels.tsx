import {
  type CalendarCategory,
  type CollectionException,
  calendarCategoryNames,
  listExceptions,
  type Municipality,
  parseInput,
  previewException,
  type RequestInput,
  saveException,
  showCalendar,
  withdrawException,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { changeText, useCollectionsChanged } from '../../domain/collections/collections.ts'
import { StreamMark } from '../../domain/waste-streams/StreamMark.tsx'
import { today } from '../../kit/browser/days.ts'
import { countText } from '../../kit/browser/format.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { ChoiceField, Field, Fields, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { CategoryField, ChangedBy, ChangeForm } from './ChangeForm.tsx'
import styles from './CollectionsPage.module.css'

const toBody = (municipality_id: number, values: Values): RequestInput<typeof saveException>['body'] => ({
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
export function ExceptionList({ municipality }: { municipality: Municipality }) {
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
