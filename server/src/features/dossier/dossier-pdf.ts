import {
  amountText,
  euroText,
  type ObjectionState,
  objectionReasonNames,
  objectionStateNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { makePdf, type PdfBlock } from '../../platform/files/pdf/pdf.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { type DossierMark, markText } from './dossier-mark.ts'
import {
  assessmentWords,
  chargedWords,
  householdWords,
  imposedTable,
  kilogramWords,
  liftedWords,
  methodWords,
  numberedRules,
  priceWords,
  quantityWords,
  ruleOfLine,
  schemeWords,
  scopeWords,
  shortDay,
  shortMoment,
  sumOfLifts,
  validityWords,
} from './words.ts'

type Period = DossierFacts['periods'][number]

const heading = (text: string): PdfBlock => ({ heading: text, level: 2 })
const orDash = (text: string | number | null) => (text === null ? '–' : String(text))
const amountOrDash = (cents: number | null) => (cents === null ? '–' : amountText(cents))
const dayOrDash = (day: string | null) => (day === null ? '–' : shortDay(day))

/** Returns a dossier that reads as a letter, followed by tables. `letterhead`: the sender, in lines. */
export function dossierPdf(facts: DossierFacts, mark: DossierMark, letterhead: string[]) {
  const { address, year, periods, lifts, delivered_until } = facts
  const title = `Dossier bij de aanslag afvalstoffenheffing ${year}`
  const numberOf = new Map(lifts.map(({ id }, at) => [id, at + 1]))
  return makePdf({
    title: `${title}, ${address.line}`,
    subject: `${address.line}, ${address.town}`,
    author: letterhead[0] ?? '',
    // The current time is not used, because equal facts must give equal bytes.
    created: new Date(`${delivered_until ?? `${year}-12-31`}T12:00:00Z`),
    letterhead,
    footer: [title, address.line, address.object_code].filter((it) => it !== null).join(' · '),
    mark: { Dossier: markText(mark) },
    blocks: [
      { heading: title, level: 1 },
      { text: `${address.line}\n${address.town}`, style: 'strong' },
      {
        text: `Gemeente ${address.municipality}${address.object_code === null ? '' : `\nObjectcode ${address.object_code}`}`,
      },
      { text: introduction(facts) },
      { text: scopeWords(facts) },
      ...(facts.difference === undefined ? [] : [{ text: facts.difference }]),
      ...calculationBlocks(facts),
      ...ruleBlocks(facts),
      ...assessmentBlocks(periods),
      heading('Elke lediging'),
      ...liftBlocks(facts),
      ...objectionBlocks(facts, numberOf),
      ...containerBlocks(facts),
      ...movedDayBlocks(facts),
      ...fileBlocks(facts),
      ...(facts.imposed_only ? [] : [heading('Zo rekenen wij'), ...methodWords(facts).map((text) => ({ text }))]),
      heading('Controle van dit dossier'),
      {
        text: 'Bij de feiten in dit dossier hoort een controlegetal. Veranderen de feiten, dan verandert het getal. Het loket kan nagaan of dit bestand nog klopt met de gegevens, en of iemand het heeft gewijzigd.',
      },
      { text: `Controlegetal (SHA-256): ${mark.sha256}`, style: 'small' },
    ],
  })
}

function introduction(facts: DossierFacts) {
  const { year, imposed_only, total_cents, delivered_until } = facts
  const lifts = facts.lifts.filter((lift) => !isElsewhere(lift, facts))
  const count = lifts.length === 1 ? '1 lediging' : `${lifts.length} ledigingen`
  const until =
    delivered_until === null
      ? ''
      : ` De inzamelaar heeft de ledigingen doorgegeven tot en met ${dayWithYear(delivered_until)}.`
  if (total_cents === null)
    return `In dit dossier leest u welke ledigingen er in ${year} waren. Het gaat om ${count}. ${imposed_only}${until}`
  const about =
    lifts.length === 0 && delivered_until === null
      ? `Over ledigingen in dat jaar zijn geen gegevens. Het bedrag is ${euroText(total_cents)}.`
      : `Het gaat om ${count} en een bedrag van ${euroText(total_cents)}.`
  return `In dit dossier leest u hoe de aanslag van ${year} is berekend. ${about} Van elke lediging leest u het moment, de container, de chip en het bedrag. U leest ook in welk bestand van de inzamelaar die staat.${until}`
}

/** Returns whether a rule puts a lift on the bill of another year. */
const isElsewhere = (
  { is_billed, charged_cents }: DossierFacts['lifts'][number],
  { imposed_only }: Pick<DossierFacts, 'imposed_only'>,
) => !is_billed && charged_cents === null && !imposed_only

/** Returns a table for each part of the bill; none without amounts of our own. */
function calculationBlocks({ year, periods, total_cents }: DossierFacts): PdfBlock[] {
  if (total_cents === null) return []
  return [
    heading('Wat er is berekend'),
    ...periods.map(calculationTable),
    ...(periods.length > 1 ? [{ text: `Samen over ${year}: ${euroText(total_cents)}`, style: 'strong' } as const] : []),
  ]
}

function calculationTable({ from, to, household_size, lines, amount_cents, rules }: Period): PdfBlock {
  return {
    caption: `Van ${dayWithYear(from)} tot en met ${dayWithYear(to)}, ${householdWords(household_size)}`,
    columns: [
      { heading: 'Wat', share: 40 },
      { heading: 'Tarief vanaf', share: 15 },
      { heading: 'Aantal', share: 17, align: 'right' },
      { heading: 'Prijs in euro', share: 14, align: 'right' },
      { heading: 'Bedrag in euro', share: 14, align: 'right' },
    ],
    rows: lines.map((line) => [
      chargedWords(line, ruleOfLine(line, rules)),
      dayOrDash(line.valid_from),
      `${quantityWords(line)}${kilograms(line.weight_kg)}`,
      priceWords(line, ruleOfLine(line, rules)),
      amountText(line.amount_cents),
    ]),
    total: ['Samen', '', '', '', amountOrDash(amount_cents)],
  }
}

const kilograms = (weight_kg: number | null) => (weight_kg === null ? '' : `, ${kilogramWords(weight_kg)}`)

/** Returns the charge rules of a dossier, and the codes that cover the household. */
function ruleBlocks({ periods, schemes = [] }: DossierFacts): PdfBlock[] {
  const rows = numberedRules(periods)
  if (rows.length === 0 && schemes.length === 0) return []
  const table: PdfBlock[] = [
    {
      caption: 'De regels van de gemeente die bedragen op deze aanslag veranderen',
      columns: [
        { heading: 'Regel', share: 8 },
        { heading: 'Wat de regel zegt', share: 48 },
        { heading: 'Geldt', share: 20 },
        { heading: 'Ledigingen', share: 12, align: 'right' },
        { heading: 'Af, in euro', share: 12, align: 'right' },
      ],
      rows: rows.map(({ number, sentence, lifts, amount_cents, ...validity }) => [
        String(number),
        sentence,
        validityWords(validity),
        lifts === 0 ? '–' : String(lifts),
        amount_cents === 0 ? '–' : amountText(amount_cents),
      ]),
    },
  ]
  return [
    heading('Rekenregels'),
    // Only a price can need a code.
    ...(rows.length === 0 ? [] : table),
    ...schemes.map(
      (scheme): PdfBlock => ({
        text: `${schemeWords(scheme)}.`,
        style: 'small',
      }),
    ),
  ]
}

function assessmentBlocks(periods: Period[]): PdfBlock[] {
  const assessments = periods.map(({ assessment }) => assessment).filter((it) => it !== null)
  if (assessments.length === 0) return []
  return [
    heading(assessments.length === 1 ? 'De opgelegde aanslag' : 'De opgelegde aanslagen'),
    ...assessments.flatMap((assessment): PdfBlock[] => [
      { text: assessmentWords(assessment) },
      imposedTable(assessment),
    ]),
  ]
}

function liftBlocks(facts: DossierFacts): PdfBlock[] {
  const { lifts, periods, imposed_only, undelivered = 'Er zijn geen ledigingen.' } = facts
  if (lifts.length === 0) return [{ text: undelivered }]
  const isMissing = lifts.some((lift) => !lift.is_billed && !isElsewhere(lift, facts))
  const areElsewhere = lifts.some((lift) => isElsewhere(lift, facts))
  const isLate = lifts.some(({ is_late }) => is_late)
  return [
    {
      caption: `${lifts.length === 1 ? '1 lediging' : `${lifts.length} ledigingen`}, in de volgorde van de tijd`,
      columns: [
        { heading: 'Nr.', share: 7 },
        { heading: 'Dag en tijd', share: 20 },
        { heading: 'Wat', share: 25 },
        { heading: 'Container en chip', share: 25 },
        { heading: 'Tarief vanaf', share: 14 },
        { heading: 'Bestand, regel, nummer', share: 17 },
        { heading: 'Euro', share: 11, align: 'right' },
      ],
      rows: lifts.map((lift, at) => [
        `${at + 1}${lift.is_billed ? '' : isElsewhere(lift, facts) ? '‡' : '*'}${lift.is_late ? '†' : ''}`,
        shortMoment(lift.cleared_at),
        `${liftedWords(lift)}${kilograms(lift.weight_kg)}`,
        [lift.container_number, lift.chip_number].filter((it) => it !== null).join('\n') || '–',
        [
          lift.tariff_from !== null ? shortDay(lift.tariff_from) : imposed_only ? '–' : 'van de inzamelaar',
          ...rankWords(lift, periods),
        ].join('\n'),
        sourceWords(lift),
        amountOrDash(lift.charged_cents),
      ]),
      total: ['Samen', '', '', '', '', '', amountOrDash(sumOfLifts(facts))],
    },
    ...(isMissing
      ? [
          {
            text: '* Op die dag stond niemand op dit adres ingeschreven. De lediging staat op geen aanslag.',
            style: 'small',
          } as const,
        ]
      : []),
    ...(areElsewhere
      ? [
          {
            text: '‡ Deze lediging staat niet op deze aanslag, maar telt voor die van een ander jaar.',
            style: 'small',
          } as const,
        ]
      : []),
    ...(isLate ? [{ text: '† Deze lediging kwam binnen na de datum van de aanslag.', style: 'small' } as const] : []),
  ]
}

/** Returns the place of a lift in its rule, and the number of the rule that made it free. */
function rankWords({ rank, rule }: DossierFacts['lifts'][number], periods: Period[]) {
  const number = numberedRules(periods).find(({ id }) => id === rule)?.number
  return [...(rank === undefined ? [] : [`telt als ${rank}e`]), ...(number === undefined ? [] : [`regel ${number}`])]
}

/** Returns where a lift comes from: the file, its line, and the number of the lift at the supplier. */
function sourceWords({ file, line, supplier_key }: DossierFacts['lifts'][number]) {
  const place = line === null ? `bestand ${file}` : `${file}, regel ${line}`
  return [file !== null && place, supplier_key].filter(Boolean).join('\n') || '–'
}

/** Returns the state of an objection, with the day and the reason of the decision. */
function decisionWords(
  state: ObjectionState,
  { decided_at, decision_reason }: Pick<DossierFacts['objections'][number], 'decided_at' | 'decision_reason'>,
) {
  const decided = decided_at === null ? '' : ` op ${shortDay(decided_at)}`
  return `${objectionStateNames[state]}${decided}${decision_reason ? `: ${decision_reason}` : ''}`
}

function objectionBlocks({ objections }: DossierFacts, numberOf: Map<number, number>): PdfBlock[] {
  if (objections.length === 0) return []
  return [
    heading('Bezwaren'),
    { text: 'Wie een bezwaar vastlegt, beslist er niet zelf over. Dat doet een andere medewerker.' },
    {
      caption: 'Bezwaren tegen ledigingen',
      columns: [
        { heading: 'Lediging', share: 10 },
        { heading: 'Reden', share: 16 },
        { heading: 'Toelichting', share: 25 },
        { heading: 'Vastgelegd', share: 15 },
        { heading: 'Beslissing', share: 26 },
        { heading: 'Euro', share: 8, align: 'right' },
      ],
      rows: objections.map(({ clearance_id, reason, note, state, amount_cents, filed_at, ...decision }) => [
        `Nr. ${numberOf.get(clearance_id) ?? '–'}`,
        objectionReasonNames[reason],
        note === '' ? '–' : note,
        shortDay(filed_at),
        decisionWords(state, decision),
        amountOrDash(amount_cents),
      ]),
    },
  ]
}

function containerBlocks({ containers }: DossierFacts): PdfBlock[] {
  if (containers.length === 0) return []
  return [
    heading('Containers'),
    {
      caption: 'Containers van dit adres, en gedeelde containers die zijn gebruikt',
      columns: [
        { heading: 'Nummer', share: 16 },
        { heading: 'Wat', share: 40 },
        { heading: 'Chip', share: 22 },
        { heading: 'Geplaatst', share: 13 },
        { heading: 'Weggehaald', share: 13 },
      ],
      rows: containers.map((container) => [
        container.number,
        liftedWords(container),
        orDash(container.chip_number),
        shortDay(container.placed_on),
        dayOrDash(container.removed_on),
      ]),
    },
  ]
}

function movedDayBlocks({ moved_days }: DossierFacts): PdfBlock[] {
  if (moved_days.length === 0) return []
  return [
    heading('Verschoven ophaaldagen'),
    {
      caption: 'Dagen waarop op een andere dag is opgehaald dan gepland',
      columns: [
        { heading: 'Afval', share: 40 },
        { heading: 'Gepland op', share: 30 },
        { heading: 'Opgehaald op', share: 30 },
      ],
      rows: moved_days.map(({ waste_type, planned_on, collected_on }) => [
        wasteStreamNames[waste_type],
        dayWithYear(planned_on),
        dayWithYear(collected_on),
      ]),
    },
  ]
}

function fileBlocks({ files }: DossierFacts): PdfBlock[] {
  if (files.length === 0) return []
  return [
    heading('Bestanden van de inzamelaar'),
    {
      caption: 'De bestanden waarin de ledigingen staan',
      columns: [
        { heading: 'Bestand', share: 10 },
        { heading: 'Naam', share: 40 },
        { heading: 'Controlegetal (SHA-256)', share: 50 },
      ],
      rows: files.map(({ number, name, sha256 }) => [String(number), name, sha256 ?? 'onbekend']),
    },
  ]
}
