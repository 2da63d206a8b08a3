import {
  cubicMetreText,
  type Municipality,
  parseInput,
  type Reply,
  savePickupCapacity,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Field } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { typedNumber } from '../../kit/forms/typed-number.ts'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { call, query } from '../../session/api.ts'
import { ChangedBy } from './ChangedBy.tsx'

/** Cubic metres as they are typed, in litres; what is no number is left for the contract to refuse. */
function written({ volume_litres: typed = '' }: Values) {
  const cubicMetres = typedNumber(typed)
  return { volume_litres: cubicMetres === undefined ? (undefined as never) : Math.round(cubicMetres * 1000) }
}
const inCubicMetres = (litres: number) => String(litres / 1000).replace('.', ',')

function CapacityForm({ municipality, of }: { municipality: Municipality; of: Reply<typeof showPickupCapacity> }) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}` }
  const save = useMutation({
    mutationFn: (values: Values) => call(savePickupCapacity, { params, body: written(values) }),
    onSuccess: async ({ volume_litres }) => {
      await client.invalidateQueries(query(showPickupCapacity, { params }))
      showMessage(`Elke route neemt op een dag ${cubicMetreText(volume_litres)} snoeiafval mee`)
    },
  })
  return (
    <Form
      label="Snoeiafval per route"
      filled={{ volume_litres: inCubicMetres(of.volume_litres) }}
      error={save.error}
      check={(values) => parseInput(savePickupCapacity.body, written(values)).errors}
      onSubmit={save.mutate}
    >
      <Fields
        least="12rem"
        button={
          <ActionButton type="submit" size="md" variant="default" busy={save.isPending}>
            Opslaan<span className="visually-hidden">: m³ per route en dag</span>
          </ActionButton>
        }
      >
        <Field name="volume_litres" label="m³ per route en dag" inputMode="decimal" autoComplete="off" />
      </Fields>
      <ChangedBy of={of.changed} />
    </Form>
  )
}

/** How much pruning waste the lorry of an area takes on a day, and so how many appointments can be made. */
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
