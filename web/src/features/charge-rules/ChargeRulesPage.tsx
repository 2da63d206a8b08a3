import {
  ApiError,
  type ChargeRule,
  changedYears,
  chargeRuleKindNames,
  endChargeRule,
  endedDays,
  listChargeRules,
  type Municipality,
  mayEndChargeRule,
  mayWithdrawChargeRule,
  parseInput,
  type ShownRule,
  whyNotLastDay,
  withdrawChargeRule,
} from '@rd4-loket/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { today as findToday } from '../../kit/browser/days.ts'
import { dayText } from '../../kit/browser/format.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { useFormValues } from '../../kit/forms/Form.tsx'
import { SelectInput } from '../../kit/forms/Inputs.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { Panel, Result, Skeleton } from '../../kit/page/Page.tsx'
import { Table, type TableColumn } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { invalidate, query } from '../../session/queries.ts'
import { ChangedYears } from './ChangedYears.tsx'
import { ChargeRuleForm } from './ChargeRuleForm.tsx'
import styles from './ChargeRules.module.css'
import { CorrectButton } from './CorrectButton.tsx'

const columns: TableColumn[] = [{ name: 'Regel' }, { name: 'Voor' }, { name: 'Geldt' }, { name: 'Actie' }]

/** The dated rules of a municipality's bills: each row as a sentence, and a form that adds one. */
export function ChargeRulesPage() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage>
      {choice}
      {municipality && <MunicipalityRules key={municipality.id} municipality={municipality} />}
    </ServicesPage>
  )
}

/** The list shows the year of a row that was just added. */
function MunicipalityRules({ municipality }: { municipality: Municipality }) {
  const [year, setYear] = useState(findToday().slice(0, 4))
  return (
    <div className="stack">
      <RulesPanel municipality={municipality} year={year} onChooseYear={setYear} />
      <div className="screen-only">
        <Panel title="Regel toevoegen">
          <ChargeRuleForm municipality={municipality} onAdd={({ valid_from }) => setYear(valid_from.slice(0, 4))} />
        </Panel>
      </div>
    </div>
  )
}

/** The day on which a rule is valid in words. */
const validityText = ({ valid_from, valid_to }: Pick<ChargeRule, 'valid_from' | 'valid_to'>) =>
  valid_to === null ? `vanaf ${dayText(valid_from)}` : `van ${dayText(valid_from)} tot en met ${dayText(valid_to)}`

const isValidIn = (year: string) => (rule: ShownRule) =>
  rule.valid_from <= `${year}-12-31` && (rule.valid_to === null || rule.valid_to >= `${year}-01-01`)

type RulesPanelProps = { municipality: Municipality; year: string; onChooseYear: (year: string) => void }

function RulesPanel({ municipality: { id, name }, year, onChooseYear }: RulesPanelProps) {
  const rules = useQuery(query(listChargeRules, { params: { municipality_id: `${id}` } }))
  const today = findToday()
  // The chosen year stays, also when its only row is withdrawn.
  const starts = [Number(year), ...(rules.data ?? []).map(({ valid_from }) => Number(valid_from.slice(0, 4)))]
  const first = Math.min(Number(today.slice(0, 4)) - 1, ...starts)
  const last = Math.max(Number(today.slice(0, 4)) + 1, ...starts)
  const years = Array.from({ length: last - first + 1 }, (_, at) => ({ id: last - at, name: `${last - at}` }))
  return (
    <Panel
      title={`Rekenregels van ${name}`}
      aside={
        <SelectInput
          label="Jaar"
          className={styles.year}
          value={year}
          onChange={(event) => onChooseYear(event.currentTarget.value)}
          options={years}
        />
      }
    >
      <Result of={rules} isEmpty={() => false} waiting={<Skeleton columns={columns} />}>
        {(all) => {
          const shown = all.filter(isValidIn(year))
          if (shown.length === 0)
            return <p>In {year} geldt hier geen rekenregel. De aanslag volgt alleen de tarieven.</p>
          return (
            <Table
              caption={`Rekenregels van ${name} in ${year}`}
              columns={columns}
              rows={shown.map((rule) => <RuleRow key={rule.id} rule={rule} rules={all} today={today} />)}
              className={styles.rules}
              data-long
            />
          )
        }}
      </Result>
    </Panel>
  )
}

function RuleRow({ rule, rules, today }: { rule: ShownRule; rules: ShownRule[]; today: string }) {
  return (
    <tr>
      <th scope="row">
        {rule.sentence}
        <span className="below remark">{chargeRuleKindNames[rule.kind]}</span>
      </th>
      <td data-label="Voor">{rule.about}</td>
      <td data-label="Geldt">{validityText(rule)}</td>
      <td className="screen-only">
        <div className="row">
          {mayWithdrawChargeRule(rule, today) ? (
            <EndButton rule={rule} rules={rules} today={today} />
          ) : (
            <WithdrawButton rule={rule} />
          )}
          <CorrectButton rule={rule} rules={rules} />
        </div>
      </td>
    </tr>
  )
}

const paramsOf = ({ municipality_id, id }: ShownRule) => ({
  municipality_id: `${municipality_id}`,
  charge_rule_id: `${id}`,
})

function EndButton({ rule, rules, today }: { rule: ShownRule; rules: ShownRule[]; today: string }) {
  const client = useQueryClient()
  return (
    <ConfirmButton
      size="sm"
      refusal={mayEndChargeRule(rule, today)}
      question="Wanneer eindigt deze regel?"
      consequence={`${rule.sentence} Aanslagen rekenen na de laatste dag zonder deze regel.`}
      action="Beëindigen"
      form={{
        check: ({ last_day = '' }) => {
          const refusal = last_day && whyNotLastDay(rule, last_day)
          return refusal ? { last_day: [refusal] } : undefined
        },
        children: (
          <>
            <DateField name="last_day" label="Laatste dag" description="Deze dag telt nog mee" />
            <YearsAfterEnd rule={rule} rules={rules} />
          </>
        ),
      }}
      onConfirm={async ({ last_day = '' }) => {
        await call(endChargeRule, { params: paramsOf(rule), body: { last_day } })
        await invalidate(client, listChargeRules)
        showMessage('De regel heeft nu een laatste dag')
      }}
    >
      Beëindigen<span className="visually-hidden">: {rule.sentence}</span>
    </ConfirmButton>
  )
}

/** Says which bills the typed last day changes. */
function YearsAfterEnd({ rule, rules }: { rule: ShownRule; rules: ShownRule[] }) {
  const { last_day = '' } = useFormValues()
  const isDay = parseInput(endChargeRule.body, { last_day }).errors === undefined
  const isPossible = isDay && whyNotLastDay(rule, last_day) === undefined
  return <ChangedYears years={isPossible ? changedYears(endedDays(rule, last_day), rules, findToday()) : []} />
}

/** Removes a row that has not begun. */
function WithdrawButton({ rule }: { rule: ShownRule }) {
  const client = useQueryClient()
  return (
    <ConfirmButton
      size="sm"
      question="Deze regel intrekken?"
      consequence={`${rule.sentence} De regel geldt nog niet, dus geen aanslag verandert.`}
      action="Intrekken"
      onConfirm={async () => {
        try {
          await call(withdrawChargeRule, { params: paramsOf(rule) })
        } catch (error) {
          // A colleague withdrew the row, or a reply was lost and this is the second attempt.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        }
        await invalidate(client, listChargeRules)
        showMessage('De regel is ingetrokken')
      }}
    >
      Intrekken<span className="visually-hidden">: {rule.sentence}</span>
    </ConfirmButton>
  )
}
