import { listAllowances, type Municipality, parseInput, type Reply, saveAllowance } from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm, useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { countText } from '../../kit/browser/format.ts'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { query } from '../../session/queries.ts'

type Allowance = Reply<typeof listAllowances>[number]

const toBody = ({ rolls = '' }: Values) => ({ rolls: parseTypedNumber(rolls) as number })

function AllowanceForm({ municipality, of: { year, rolls } }: { municipality: Municipality; of: Allowance }) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}`, year: `${year}` }
  return (
    <SettingForm
      label={`Rollen in ${year}`}
      filled={{ rolls: `${rolls}` }}
      check={(values) => parseInput(saveAllowance.body, toBody(values)).errors}
      save={(values) => call(saveAllowance, { params, body: toBody(values) })}
      onSaved={async (saved) => {
        await client.invalidateQueries(query(listAllowances, { params: { municipality_id: params.municipality_id } }))
        showMessage(
          `In ${year} mag elke pas van ${municipality.name} ${countText(saved.rolls, 'rol', 'rollen')} krijgen`,
        )
      }}
      saves={`Aantal van ${year} opslaan voor ${municipality.name}`}
      field={<Field name="rolls" label={`Rollen per pas in ${year}`} inputMode="numeric" autoComplete="off" />}
    />
  )
}

function Allowances({ municipality }: { municipality: Municipality }) {
  const allowances = useQuery(query(listAllowances, { params: { municipality_id: `${municipality.id}` } }))
  return (
    <Result of={allowances}>
      {(years) => {
        // The first year in the reply has ended, and its allowance cannot be changed.
        const [lastYear, ...openYears] = years
        return (
          <div className="column gap-5">
            {openYears.map((allowance) => (
              <AllowanceForm key={`${municipality.id} ${allowance.year}`} municipality={municipality} of={allowance} />
            ))}
            {lastYear && (
              <p className="dimmed">
                In {lastYear.year} was het {countText(lastYear.rolls, 'rol', 'rollen')} per pas.
              </p>
            )}
          </div>
        )
      }}
    </Result>
  )
}

/** How many rolls a pass may receive per year in the employee's own or the chosen municipality. */
export function AllowancePanel() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <Panel title="Rollen per milieupas">
      {choice}
      {municipality && <Allowances municipality={municipality} />}
    </Panel>
  )
}
