import {
  CalendarCategory,
  calendarCategoryNames,
  listExceptions,
  type Municipality,
  parseInput,
  previewException,
  type Reply,
  type Sent,
  saveException,
  showCalendar,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../shared/ActionButton.tsx'
import { call, query } from '../../shared/api.ts'
import { today } from '../../shared/days.ts'
import { ChoiceField, Field } from '../../shared/Field.tsx'
import { Form, reasonOf, type Values } from '../../shared/Form.tsx'
import { countText } from '../../shared/format.ts'
import { showMessage } from '../../shared/Messages.tsx'
import { Panel } from '../../shared/Panel.tsx'
import styles from './CollectionsPage.module.css'

type Body = Sent<typeof saveException>['body']

const written = (municipality_id: number, values: Values): Body => ({
  municipality_id,
  area_id: values.area_id ? Number(values.area_id) : null,
  category: values.category as CalendarCategory,
  day: values.day ?? '',
  moved_to: values.moved_to || null,
  reason: values.reason ?? '',
})

const categories = CalendarCategory.options.map((id) => ({ id, name: calendarCategoryNames[id] }))

function Preview({
  of: { areas, addresses },
  body,
  onSaved,
}: {
  of: Reply<typeof previewException>
  body: Body
  onSaved: () => void
}) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => call(saveException, { body }),
    onSuccess: async () => {
      const params = { municipality_id: `${body.municipality_id}` }
      await client.invalidateQueries(query(listExceptions, { params }))
      client.removeQueries({ queryKey: ['calendar'] })
      onSaved()
      showMessage('De ophaaldag is gewijzigd')
    },
  })
  return (
    <div className={styles.preview} role="status">
      <p>
        {body.moved_to ? 'Dit verplaatst' : 'Dit laat vervallen'}: de ophaaldag van{' '}
        <strong>{countText(addresses, 'adres', 'adressen')}</strong> in {areas.map(({ name }) => name).join(', ')}.
      </p>
      {save.error && <p className={styles.failed}>{reasonOf(save.error)}</p>}
      <div>
        <ActionButton busy={save.isPending} onClick={() => save.mutate()}>
          Doorvoeren
        </ActionButton>
      </div>
    </div>
  )
}

/** Puts one planned day of a stream on another day, or lets it be cancelled; it says first what that changes. */
export function ExceptionForm({ municipality }: { municipality: Municipality }) {
  const [round, setRound] = useState(0)
  const now = today()
  const areas = useQuery(query(showCalendar, { query: { municipality_id: `${municipality.id}`, from: now, to: now } }))
  const look = useMutation({ mutationFn: (body: Body) => call(previewException, { body }) })
  const body = look.variables
  return (
    <Panel title="Een ophaaldag wijzigen">
      <Form
        key={round}
        label="Een ophaaldag wijzigen"
        error={look.error}
        check={(values) => parseInput(previewException.body, written(municipality.id, values)).errors}
        onSubmit={(values) => look.mutate(written(municipality.id, values))}
      >
        <div className={styles.fields}>
          <ChoiceField name="category" label="Afvalsoort" none="Kies een afvalsoort" options={categories} />
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
        </div>
        <div>
          <ActionButton type="submit" variant="default" busy={look.isPending}>
            Bekijk wat er verandert
          </ActionButton>
        </div>
      </Form>
      {look.data && body && (
        <Preview
          of={look.data}
          body={body}
          onSaved={() => {
            look.reset()
            setRound(round + 1)
          }}
        />
      )}
    </Panel>
  )
}
