import { type ChargeRule, type NewChargeRule, overlappingRule, overlapText } from '@rd4-loket/contract'
import { appendAuditEvent, commandLineActor } from '../../domain/access-log/audit-log.queries.ts'
import {
  findSchemeNatures,
  insertChargeRules,
  lockChargeRules,
  updateChargeRules,
} from '../../domain/bill/charge-rules.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { householdWords, listWords, streamWords } from '../reader/column-words.ts'
import { RowError, rejectReason, rowParser } from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { missingMunicipality } from '../resolver/municipalities.ts'
import { distinct } from '../resolver/resolve-addresses.ts'
import { chargeRuleColumns, loggedChargeRules, parseChargeRule, ruleKindWords, ruleWords } from './charge-rule-rows.ts'

/** Imports the dated rules by which a municipality computes its bills. */
export const importBillRules = importCommand({
  name: 'import bill-rules',
  title: 'Rekenregels',
  summary: 'leest rekenregels van de aanslag in uit CSV-bestanden',
  sample: 'bill-rules.csv',
  explanation: `Kolommen, in elke volgorde: gemeente, regel (${listWords([ruleWords])}), geldig_vanaf
en geldig_tot (beide tellen mee; zonder geldig_tot: tot nader order). Een lege kolom mag ontbreken. Per regel zijn er:
- vrij: van en tot, de ledigingen die niets kosten (1 en 3: de eerste drie; zonder tot: geen einde);
- aftrek: waarvan (vast, ledigingen) en procent, hoogstens (euro), tot (de eerste ledigingen) of blijft (euro);
- gemiddelde: afvalstroom, soort, volume en tot, het aantal van een huishouden zonder gemeten jaar;
- tijdvak: vast_per en rest_per (jaar, half jaar), rest_op (zelfde jaar, volgend jaar, meting) en grootte_op (elke
  wijziging, eerste dag).
Bij vrij en aftrek kiezen deze kolommen voor welke ledigingen en huishoudens de regel geldt; leeg is alles: regeling (een
code, zoals M), huishouden (${listWords(householdWords)}), afvalstroom (${listWords(streamWords)}),
soort (${listWords(ruleKindWords)}) en volume. Van regels met dezelfde keuze geldt alleen de
beste. Met naar_maanden ja volgen de aantallen het deel van het jaar.

Een regel is dezelfde als eerste dag, regel, keuze, waarvan, van en de ledigingen en huishoudens dezelfde zijn: de rest
volgt het bestand. Een periode die over een andere heen valt, wordt afgekeurd. Hetzelfde bestand nog eens verandert niets.`,
  tables: ['charge_rule'],
  openFile: openBillRules,
})

async function openBillRules(db: Db, { header }: ImportFile): Promise<ImportSteps<NewChargeRule>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  const actor = commandLineActor('import bill-rules')
  /** The ids of the rows that the file contains. */
  const seen = new Set<number>()
  return {
    columns: chargeRuleColumns,
    parseRow: rowParser(header, chargeRuleColumns, parseChargeRule),
    async writeBatch(transaction, rows, reject) {
      const ids = distinct(rows.map(({ municipality_id }) => municipality_id)).filter((id) => municipality_ids.has(id))
      const stored = await lockChargeRules(transaction, ids)
      const natures = await findSchemeNatures(transaction, ids)
      const isRemission = ({ municipality_id, scheme }: Extract<NewChargeRule, { kind: 'free' }>) =>
        natures.some((it) => it.municipality_id === municipality_id && it.code === scheme && it.nature === 'remission')
      const added: NewChargeRule[] = []
      const changed: { before: ChargeRule; after: ChargeRule }[] = []

      function place(row: NewChargeRule): 'added' | 'changed' | 'unchanged' {
        if (!municipality_ids.has(row.municipality_id)) throw new RowError(missingMunicipality(row.municipality_id))
        if (row.kind === 'free' && isRemission(row))
          throw new RowError(`vrij kan kwijtschelding ${row.scheme} niet gebruiken`)
        const present = stored.map((rule) => changed.find(({ before }) => before === rule)?.after ?? rule)
        const isSame = (rule: NewChargeRule) =>
          rule.valid_from === row.valid_from && overlappingRule(row, [rule]) !== undefined
        const same = present.find(isSame)
        if ([...(same ? [same] : []), ...added.filter(isSame)].some((rule) => isEqual(rule, row))) {
          if (same) seen.add(same.id)
          return 'unchanged'
        }
        if (same ? seen.has(same.id) : added.some(isSame))
          throw new RowError('de regel staat al op een eerdere regel, met andere gegevens')
        const overlap = overlappingRule<NewChargeRule>(row, [...present.filter((rule) => rule !== same), ...added])
        if (overlap) throw new RowError(overlapText(overlap))
        if (!same) {
          added.push(row)
          return 'added'
        }
        seen.add(same.id)
        changed.push({ before: same, after: { ...row, id: same.id } as ChargeRule })
        return 'changed'
      }

      const counts = { added: 0, changed: 0, unchanged: 0 }
      for (const row of rows)
        try {
          counts[place(row)] += 1
        } catch (error) {
          reject(row, rejectReason(error))
        }
      if (changed.length > 0)
        await updateChargeRules(
          transaction,
          changed.map(({ after }) => after),
        )
      if (added.length > 0) for (const { id } of await insertChargeRules(transaction, added)) seen.add(id)
      for (const key of ids) {
        const of = <Row extends NewChargeRule>(rules: Row[]) => rules.filter((rule) => rule.municipality_id === key)
        const after = of([...added, ...changed.map((it) => it.after)])
        if (after.length === 0) continue
        const change = {
          before: loggedChargeRules(of(changed.map((it) => it.before))),
          after: loggedChargeRules(after),
        }
        const object = { kind: 'charge_rule', key } as const
        await appendAuditEvent(transaction, actor, { action: 'change_charge_rule', result: 'done', object, change })
      }
      return counts
    },
  }
}

/** Returns whether a row of a file has the values of another row. */
const isEqual = (other: NewChargeRule, row: NewChargeRule) =>
  Object.entries(row).every(([name, value]) => (other as Record<string, unknown>)[name] === value)
