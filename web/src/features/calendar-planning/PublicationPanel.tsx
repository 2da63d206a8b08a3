import {
  cubicMetreText,
  listCollectionYears,
  type Municipality,
  parseInput,
  publishCollectionYear,
  type Reply,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCollectionsChanged } from '../../domain/collections/collections.ts'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { dayText } from '../../kit/browser/format.ts'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
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

/** The day from which employees, residents and calendars see the collections of a year. */
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
export function PickupCapacityPanel({ municipality }: { municipality: Municipality }) {
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
