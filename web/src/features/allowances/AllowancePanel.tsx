import {
  type AllowanceRule,
  approveAllowance,
  listAllowances,
  type Municipality,
  mayApproveAllowance,
  mayUse,
  parseInput,
  type Reply,
  saveAllowance,
  showAllowanceRule,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { countText } from '../../kit/browser/format.ts'
import { ActionButton, Buttons } from '../../kit/buttons/Button.tsx'
import { Field, parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError, Panel, Result } from '../../kit/page/Page.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { rollText, useSession } from '../../session/session.ts'
import { AllowanceRuleForm } from './AllowanceRuleForm.tsx'
import { RollWordsForm } from './RollWordsForm.tsx'

type Allowance = Reply<typeof listAllowances>[number]
type AllowanceProps = { municipality: Municipality; of: Allowance; changedBy: AllowanceRule['changed_by'] }

const toBody = ({ rolls = '' }: Values) => ({ rolls: parseTypedNumber(rolls) as number })
const rollsText = (rolls: number) => rollText(countText(rolls, 'rol', 'rollen'))
const allowedText = (year: number, { name }: Municipality, rolls: number) =>
  `In ${year} mag elk huishouden in ${name} ${rollsText(rolls)} krijgen`

function AllowanceForm({ municipality, of: { year, rolls, proposal }, changedBy }: AllowanceProps) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}`, year: `${year}` }
  const isProposed = changedBy === 'two_employees'
  return (
    <>
      <SettingForm
        label={rollText(`Rollen in ${year}`)}
        filled={{ rolls: `${rolls ?? ''}` }}
        check={(values) => parseInput(saveAllowance.body, toBody(values)).errors}
        save={(values) => call(saveAllowance, { params, body: toBody(values) })}
        onSaved={async (saved) => {
          await invalidate(client, listAllowances)
          showMessage(
            isProposed
              ? `Het voorstel voor ${year} in ${municipality.name} is vastgelegd`
              : allowedText(year, municipality, saved.rolls ?? 0),
          )
        }}
        saves={`Aantal van ${year} ${isProposed ? 'voorstellen' : 'opslaan'} voor ${municipality.name}`}
        field={
          <Field
            name="rolls"
            label={rollText(`Rollen per huishouden in ${year}`)}
            description={rolls === null ? 'Nog niet gekozen. De balie geeft in dat jaar niets uit.' : undefined}
            inputMode="numeric"
            autoComplete="off"
          />
        }
      />
      {proposal && <ProposedAllowance municipality={municipality} year={year} rolls={rolls} proposal={proposal} />}
    </>
  )
}

type ProposalProps = {
  municipality: Municipality
  year: number
  rolls: number | null
  proposal: NonNullable<Allowance['proposal']>
}

/** A proposal that waits: another employee approves or rejects it, and its author can withdraw it. */
function ProposedAllowance({ municipality, year, rolls, proposal }: ProposalProps) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}`, year: `${year}` }
  const refresh = () => invalidate(client, showAllowanceRule, listAllowances)
  const approving = useMutation({
    mutationFn: () => call(approveAllowance, { params, body: { rolls: proposal.rolls } }),
    onSuccess: async (saved) => {
      await refresh()
      showMessage(allowedText(year, municipality, saved.rolls ?? proposal.rolls))
    },
    // Shows what a colleague changed.
    onError: refresh,
  })
  const withdrawing = useMutation({
    mutationFn: () => call(saveAllowance, { params, body: { rolls } }),
    onSuccess: async () => {
      await refresh()
      showMessage(`Het voorstel voor ${year} in ${municipality.name} is weg`)
    },
  })
  const error = approving.error ?? withdrawing.error
  return (
    <div className="box column gap-3">
      <p>
        <strong>
          Voorstel voor {year}: {rollsText(proposal.rolls)}
          {rolls !== null && ` in plaats van ${rolls}`}
        </strong>
        , door {proposal.by}.
      </p>
      {error && <ActionError error={error} />}
      <Buttons>
        <ActionButton
          refusal={mayApproveAllowance(proposal)}
          busy={approving.isPending}
          waits={withdrawing.isPending}
          onClick={() => approving.mutate()}
        >
          Goedkeuren voor {municipality.name}
          <span className="visually-hidden">: {year}</span>
        </ActionButton>
        <ActionButton
          variant="default"
          busy={withdrawing.isPending}
          waits={approving.isPending}
          onClick={() => withdrawing.mutate()}
        >
          {proposal.own ? 'Intrekken' : 'Afwijzen'} voor {municipality.name}
          <span className="visually-hidden">: {year}</span>
        </ActionButton>
      </Buttons>
    </div>
  )
}

function Allowances({ municipality, changedBy }: Omit<AllowanceProps, 'of'>) {
  const allowances = useQuery(query(listAllowances, { params: { municipality_id: `${municipality.id}` } }))
  const mayChange = mayUse('administrator', useSession()?.user) || changedBy === 'two_employees'
  return (
    <Result of={allowances}>
      {(years) => {
        // The first year in the reply has ended, and its allowance cannot be changed.
        const [lastYear, ...openYears] = years
        return (
          <div className="column gap-5">
            {openYears.map((allowance) =>
              mayChange ? (
                <AllowanceForm
                  key={`${municipality.id} ${allowance.year}`}
                  municipality={municipality}
                  of={allowance}
                  changedBy={changedBy}
                />
              ) : (
                <p key={allowance.year}>
                  {allowance.rolls === null ? (
                    rollText(`Voor ${allowance.year} is nog geen aantal rollen gekozen.`)
                  ) : (
                    <>
                      In {allowance.year} krijgt een huishouden ten hoogste{' '}
                      <strong>{rollsText(allowance.rolls)}</strong>.
                    </>
                  )}
                </p>
              ),
            )}
            {!mayChange && <p className="dimmed">Een beheerder wijzigt dit aantal.</p>}
            {lastYear && lastYear.rolls !== null && (
              <p className="dimmed">
                In {lastYear.year} was het {rollsText(lastYear.rolls)} per huishouden.
              </p>
            )}
          </div>
        )
      }}
    </Result>
  )
}

/** How many rolls a pass may receive per year in a municipality. */
export function AllowancePanel({ municipality }: { municipality: Municipality }) {
  const rule = useQuery(query(showAllowanceRule, { params: { municipality_id: `${municipality.id}` } }))
  const isAdministrator = mayUse('administrator', useSession()?.user)
  return (
    <Panel title={rollText('Rollen per huishouden')}>
      <Result of={rule}>
        {({ changed_by }) => (
          <div className="column gap-5">
            <Allowances municipality={municipality} changedBy={changed_by} />
            {isAdministrator && (
              <>
                <AllowanceRuleForm key={municipality.id} municipality={municipality} changedBy={changed_by} />
                <RollWordsForm key={`${municipality.id} words`} municipality={municipality} />
              </>
            )}
          </div>
        )}
      </Result>
    </Panel>
  )
}
