import {
  cubicMetreText,
  type Municipality,
  parseInput,
  type Reply,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { ChangedBy } from './ChangeForm.tsx'

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
        await invalidate(client, showPickupCapacity)
        showMessage(
          `Elke route in ${municipality.name} neemt op een dag ${cubicMetreText(volume_litres)} snoeiafval mee`,
        )
      }}
      saves={`Hoeveelheid opslaan voor ${municipality.name}`}
      field={<Field name="volume_litres" label="m³ per route en dag" inputMode="decimal" autoComplete="off" />}
    >
      <ChangedBy of={of.changed} />
    </SettingForm>
  )
}

/** The maximum of pruning waste per route and day. It limits the number of appointments. */
export function PickupCapacityPanel({ municipality }: { municipality: Municipality }) {
  const capacity = useQuery(query(showPickupCapacity, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Panel title="Ophaalafspraken per route en dag">
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
