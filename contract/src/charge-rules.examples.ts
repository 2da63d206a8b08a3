import type * as chargeRules from './charge-rules.ts'
import type { Examples } from './example.ts'

const words = {
  sentence: 'De eerste 3 ledigingen horen bij het vaste deel.',
  about: 'restafval, minicontainer, 240 liter',
}
const input: chargeRules.ChargeRuleInput = {
  kind: 'free',
  scheme: null,
  household_size: null,
  waste_type: 'residual_waste',
  equipment_kind: 'minicontainer',
  volume_litres: 240,
  alternative: null,
  prorated: false,
  from_lift: 1,
  to_lift: 3,
  valid_from: '2027-01-01',
  valid_to: null,
}
const row: chargeRules.ShownRule = {
  ...words,
  id: 4,
  municipality_id: 917,
  kind: 'free',
  valid_from: '2020-01-01',
  valid_to: null,
  rest_on: null,
  rule: { ...input, id: 4, municipality_id: 917, valid_from: '2020-01-01' },
}
export const chargeRuleExamples = {
  listChargeRules: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: [row],
  },
  previewChargeRule: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, query: {}, body: input }),
    reply: {
      ...words,
      prices_of: 2026,
      bills: [
        {
          name: 'Restafval, minicontainer van 240 liter',
          before_cents: 36_200,
          after_cents: 33_800,
          spoken: 'In 2027 is de restafvalcontainer van 240 liter 14 keer geleegd: € 88,00.',
        },
      ],
    },
  },
  addChargeRule: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: input }),
    reply: { ...row, valid_from: input.valid_from },
  },
  endChargeRule: {
    request: ({ municipality_id, charge_rule_id, today }) => ({
      params: { municipality_id, charge_rule_id },
      body: { last_day: `${today.slice(0, 4)}-12-31` },
    }),
    reply: { ...row, valid_to: '2026-12-31' },
  },
  correctChargeRule: {
    request: ({ municipality_id, charge_rule_id }) => ({
      params: { municipality_id, charge_rule_id },
      body: { rule: { ...input, to_lift: 4 }, reason: 'Verkeerd overgenomen uit de verordening' },
    }),
    reply: { ...row, sentence: 'De eerste 4 ledigingen horen bij het vaste deel.' },
  },
  withdrawChargeRule: {
    request: ({ municipality_id, future_charge_rule_id }) => ({
      params: { municipality_id, charge_rule_id: future_charge_rule_id },
    }),
    reply: null,
  },
} satisfies Examples<typeof chargeRules>
