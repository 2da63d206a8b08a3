import { listAllowances, type Municipality, parseInput, type Reply, saveAllowance } from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMunicipalityChoice } from '../../domain/settings/MunicipalityChoice.tsx'
import { countText } from '../../kit/browser/format.ts'
import { ActionButton } from '../../kit/buttons/ActionButton.tsx'
import { Field } from '../../kit/forms/Field.tsx'
import { Fields } from '../../kit/forms/Fields.tsx'
import { Form, type Values } from '../../kit/forms/Form.tsx'
import { typedNumber } from '../../kit/forms/typed-number.ts'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel } from '../../kit/page/Panel.tsx'
import { Result } from '../../kit/page/Result.tsx'
import { call, query } from '../../session/api.ts'
import styles from './AllowancePanel.module.css'

type Allowance = Reply<typeof listAllowances>[number]

const written = ({ rolls = '' }: Values) => ({ rolls: typedNumber(rolls) as number })

function AllowanceForm({
  municipality,
  allowance: { year, rolls },
}: {
  municipality: Municipality
  allowance: Allowance
}) {
  const client = useQueryClient()
  const params = { municipality_id: String(municipality.id), year: String(year) }
  const save = useMutation({
    mutationFn: (values: Values) => call(saveAllowance, { params, body: written(values) }),
    onSuccess: async (saved) => {
      await client.invalidateQueries(query(listAllowances, { params: { municipality_id: params.municipality_id } }))
      showMessage(`In ${year} mag elke pas ${countText(saved.rolls, 'rol', 'rollen')} krijgen`)
    },
  })
  return (
    <Form
      label={`Rollen in ${year}`}
      filled={{ rolls: String(rolls) }}
      error={save.error}
      check={(values) => parseInput(saveAllowance.body, written(values)).errors}
      onSubmit={save.mutate}
    >
      <Fields
        least="12rem"
        button={
          <ActionButton type="submit" size="md" variant="default" busy={save.isPending}>
            Opslaan<span className="visually-hidden"> voor {year}</span>
          </ActionButton>
        }
      >
        <Field name="rolls" label={`Rollen per pas in ${year}`} inputMode="numeric" autoComplete="off" />
      </Fields>
    </Form>
  )
}

function Allowances({ municipality }: { municipality: Municipality }) {
  const allowances = useQuery(query(listAllowances, { params: { municipality_id: String(municipality.id) } }))
  return (
    <Result of={allowances}>
      {(years) => {
        // What was allowed in a year that is over is no longer for changing.
        const [before, ...open] = years
        return (
          <div className={styles.years}>
            {open.map((allowance) => (
              <AllowanceForm
                key={`${municipality.id} ${allowance.year}`}
                municipality={municipality}
                allowance={allowance}
              />
            ))}
            {before && (
              <p className="dimmed">
                In {before.year} was het {countText(before.rolls, 'rol', 'rollen')} per pas.
              </p>
            )}
          </div>
        )
      }}
    </Result>
  )
}

/** How many rolls a pass may have in a year: of the own municipality, or of a chosen one for who works for all. */
export function AllowancePanel() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <Panel title="Rollen per milieupas">
      {choice}
      {municipality && <Allowances municipality={municipality} />}
    </Panel>
  )
}
