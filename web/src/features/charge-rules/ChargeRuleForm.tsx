import {
  addChargeRule,
  changedYears,
  chargeRuleKindNames,
  euroText,
  listChargeRules,
  type Municipality,
  parseInput,
  previewChargeRule,
  type ShownRule,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { equipmentKindNames } from '../../domain/equipment/EquipmentList.tsx'
import { today } from '../../kit/browser/days.ts'
import { SubmitButton } from '../../kit/buttons/Button.tsx'
import { DateField } from '../../kit/forms/DateField.tsx'
import { ChoiceField, Field, Fields, Form, useField, useFormValues } from '../../kit/forms/Form.tsx'
import { useReplyWhileTyping } from '../../kit/forms/Suggestions.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { ActionError } from '../../kit/page/Page.tsx'
import { Table } from '../../kit/tables/Table.tsx'
import { call } from '../../session/api.ts'
import { useDraft } from '../../session/drafts.ts'
import { invalidate, query, queryWhileTyping } from '../../session/queries.ts'
import { ChangedYears } from './ChangedYears.tsx'
import styles from './ChargeRules.module.css'
import { toRule } from './charge-rule-body.ts'

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }))
const streams = WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))
const kinds = optionsOf(equipmentKindNames)
const years = optionsOf({ year: 'Per jaar', half_year: 'Per half jaar' })

type ChargeRuleFormProps = { municipality: Municipality; onAdd: (rule: ShownRule) => void }

/** Adds a rule row. What the row says and does with a sample bill is shown while the administrator types. */
export function ChargeRuleForm({ municipality, onAdd }: ChargeRuleFormProps) {
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  const params = { municipality_id: `${municipality.id}` }
  const draft = useDraft(`Rekenregel ${municipality.id}`, { survivesReload: true })
  const saving = useMutation({
    mutationFn: (values: Record<string, string>) => call(addChargeRule, { params, body: toRule(values) }),
    onSuccess: async (rule) => {
      draft.discard()
      await invalidate(client, listChargeRules)
      onAdd(rule)
      setRound(round + 1)
      showMessage(`De rekenregel van ${municipality.name} is toegevoegd`)
    },
  })
  return (
    <Form
      key={round}
      label="Regel toevoegen"
      draft={draft}
      error={saving.error}
      check={(values) => parseInput(addChargeRule.body, toRule(values)).errors}
      onSubmit={saving.mutate}
    >
      <RuleFields none="Kies wat de regel doet" />
      <Preview municipality_id={municipality.id} />
      <YearsOfRule municipality={municipality} />
      <div>
        <SubmitButton busy={saving.isPending}>Regel toevoegen voor {municipality.name}</SubmitButton>
      </div>
    </Form>
  )
}

/** The fields of a rule row. `none`: what it means to choose no kind. */
export const RuleFields = ({ none }: { none: string }) => (
  <>
    <Fields>
      <ChoiceField name="kind" label="Soort regel" none={none} options={optionsOf(chargeRuleKindNames)} />
    </Fields>
    <KindFields />
  </>
)

/** The fields of the chosen kind. */
function KindFields() {
  const { value: kind } = useField('kind')
  const { value: target } = useField('target')
  if (kind === '') return null
  return (
    <>
      {kind === 'period' && <PeriodFields />}
      {kind === 'free' && (
        <Fields>
          <NumberField name="from_lift" label="Eerste lediging die niets kost" />
          <NumberField name="to_lift" label="Laatste lediging" description="Leeg: geen einde" />
        </Fields>
      )}
      {kind === 'deduction' && (
        <Fields>
          <ChoiceField
            name="target"
            label="Waar gaat het af"
            none="Kies waar het af gaat"
            options={optionsOf({ fixed: 'Van het vaste deel', lifts: 'Van de ledigingen' })}
          />
          <NumberField name="percent" label="Procent" description="Leeg: alles" />
          <NumberField name="max_cents" label="Ten hoogste, in euro" description="Leeg: geen grens" />
          <NumberField name="left_cents" label="Wat blijft, in euro" description="Niet samen met een andere grens" />
          {target === 'lifts' && (
            <NumberField name="to_lift" label="Voor de eerste ledigingen" description="Leeg: voor alle" />
          )}
        </Fields>
      )}
      {kind !== 'period' && (kind !== 'deduction' || target === 'lifts') && (
        <LiftFields isNeeded={kind === 'average'} />
      )}
      {(kind === 'free' || kind === 'deduction') && <HouseholdFields />}
      <Fields>
        <DateField name="valid_from" label="Eerste dag" />
        <DateField name="valid_to" label="Laatste dag" description="Leeg: tot nader order" />
      </Fields>
    </>
  )
}

const NumberField = (field: { name: string; label: string; description?: string }) => (
  <Field {...field} inputMode="decimal" autoComplete="off" />
)

function PeriodFields() {
  return (
    <Fields>
      <ChoiceField name="fixed_per" label="Vast deel" none="Kies een periode" options={years} />
      <ChoiceField name="rest_per" label="Ledigingen" none="Kies een periode" options={years} />
      <ChoiceField
        name="rest_on"
        label="Op welke aanslag"
        none="Kies een aanslag"
        options={optionsOf({
          own_year: 'Ledigingen op de aanslag van hun eigen jaar',
          next_year: 'Ledigingen op de aanslag van het volgende jaar',
          measured: 'Het jaar ervoor bepaalt het aantal',
        })}
      />
      <ChoiceField
        name="size_on"
        label="Grootte van het huishouden"
        none="Kies wanneer die telt"
        options={optionsOf({ each_change: 'Elke wijziging telt', first_day: 'De eerste dag telt het hele jaar' })}
      />
    </Fields>
  )
}

/** For which lifts a row is. */
function LiftFields({ isNeeded }: { isNeeded: boolean }) {
  const none = isNeeded ? 'Maak een keuze' : 'Alle'
  return (
    <Fields>
      {isNeeded && <NumberField name="to_lift" label="Aantal ledigingen per jaar" />}
      <ChoiceField name="waste_type" label="Afvalstroom" none={none} options={streams} />
      <ChoiceField
        name="equipment_kind"
        label="Soort container"
        none={none}
        options={isNeeded ? kinds : [...kinds, { id: 'depot', name: 'Grondstoffenpark' }]}
      />
      <NumberField name="volume_litres" label="Volume in liter" description="Leeg: elk volume" />
    </Fields>
  )
}

/** For which households a row is. */
function HouseholdFields() {
  return (
    <Fields>
      <Field name="scheme" label="Regeling" autoComplete="off" description="Een code, zoals M. Leeg: elk huishouden" />
      <ChoiceField
        name="household_size"
        label="Huishouden"
        none="Elk huishouden"
        options={optionsOf({ one: 'Eén persoon', several: 'Meer personen' })}
      />
      <Field
        name="alternative"
        label="Keuze"
        autoComplete="off"
        description="Van regels met hetzelfde woord geldt alleen de beste"
      />
      <ChoiceField
        name="prorated"
        label="Verhuizing in het jaar"
        none="Het hele aantal telt"
        options={optionsOf({ yes: 'Het aantal volgt het deel van het jaar' })}
      />
    </Fields>
  )
}

/** What the typed row says, and the bill of fourteen lifts without and with it. `replaces`: the row that it corrects. */
export function Preview({ municipality_id, replaces }: { municipality_id: number; replaces?: number }) {
  const body = toRule(useFormValues())
  const isComplete = parseInput(previewChargeRule.body, body).errors === undefined
  const params = { municipality_id: `${municipality_id}` }
  const { shown, error } = useReplyWhileTyping({
    ...queryWhileTyping(previewChargeRule, {
      params,
      query: replaces === undefined ? {} : { replaces: `${replaces}` },
      body,
    }),
    enabled: isComplete,
  })
  const [before, after] = replaces === undefined ? ['Zonder de regel', 'Met de regel'] : ['Nu', 'Na herstel']
  return (
    <div role="status" className={`box column gap-3 ${styles.preview}`}>
      {!isComplete && <p>Vul de regel in. Dan leest u hier wat die zegt en wat 14 ledigingen kosten.</p>}
      {error && <ActionError error={error} />}
      {shown && (
        <>
          <p>
            <strong>{shown.sentence}</strong> <span className="remark">Voor: {shown.about}.</span>
          </p>
          <Table
            caption={`De aanslag van een huishouden met 14 ledigingen, ${pricesText(shown.prices_of)}`}
            showsCaption
            columns={['Container', { name: before, number: true }, { name: after, number: true }]}
            rows={shown.bills.map(({ name, before_cents, after_cents }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number data-label={before}>
                  {euroText(before_cents)}
                </td>
                <td data-number data-label={after} className={after_cents === before_cents ? '' : 'bold'}>
                  {euroText(after_cents)}
                </td>
              </tr>
            ))}
          />
          <details>
            <summary>Zo leest de medewerker het voor</summary>
            {shown.bills.map(({ name, spoken }) => (
              <p key={name}>
                <strong>{name}.</strong> {spoken}
              </p>
            ))}
          </details>
        </>
      )}
    </div>
  )
}

/** Says which bills the typed row changes. */
function YearsOfRule({ municipality }: { municipality: Municipality }) {
  const body = toRule(useFormValues())
  const rules = useQuery(query(listChargeRules, { params: { municipality_id: `${municipality.id}` } }))
  const isComplete = parseInput(addChargeRule.body, body).errors === undefined
  const added = { ...body, rest_on: body.kind === 'period' ? body.rest_on : null }
  return <ChangedYears years={isComplete ? changedYears(body, [...(rules.data ?? []), added], today()) : []} />
}

const pricesText = (year: number | null) => (year === null ? 'zonder tarieven' : `met de prijzen van ${year}`)
