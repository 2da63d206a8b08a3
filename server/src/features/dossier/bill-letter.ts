import { type AppliedRule, amountText, euroText } from '@rd4-loket/contract'
import { sumOf } from '../../domain/bill/sums.ts'
import { makePdf, type PdfBlock } from '../../platform/files/pdf/pdf.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { type LetterFacts, letterWords } from './letter-words.ts'
import { chargedWords, imposedTable, kilogramWords, priceWords, quantityWords, ruleOfLine } from './words.ts'

type YearPart = DossierFacts['periods'][number]
/** A line, with the rule that made it. */
type Line = { line: YearPart['lines'][number]; rule: AppliedRule | undefined }

/** More lines than this do not fit on one page with the texts around them. */
const maxLines = 8

const linesOf = (periods: YearPart[]): Line[] =>
  periods.flatMap(({ lines, rules }) => lines.map((line) => ({ line, rule: ruleOfLine(line, rules) })))

/** Returns the quantity of lines of one charge: of a weight its kilograms, which are what has a price. */
function quantityOf(lines: Line['line'][]) {
  const [line] = lines as [Line['line']]
  if (line.charge === 'weight') return kilogramWords(sumOf(lines, ({ weight_kg }) => weight_kg ?? 0))
  return lines.length === 1 ? quantityWords(line) : String(sumOf(lines, ({ count }) => count))
}

/** Returns a row for each line, or for each kind of charge when there are too many lines for a page. */
function rowsOf(lines: Line[], isLong: boolean): string[][] {
  const groups = isLong
    ? [...Map.groupBy(lines, ({ line, rule }) => `${chargedWords(line, rule)} ${rule?.id ?? ''}`).values()]
    : lines.map((line) => [line])
  return groups.map((group) => {
    const [{ line, rule }] = group as [Line]
    return [
      chargedWords(line, rule),
      quantityOf(group.map((it) => it.line)),
      priceWords(group.length === 1 || rule ? line : { ...line, unit_cents: null }, rule),
      amountText(sumOf(group, (it) => it.line.amount_cents)),
    ]
  })
}

/** Returns a table for each year of the bill: the lifts of the year before can stand on it. Or what was imposed. */
function tablesOf({ year, periods, total_cents }: DossierFacts): PdfBlock[] {
  if (total_cents === null) return periods.flatMap(({ assessment }) => (assessment ? [imposedTable(assessment)] : []))
  const years = Map.groupBy(periods, ({ from }) => Number(from.slice(0, 4)))
  const isLong = linesOf(periods).length > (years.size > 1 ? maxLines - 3 : maxLines)
  const tables = [...years].map(([of, parts]): PdfBlock => {
    const cents = sumOf(parts, ({ amount_cents }) => amount_cents ?? 0)
    return {
      caption: of === year ? `De opbouw van uw aanslag ${year}` : `De ledigingen van ${of} op uw aanslag ${year}`,
      columns: [
        { heading: 'Wat', share: 52 },
        { heading: 'Aantal', share: 12, align: 'right' },
        { heading: 'Prijs in euro', share: 18, align: 'right' },
        { heading: 'Bedrag in euro', share: 18, align: 'right' },
      ],
      rows: rowsOf(linesOf(parts), isLong),
      total: ['Samen', '', '', amountText(years.size > 1 ? cents : total_cents)],
    }
  })
  return years.size > 1
    ? [...tables, { text: `Samen over ${[...years.keys()].join(' en ')}: ${euroText(total_cents)}`, style: 'strong' }]
    : tables
}

const textBlocks = (...texts: string[]): PdfBlock[] => texts.filter(Boolean).map((text) => ({ text }))

/**
 * Returns a letter of one page that explains the bill to the household that lives at the address. `facts` and `spoken`
 * are about that household only.
 */
export function billLetter(letter: LetterFacts) {
  const { facts, letterhead, today } = letter
  const { title, to, references, opening, state, closing, contact, signature } = letterWords(letter)
  const blocks: PdfBlock[] = [
    { text: to },
    { text: references.join(' · '), style: 'small' },
    { heading: title, level: 1 },
    ...textBlocks(...opening),
    ...tablesOf(facts),
    ...textBlocks(state, closing, contact.join(' · '), signature.join('\n')),
  ]
  return makePdf({
    title: `${title}, ${facts.address.line}`,
    subject: `${facts.address.line}, ${facts.address.town}`,
    author: letterhead[0] ?? '',
    created: new Date(`${today}T12:00:00Z`),
    letterhead,
    footer: title,
    mark: {},
    blocks,
  })
}
