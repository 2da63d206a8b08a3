import { collectInterpretations, type Interpretation, withoutPostalCode, withPostalCode } from './interpretations.ts'
import { normalizeLine, separateNumber } from './line-parts.ts'

/**
 * Returns interpretations that are tried only when the interpretations of `interpretLine` have no exact result:
 * 1. the line has words that are no part of an address: `Akerstraat nr. 220 in Hoensbroek`;
 * 2. four digits are those of the postal code: `6431 Akerstraat 220`, `Akerstraat 220, 6431 Hoensbroek`;
 * 3. the first words of the street are behind it: `Omloop, De 3`, `Hendriklaan (Prins) 5`;
 * 4. as 2, without the digits;
 * 5. the town has its municipality or province behind it: `Hoofdstraat 33 Zuidwolde (Drenthe)`.
 */
export const interpretLoosely = (typed: string): Interpretation[] =>
  collectInterpretations(looseInterpretations(separateNumber(normalizeLine(typed))))

/** Removes `nr.` or `nummer` before a number, and `in` or `te` between a number and a town. */
const withoutSpokenWords = (line: string) =>
  line
    .replace(/(?<=[ ,])(huisnummer|nummer|nr|no)[.:]? ?(?=\d)/iu, '')
    .replace(/(?<=\d[^ ]*(?: [^ ]{1,3})?,?) (in|te) (?=\p{L}|\d{1,2}(?:e|de|ste) )/iu, ', ')

function* looseInterpretations(typed: string): Generator<Interpretation> {
  const line = withoutSpokenWords(typed)
  if (line !== typed) yield* withPostalCode(line)
  const withDigits = [...line.matchAll(/(?<![\p{L}\p{N}-])[1-9]\d{3}(?![\p{L}\p{N}-])/gu)].slice(0, 2).map((found) => ({
    postal_digits: found[0],
    isFirst: found.index === 0,
    rest: [...withoutPostalCode(`${line.slice(0, found.index)}, ${line.slice(found.index + 4)}`)].filter(
      ({ street, house_number }) => street && house_number,
    ),
  }))
  for (const { postal_digits, rest } of withDigits)
    for (const interpretation of rest) yield { ...interpretation, postal_digits }
  const moved = withFirstWordsFirst(line)
  if (moved) yield* withoutPostalCode(moved)
  // Behind a street without a town, the digits can be a house number: `Akerstraat 1180 2`.
  for (const { isFirst, rest } of withDigits)
    for (const interpretation of rest) if (isFirst || interpretation.town) yield { ...interpretation, partial: true }
  const shorter = withoutRegion(line)
  if (shorter !== line)
    for (const interpretation of withoutPostalCode(shorter))
      if (interpretation.street && interpretation.town) yield { ...interpretation, partial: true }
}

/** Removes a municipality or province behind a town: `Zuidwolde (Drenthe)`, `Zuidwolde Dr`. */
const withoutRegion = (line: string) =>
  line
    .replace(/[ ,]+(gemeente|gem\.?) [^,\d]+,?$/iu, '')
    .replace(/[ ,]+(gn|gr|dr|fr|fl|ov|gld|gd|ut|nh|zh|zld|zl|nb|lb|l)\.?,?$/iu, '')
    .replace(/,[^,\d]+,?$/u, '')

/** `Omloop, De 3, Heerlen` → `De Omloop 3, Heerlen`; undefined when no words are behind the street. */
function withFirstWordsFirst(line: string): string | undefined {
  const [, street, words, rest = ''] =
    /^([^,]+?) ?, ?([^,\d]+?) ?(?:, ?)?(\d.*)$/u.exec(line) ??
    /^([^,\d]+?) ?, ?([^,\d]+?) ?(,.*)?$/u.exec(line) ??
    /^([^,\d]+) (de|het|den|['’]?[st])()$/iu.exec(line) ??
    /^([^,\d]+) (de|het|den|['’]?[st]) (\d.*)$/iu.exec(line) ??
    []
  return street && words ? `${words} ${street} ${rest}`.trim() : undefined
}
