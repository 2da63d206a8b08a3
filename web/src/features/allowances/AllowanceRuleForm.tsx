import {
  type AllowanceRule,
  allowanceChangerNames,
  listAllowances,
  type Municipality,
  parseInput,
  saveAllowanceRule,
  showAllowanceRule,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { SettingForm } from '../../domain/settings/SettingForm.tsx'
import { RadioField } from '../../kit/forms/RadioField.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'
import { rollText } from '../../session/session.ts'

const changers = Object.entries(allowanceChangerNames).map(([id, name]) => ({ id, name }))

/** The setting for who may change the allowances of a municipality. */
export function AllowanceRuleForm({
  municipality,
  changedBy,
}: {
  municipality: Municipality
  changedBy: AllowanceRule['changed_by']
}) {
  const client = useQueryClient()
  const params = { municipality_id: `${municipality.id}` }
  return (
    <SettingForm
      label="Wie wijzigt het aantal?"
      filled={{ changed_by: changedBy }}
      check={(values) => parseInput(saveAllowanceRule.body, values as AllowanceRule).errors}
      save={(values) => call(saveAllowanceRule, { params, body: values as AllowanceRule })}
      onSaved={async () => {
        await invalidate(client, showAllowanceRule, listAllowances)
        showMessage(`${rollText('Vastgelegd wie het aantal rollen wijzigt in')} ${municipality.name}`)
      }}
      saves={`Keuze opslaan voor ${municipality.name}`}
      field={<RadioField name="changed_by" legend="Wie wijzigt het aantal?" options={changers} />}
    />
  )
}
