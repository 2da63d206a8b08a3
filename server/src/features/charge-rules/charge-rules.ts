// Reasons: docs/bill-rules.md

import {
  addChargeRule,
  ChargeRule,
  changedYears,
  correctChargeRule,
  correctedYears,
  endChargeRule,
  endedDays,
  listChargeRules,
  mayEndChargeRule,
  mayWithdrawChargeRule,
  type NewChargeRule,
  overlappingRule,
  overlapText,
  previewChargeRule,
  type SchemeNature,
  type ShownRule,
  whyNotLastDay,
  withdrawChargeRule,
  yearsText,
} from '@rd4-loket/contract'
import * as z from 'zod/mini'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import {
  deleteChargeRules,
  findChargeRules,
  findSchemeNatures,
  insertChargeRules,
  lockChargeRules,
  updateChargeRules,
  endChargeRule as updateLastDay,
} from '../../domain/bill/charge-rules.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { loggedRule, ruleWords } from './rule-sentence.ts'
import { pricesIn, sampleBills } from './sample-bill.ts'
import { findProration, findSamplePrices } from './sample-prices.queries.ts'

type Natures = Awaited<ReturnType<typeof findSchemeNatures>>

const natureOf = (rule: object, natures: Natures): SchemeNature | undefined =>
  'scheme' in rule ? natures.find(({ code }) => code === rule.scheme)?.nature : undefined

function shownRule(rule: ChargeRule, natures: Natures): ShownRule {
  const { id, municipality_id, kind, valid_from, valid_to } = rule
  const words = ruleWords(rule, natureOf(rule, natures))
  // A stored row also has the columns of other kinds.
  const own = z.parse(ChargeRule, rule)
  return { id, municipality_id, kind, valid_from, valid_to, ...words, rest_on: restOn(rule), rule: own }
}

const restOn = (rule: NewChargeRule) => (rule.kind === 'period' ? rule.rest_on : null)

/** Returns for the audit log the past and present years whose bills a change changes, or nothing. */
const loggedYears = (years: number[]) =>
  years.length === 0 ? {} : { verandert: `de berekening van ${yearsText(years)}` }

/** Returns rows with the bill on which their lifts stand. */
const withRestOn = (rules: NewChargeRule[]) => rules.map((rule) => ({ ...rule, rest_on: restOn(rule) }))

/** Returns the past and present years whose bills a change of a row on some days changes. */
const yearsOf = (days: Pick<ChargeRule, 'valid_from' | 'valid_to'>, rules: NewChargeRule[]) =>
  changedYears(days, withRestOn(rules), today())

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** Throws 422 at the field of a new row that the municipality cannot have beside its other rows. */
function requireFits(row: NewChargeRule, rules: ChargeRule[], natures: Natures) {
  if (row.kind === 'free' && natureOf(row, natures) === 'remission')
    invalidField('scheme', `Een regel over ledigingen kan kwijtschelding ${row.scheme} niet gebruiken`)
  const overlap = overlappingRule<NewChargeRule>(row, rules)
  if (overlap) invalidField('valid_from', capital(overlapText(overlap)))
}

async function preview({ db, employee, params, query, body }: Call<typeof previewChargeRule>) {
  const id = await ownMunicipality(db, employee, params.municipality_id)
  const year = Number(body.valid_from.slice(0, 4))
  const rules = await findChargeRules(db, [id])
  const natures = await findSchemeNatures(db, [id])
  const row: NewChargeRule = { ...body, municipality_id: id }
  const replaced = query.replaces === undefined ? undefined : ruleIn(rules, query.replaces)
  const others = rules.filter((rule) => rule !== replaced)
  requireFits(row, others, natures)
  const nature = natureOf(row, natures)
  const name = (await findMunicipalities(db)).find((it) => it.id === id)?.name ?? ''
  const { tariffs, prices_of } = pricesIn(year, await findSamplePrices(db, id))
  const bills = sampleBills({
    year,
    municipality: { id, name },
    method: await findProration(db, id),
    tariffs,
    rules: others,
    replaced,
    added: { ...row, id: replaced?.id ?? Math.max(0, ...rules.map((rule) => rule.id)) + 1 },
    nature,
  })
  return { ...ruleWords(row, nature), prices_of, bills }
}

async function add({ db, employee, params, body, actor }: Call<typeof addChargeRule>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const row: NewChargeRule = { ...body, municipality_id }
  return db.transaction(async (transaction) => {
    const rules = await lockChargeRules(transaction, [municipality_id])
    const natures = await findSchemeNatures(transaction, [municipality_id])
    // A retry after a lost reply sends a row that is stored already.
    const same = rules.find((rule) => isStored(rule, row))
    if (same) return shownRule(same, natures)
    requireFits(row, rules, natures)
    const [stored] = await insertChargeRules(transaction, [row])
    const after = { ...loggedRule(row, natureOf(row, natures)), ...loggedYears(yearsOf(row, [...rules, row])) }
    const change = { before: undefined, after }
    await appendAuditEvent(transaction, actor, { ...changed(municipality_id), change })
    return shownRule(stored as ChargeRule, natures)
  })
}

/** Returns whether a stored row has the values of a new row. */
const isStored = (rule: ChargeRule, row: NewChargeRule) =>
  Object.entries(row).every(([name, value]) => (rule as Record<string, unknown>)[name] === value)

/** Returns the row with an id. Throws 404 without it. */
const ruleIn = (rules: ChargeRule[], charge_rule_id: number) =>
  rules.find(({ id }) => id === charge_rule_id) ?? notFound('Deze regel bestaat niet')

async function end({ db, employee, params, body: { last_day }, actor }: Call<typeof endChargeRule>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  return db.transaction(async (transaction) => {
    const rules = await lockChargeRules(transaction, [municipality_id])
    const rule = ruleIn(rules, params.charge_rule_id)
    const natures = await findSchemeNatures(transaction, [municipality_id])
    // A retry after a lost reply sends the last day that is stored already.
    if (rule.valid_to === last_day) return shownRule(rule, natures)
    requireAllowed(mayEndChargeRule(rule, today()))
    const refusal = whyNotLastDay(rule, last_day)
    if (refusal) invalidField('last_day', refusal)
    const ended = { ...rule, valid_to: last_day }
    await updateLastDay(transaction, rule.id, last_day)
    const nature = natureOf(rule, natures)
    const after = { ...loggedRule(ended, nature), ...loggedYears(yearsOf(endedDays(rule, last_day), rules)) }
    const change = { before: loggedRule(rule, nature), after }
    await appendAuditEvent(transaction, actor, { ...changed(municipality_id), change })
    return shownRule(ended, natures)
  })
}

async function withdraw({ db, employee, params, actor }: Call<typeof withdrawChargeRule>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  return db.transaction(async (transaction) => {
    const rule = ruleIn(await lockChargeRules(transaction, [municipality_id]), params.charge_rule_id)
    requireAllowed(mayWithdrawChargeRule(rule, today()))
    await deleteChargeRules(transaction, [rule.id])
    const natures = await findSchemeNatures(transaction, [municipality_id])
    const change = { before: loggedRule(rule, natureOf(rule, natures)), after: undefined }
    await appendAuditEvent(transaction, actor, { ...changed(municipality_id), change })
    return null
  })
}

async function correct({ db, employee, params, body: { rule, reason }, actor }: Call<typeof correctChargeRule>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  return db.transaction(async (transaction) => {
    const rules = await lockChargeRules(transaction, [municipality_id])
    const natures = await findSchemeNatures(transaction, [municipality_id])
    const before = ruleIn(rules, params.charge_rule_id)
    const after = rule && { ...rule, municipality_id, id: before.id }
    // A retry after a lost reply sends the row that is stored already.
    if (after && isStored(before, after)) return shownRule(before, natures)
    if (after) {
      requireFits(
        after,
        rules.filter((other) => other !== before),
        natures,
      )
      await updateChargeRules(transaction, [after])
    } else await deleteChargeRules(transaction, [before.id])
    const change = {
      before: loggedRule(before, natureOf(before, natures)),
      after: {
        ...(after && loggedRule(after, natureOf(after, natures))),
        reden: reason,
        ...loggedYears(correctedYears(before, after, withRestOn(rules), today())),
      },
    }
    await appendAuditEvent(transaction, actor, { ...changed(municipality_id), change })
    return after && shownRule(after, natures)
  })
}

const changed = (key: number) =>
  ({ action: 'change_charge_rule', result: 'done', object: { kind: 'charge_rule', key } }) as const

/** The rule rows of the bill, per municipality. */
export function chargeRuleRoutes(api: Api) {
  answer(api, listChargeRules, async ({ db, employee, params }) => {
    const ids = [await ownMunicipality(db, employee, params.municipality_id)]
    const natures = await findSchemeNatures(db, ids)
    return (await findChargeRules(db, ids)).map((rule) => shownRule(rule, natures))
  })
  answer(api, previewChargeRule, preview)
  answer(api, addChargeRule, add)
  answer(api, endChargeRule, end)
  answer(api, correctChargeRule, correct)
  answer(api, withdrawChargeRule, withdraw)
}
