import {
  type Assessment,
  assessedTwelfths,
  objectionReasonNames,
  objectionStateNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { byteOrderMark, csvLine } from '../../platform/files/csv.ts'
import { booleanCell, type Cell, minuteCell } from '../../platform/files/sheet.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { type DossierMark, markText } from './dossier-mark.ts'
import {
  chargedWords,
  householdWords,
  liftedWords,
  methodWords,
  numberedRules,
  ruleOfLine,
  schemeWords,
  scopeWords,
  sumOfLifts,
} from './words.ts'

const day = (text: string | null): Cell => (text === null ? null : { dateTime: text })
const cents = (amount: number | null): Cell => (amount === null ? null : { cents: amount })

/** Returns what came after an assessment, and none without our own calculation. */
function differenceRows({ difference_cents, late, objected, tariff_cents }: Assessment): Cell[][] {
  if (difference_cents === null) return []
  const row = (name: string, count: number | null, amount: number): Cell[] => [
    name,
    null,
    count,
    null,
    null,
    cents(amount),
  ]
  return [
    row('Verschil met onze berekening', null, difference_cents),
    row('waarvan na de datum geleverd', late.clearance_ids.length, late.amount_cents),
    row('waarvan bezwaar toegekend', objected.clearance_ids.length, objected.amount_cents),
    row('waarvan ander verschil', null, tariff_cents),
  ]
}

/** Returns a dossier for spreadsheets: parts below each other, each with a title, headings and rows. */
export function dossierCsv(facts: DossierFacts, mark: DossierMark) {
  const { address, year, periods, lifts, objections } = facts
  const numberOf = new Map(lifts.map(({ id }, at) => [id, at + 1]))
  const several = (ids: number[]) => ids.map((id) => numberOf.get(id)).join(', ') || null
  const rules = numberedRules(periods)
  const hasRules = periods.some((period) => period.rules)
  const ruleCells = (...cells: Cell[]) => (hasRules ? cells : [])
  const numberOfRule = (id: number | undefined) => rules.find((rule) => rule.id === id)?.number ?? null
  const part = (title: string, rows: Cell[][]): Cell[][] => (rows.length > 1 ? [[], [title], ...rows] : [])

  const rows: Cell[][] = [
    ['Dossier', `Aanslag afvalstoffenheffing ${year}`],
    ['Adres', `${address.line}, ${address.town}`],
    ['Gemeente', address.municipality],
    ['Objectcode', address.object_code],
    ['Jaar', year],
    ['Huishoudens', scopeWords(facts)],
    ['Ledigingen geleverd tot en met', day(facts.delivered_until)],
    ...(facts.difference === undefined ? [] : [['Verschil met het jaar ervoor', facts.difference]]),
    ...(facts.imposed_only ? [['Geen eigen berekening', facts.imposed_only]] : []),
    ...part('Berekening', [
      [
        'Van',
        'Tot en met',
        'Huishouden',
        'Wat',
        'Aantal',
        'Prijs (euro)',
        'Tarief vanaf',
        'Twaalfden',
        'Gewicht (kg)',
        'Ledigingen',
        ...ruleCells('Rekenregel'),
        'Bedrag (euro)',
      ],
      ...periods.flatMap(({ from, to, household_size, lines, rules: own }) =>
        lines.map((line): Cell[] => [
          day(from),
          day(to),
          householdWords(household_size),
          chargedWords(line, ruleOfLine(line, own)),
          line.count,
          cents(line.unit_cents),
          day(line.valid_from),
          line.twelfths,
          line.weight_kg,
          several(line.clearance_ids),
          ...ruleCells(numberOfRule(line.rule)),
          cents(line.amount_cents),
        ]),
      ),
      ...(facts.imposed_only
        ? []
        : [
            [
              'Samen',
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              ...ruleCells(null),
              cents(facts.total_cents),
            ],
          ]),
    ]),
    ...part('Rekenregels', [
      ['Regel', 'Naam', 'Wat de regel zegt', 'Geldt vanaf', 'Geldt tot en met', 'Ledigingen', 'Af (euro)'],
      ...rules.map((rule): Cell[] => [
        rule.number,
        rule.name,
        rule.sentence,
        day(rule.valid_from),
        day(rule.valid_to),
        rule.lifts,
        cents(rule.amount_cents),
      ]),
    ]),
    ...part('Regelingen', [[], ...(facts.schemes ?? []).map((scheme): Cell[] => [schemeWords(scheme)])]),
    ...periods.flatMap(({ assessment }) =>
      assessment
        ? part(`Opgelegde aanslag ${assessment.number}`, [
            ['Omschrijving', 'Datum', 'Aantal', 'Prijs (euro)', 'Twaalfden', 'Bedrag (euro)'],
            ...assessment.lines.map((line): Cell[] => [
              line.description,
              day(assessment.assessed_on),
              line.count,
              cents(line.unit_cents),
              assessedTwelfths(line),
              cents(line.amount_cents),
            ]),
            ['Samen', day(assessment.assessed_on), null, null, null, cents(assessment.amount_cents)],
            ...differenceRows(assessment),
          ])
        : [],
    ),
    ...part('Ledigingen', [
      [
        'Nummer',
        'Moment',
        'Wat',
        'Container',
        'Chip',
        'Gewicht (kg)',
        'Tarief vanaf',
        'Bedrag van de inzamelaar (euro)',
        'Op de aanslag',
        'Na de datum van de aanslag geleverd',
        'Kenmerk van de inzamelaar',
        'Bestand',
        'Regel',
        ...ruleCells('Rangnummer', 'Rekenregel'),
        'Bedrag (euro)',
      ],
      ...lifts.map((lift, at): Cell[] => [
        at + 1,
        minuteCell(lift.cleared_at),
        liftedWords(lift),
        lift.container_number,
        lift.chip_number,
        lift.weight_kg,
        day(lift.tariff_from),
        cents(lift.supplier_cents),
        booleanCell(lift.is_billed),
        booleanCell(lift.is_late),
        lift.supplier_key,
        lift.file,
        lift.line,
        ...ruleCells(lift.rank ?? null, numberOfRule(lift.rule)),
        cents(lift.charged_cents),
      ]),
      [
        'Samen',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        ...ruleCells(null, null),
        cents(sumOfLifts(facts)),
      ],
    ]),
    ...part('Bezwaren', [
      ['Lediging', 'Reden', 'Toelichting', 'Stand', 'Vastgelegd', 'Beslist', 'Reden van beslissing', 'Bedrag (euro)'],
      ...objections.map((objection): Cell[] => [
        numberOf.get(objection.clearance_id) ?? null,
        objectionReasonNames[objection.reason],
        objection.note,
        objectionStateNames[objection.state],
        minuteCell(objection.filed_at),
        objection.decided_at === null ? null : minuteCell(objection.decided_at),
        objection.decision_reason ?? null,
        cents(objection.amount_cents),
      ]),
    ]),
    ...part('Containers', [
      ['Nummer', 'Wat', 'Chip', 'Geplaatst', 'Weggehaald'],
      ...facts.containers.map((container): Cell[] => [
        container.number,
        liftedWords(container),
        container.chip_number,
        day(container.placed_on),
        day(container.removed_on),
      ]),
    ]),
    ...part('Verschoven ophaaldagen', [
      ['Afvalstroom', 'Gepland', 'Opgehaald'],
      ...facts.moved_days.map(({ waste_type, planned_on, collected_on }): Cell[] => [
        wasteStreamNames[waste_type],
        day(planned_on),
        day(collected_on),
      ]),
    ]),
    ...part('Bestanden van de inzamelaar', [
      ['Bestand', 'Naam', 'SHA-256'],
      ...facts.files.map(({ number, name, sha256 }): Cell[] => [number, name, sha256]),
    ]),
    ...(facts.imposed_only ? [] : part('Zo rekenen wij', [[], ...methodWords(facts).map((text) => [text])])),
    ...part('Controle', [[], ['Controlegetal van de feiten (SHA-256)', mark.sha256], ['Kenmerk', markText(mark)]]),
  ]
  return Buffer.from(byteOrderMark + rows.map(csvLine).join(''))
}
