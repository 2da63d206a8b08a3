import { amountText, euroText } from '@rd4-loket/contract'
import { makePdf, type PdfBlock } from '../../platform/files/pdf/pdf.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { chargedWords, differenceWords, longDay, quantityWords } from './words.ts'

type Line = DossierFacts['periods'][number]['lines'][number]

/** More lines than this do not fit on one page with the texts around them. */
const maxLines = 14

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

function objectionWords({ objections }: DossierFacts) {
  const open = objections.filter(({ state }) => state === 'open').length
  if (open === 0) return []
  const lifts = open === 1 ? '1 lediging' : `${open} ledigingen`
  return [{ text: `Tegen ${lifts} is een bezwaar ingediend. Daarover is nog niet beslist.` }]
}

/**
 * Returns a letter of one page that explains the bill to the household that lives at the address. `facts` and `spoken`
 * are about that household only.
 */
export function billLetter(facts: DossierFacts, spoken: string, letterhead: string[]) {
  const { address, year, periods, delivered_until } = facts
  const title = `Uw aanslag afvalstoffenheffing ${year}`
  const lines = periods.flatMap((period) => period.lines)
  const assessment = periods.at(-1)?.assessment
  const blocks: PdfBlock[] = [
    { text: `Aan de bewoners van\n${address.line}\n${address.town}` },
    { heading: title, level: 1 },
    ...(address.object_code === null ? [] : [{ text: `Objectcode ${address.object_code}`, style: 'small' } as const]),
    { text: 'Beste bewoner,' },
    { text: `U wilt weten hoe uw aanslag van ${year} is opgebouwd. Dat leggen wij u in deze brief uit.` },
    { text: spoken },
    {
      caption: `De opbouw van uw aanslag ${year}`,
      columns: [
        { heading: 'Wat', share: 52 },
        { heading: 'Aantal', share: 12, align: 'right' },
        { heading: 'Prijs in euro', share: 18, align: 'right' },
        { heading: 'Bedrag in euro', share: 18, align: 'right' },
      ],
      rows: rowsOf(lines),
      total: ['Samen', '', '', amountText(facts.total_cents)],
    },
    ...(assessment
      ? [
          {
            text: `Op uw aanslag met nummer ${assessment.number} staat ${euroText(assessment.amount_cents)}. ${differenceWords(assessment)}`,
          },
        ]
      : []),
    ...objectionWords(facts),
    ...(delivered_until === null
      ? []
      : [{ text: `De inzamelaar heeft de ledigingen doorgegeven tot en met ${longDay(delivered_until)}.` }]),
    {
      text: 'Klopt er volgens u een lediging niet? Neem dan contact met ons op. Wij zoeken voor u uit wanneer de container is geleegd, en leggen uw bezwaar vast.',
    },
    { text: `Met vriendelijke groet,\n${letterhead[0] ?? ''}` },
  ]
  return makePdf({
    title: `${title}, ${address.line}`,
    subject: `${address.line}, ${address.town}`,
    author: letterhead[0] ?? '',
    created: new Date(`${delivered_until ?? `${year}-12-31`}T12:00:00Z`),
    letterhead,
    footer: title,
    mark: {},
    blocks,
  })
}
