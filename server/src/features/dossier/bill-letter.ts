import { amountText } from '@rd4-loket/contract'
import { makePdf, type PdfBlock } from '../../platform/files/pdf/pdf.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { type LetterFacts, letterWords } from './letter-words.ts'
import { chargedWords, quantityWords } from './words.ts'

type Line = DossierFacts['periods'][number]['lines'][number]

/** More lines than this do not fit on one page with the texts around them. */
const maxLines = 8

/** Returns a row for each line, or for each kind of charge when there are too many lines for a page. */
function rowsOf(lines: Line[]): string[][] {
  const groups = lines.length <= maxLines ? lines.map((line) => [line]) : [...Map.groupBy(lines, chargedWords).values()]
  return groups.map((group) => {
    const [first] = group as [Line]
    const unit = group.length === 1 ? first.unit_cents : null
    return [
      chargedWords(first),
      group.length === 1 ? quantityWords(first) : String(group.reduce((sum, { count }) => sum + count, 0)),
      unit === null ? 'verschilt' : amountText(unit),
      amountText(group.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
    ]
  })
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
    {
      caption: `De opbouw van uw aanslag ${facts.year}`,
      columns: [
        { heading: 'Wat', share: 52 },
        { heading: 'Aantal', share: 12, align: 'right' },
        { heading: 'Prijs in euro', share: 18, align: 'right' },
        { heading: 'Bedrag in euro', share: 18, align: 'right' },
      ],
      rows: rowsOf(facts.periods.flatMap(({ lines }) => lines)),
      total: ['Samen', '', '', amountText(facts.total_cents)],
    },
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
