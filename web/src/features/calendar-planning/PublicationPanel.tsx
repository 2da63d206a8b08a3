import {
  listCollectionYears,
  type Municipality,
  parseInput,
  publishCollectionYear,
  type Reply,
} from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { dayText } from '../../kit/browser/format.ts'
import { DateField } from '../../kit/forms/DateField.tsx'
import type { Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'
import { ChangedBy } from './ChangeForm.tsx'

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
        showMessage(
          `De ophaaldagen van ${municipality.name} in ${year} zijn te zien vanaf ${dayText(saved.published_on)}`,
        )
      }}
      saves={`Datum voor ${year} opslaan voor ${municipality.name}`}
      field={<DateField name="published_on" label={`Ophaaldagen van ${year} te zien vanaf`} />}
    >
      <ChangedBy of={changed} />
    </SettingForm>
  )
}

/** The day from which the collections of a year are visible to employees, residents and calendar feeds. */
export function PublicationPanel({ municipality }: { municipality: Municipality }) {
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
