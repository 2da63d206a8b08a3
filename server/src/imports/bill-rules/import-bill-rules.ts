import type { NewChargeRule } from '@rd4-loket/contract'
import { appendAuditEvent, commandLineActor } from '../../domain/access-log/audit-log.queries.ts'
import {
  deleteChargeRules,
  findSchemeNatures,
  insertChargeRules,
  lockChargeRules,
  updateChargeRules,
} from '../../domain/bill/charge-rules.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { householdWords, listWords, streamWords } from '../reader/column-words.ts'
import { rowParser } from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { missingMunicipality } from '../resolver/municipalities.ts'
import { distinct } from '../resolver/resolve-addresses.ts'
import {
  chargeRuleColumns,
  loggedChargeRules,
  parseChargeRule,
  type RuleFileRow,
  ruleKindWords,
  ruleWords,
} from './charge-rule-rows.ts'
import { compareRules } from './compare-rules.ts'

/** Imports the dated rules by which a municipality computes its bills. */
export const importBillRules = importCommand({
  name: 'import bill-rules',
  title: 'Rekenregels',
  summary: 'leest rekenregels van de aanslag in uit CSV-bestanden',
  sample: 'bill-rules.csv',
  explanation: `Kolommen, in elke volgorde: gemeente, regel (${listWords([ruleWords])}), geldig_vanaf
en geldig_tot (beide tellen mee; zonder geldig_tot: tot nader order) en vervalt (ja of nee; zonder: nee). Een lege kolom
mag ontbreken. Per regel zijn er:
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
volgt het bestand. Stond een regel er ten onrechte, geef hem dan nog eens met vervalt ja: hij wordt verwijderd, alsof hij er
nooit was. De goede regel kan in hetzelfde bestand. Het logboek houdt beide. Een periode die over een andere heen valt,
wordt afgekeurd. De volgorde van de regels maakt niet uit. Hetzelfde bestand nog eens verandert niets.`,
  tables: ['charge_rule'],
  openFile: openBillRules,
})

async function openBillRules(db: Db, { header }: ImportFile): Promise<ImportSteps<RuleFileRow>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  const actor = commandLineActor('import bill-rules')
  return {
    columns: chargeRuleColumns,
    parseRow: rowParser(header, chargeRuleColumns, parseChargeRule),
    // The end of one row and the begin of the next one are compared together, wherever they stand in the file.
    isOneBatch: true,
    outcomes: ['added', 'changed', 'unchanged', 'ended'],
    async writeBatch(transaction, rows, reject) {
      const ids = distinct(rows.map(({ municipality_id }) => municipality_id)).filter((id) => municipality_ids.has(id))
      const stored = await lockChargeRules(transaction, ids)
      const natures = await findSchemeNatures(transaction, ids)
      const isRemission = ({ municipality_id, scheme }: Extract<NewChargeRule, { kind: 'free' }>) =>
        natures.some((it) => it.municipality_id === municipality_id && it.code === scheme && it.nature === 'remission')
      const valid = rows.filter((row) => {
        if (!municipality_ids.has(row.municipality_id)) reject(row, missingMunicipality(row.municipality_id))
        else if (row.kind === 'free' && isRemission(row))
          reject(row, `vrij kan kwijtschelding ${row.scheme} niet gebruiken`)
        else return true
        return false
      })
      const { added, changed, ended, unchanged } = compareRules(valid, stored, reject)
      if (ended.length > 0)
        await deleteChargeRules(
          transaction,
          ended.map(({ id }) => id),
        )
      if (changed.length > 0)
        await updateChargeRules(
          transaction,
          changed.map(({ after }) => after),
        )
      if (added.length > 0) await insertChargeRules(transaction, added)
      for (const key of ids) {
        const of = <Row extends NewChargeRule>(rules: Row[]) => rules.filter((rule) => rule.municipality_id === key)
        const before = of([...changed.map((it) => it.before), ...ended])
        const after = of([...added, ...changed.map((it) => it.after)])
        if (before.length + after.length === 0) continue
        const change = { before: loggedChargeRules(before), after: loggedChargeRules(after) }
        const object = { kind: 'charge_rule', key } as const
        await appendAuditEvent(transaction, actor, { action: 'change_charge_rule', result: 'done', object, change })
      }
      return { added: added.length, changed: changed.length, ended: ended.length, unchanged }
    },
  }
}
