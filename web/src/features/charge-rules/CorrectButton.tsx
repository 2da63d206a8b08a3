import {
  ApiError,
  correctChargeRule,
  correctedYears,
  listChargeRules,
  parseInput,
  type ShownRule,
} from '@rd4-loket/contract'
import { useQueryClient } from '@tanstack/react-query'
import { today } from '../../kit/browser/days.ts'
import { ConfirmButton } from '../../kit/buttons/ConfirmButton.tsx'
import { Field, Fields, useFormValues, type Values } from '../../kit/forms/Form.tsx'
import { showMessage } from '../../kit/page/Messages.tsx'
import { call } from '../../session/api.ts'
import { invalidate } from '../../session/queries.ts'
import { ChangedYears } from './ChangedYears.tsx'
import { Preview, RuleFields } from './ChargeRuleForm.tsx'
import { toRule, toValues } from './charge-rule-body.ts'

const toCorrection = (values: Values) => ({ rule: values.kind ? toRule(values) : null, reason: values.reason ?? '' })

/** Returns the errors of a typed correction by the names of its fields. */
function errorsOf(values: Values) {
  const { errors } = parseInput(correctChargeRule.body, toCorrection(values))
  return (
    errors && Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name.replace(/^rule\./, ''), texts]))
  )
}

/** Corrects a row that was wrong from its first day, or removes it. */
export function CorrectButton({ rule, rules }: { rule: ShownRule; rules: ShownRule[] }) {
  const client = useQueryClient()
  const { id, municipality_id } = rule
  return (
    <ConfirmButton
      size="sm"
      dialogSize="wide"
      question="Deze regel herstellen?"
      consequence={`${rule.sentence} Herstel een regel die vanaf het begin fout was. Het logboek houdt beide versies.`}
      action="Herstellen"
      form={{
        filled: toValues(rule.rule),
        check: errorsOf,
        children: (
          <>
            <RuleFields none="Geen: deze regel had er niet moeten zijn" />
            <CorrectionPreview rule={rule} rules={rules} />
            <Fields>
              <Field name="reason" label="Reden" autoComplete="off" description="Komt in het logboek" maxLength={200} />
            </Fields>
          </>
        ),
      }}
      onConfirm={async (values) => {
        const params = { municipality_id: `${municipality_id}`, charge_rule_id: `${id}` }
        const body = toCorrection(values)
        try {
          await call(correctChargeRule, { params, body })
        } catch (error) {
          // A reply was lost, and this is the second attempt to remove the row.
          if (!(body.rule === null && error instanceof ApiError && error.status === 404)) throw error
        }
        await invalidate(client, listChargeRules)
        showMessage(body.rule ? 'De regel is hersteld' : 'De regel is verwijderd')
      }}
    >
      Herstellen<span className="visually-hidden">: {rule.sentence}</span>
    </ConfirmButton>
  )
}

/** The bill of fourteen lifts now and after the typed correction, and the years that change. */
function CorrectionPreview({ rule, rules }: { rule: ShownRule; rules: ShownRule[] }) {
  const values = useFormValues()
  const { rule: typed } = toCorrection(values)
  const isComplete = errorsOf({ ...values, reason: 'x' }) === undefined
  return (
    <>
      {typed ? (
        <Preview municipality_id={rule.municipality_id} replaces={rule.id} />
      ) : (
        <p className="box">De regel wordt verwijderd, alsof hij er nooit was.</p>
      )}
      <ChangedYears years={isComplete ? correctedYears(rule.rule, typed, rules, today()) : []} />
    </>
  )
}
