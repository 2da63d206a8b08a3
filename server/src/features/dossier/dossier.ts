// Reasons: docs/dossier.md

import {
  type Address,
  ApiError,
  addressLine,
  type DossierFormat,
  defaultLetterSender,
  dossierFormats,
  type makeBillLetter,
  type makeBillMail,
  type makeDossier,
  type Purpose,
} from '@rd4-loket/contract'
import { findSubjectKey } from '../../domain/access-log/access-log.queries.ts'
import { hasBegun } from '../../domain/bill/calculate-bill.ts'
import { type FoundBill, findBill, findLoggedBill } from '../../domain/bill/find-bill.ts'
import { notBegunText } from '../../domain/bill/spoken.ts'
import { findLetterSender } from '../../domain/places/letter-senders.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Call } from '../../platform/http/answer.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import type { Download } from '../../platform/http/downloads.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findClearanceSources } from './dossier.queries.ts'
import { dossierCsv } from './dossier-csv.ts'
import { type DossierFacts, dossierFacts } from './dossier-facts.ts'
import { dossierJson } from './dossier-json.ts'
import { type DossierMark, markOf, seal } from './dossier-mark.ts'
import { type LetterFacts, letterMail } from './letter-words.ts'

/** The settings of a dossier and a letter. */
export type DossierSettings = { letterhead: string[]; keep_months: { schemes: number } }

const factsOf = async (db: Db, found: FoundBill, purpose: Purpose) =>
  dossierFacts(
    found,
    await findClearanceSources(db, found.facts.address_id, found.facts.year),
    purpose === 'aanslag_bezwaar' ? 'all_households' : 'current_household',
  )

/** Returns the facts of a dossier as they are now; undefined for an unknown address. Does not log the access. */
export async function findDossierFacts(
  db: Db,
  { alias, year, purpose, scheme_months }: Pick<DossierMark, 'alias' | 'year' | 'purpose'> & { scheme_months: number },
) {
  const found = await findBill(db, { alias, year, purpose, scheme_months, employee_id: 0 })
  return found && factsOf(db, found, purpose)
}

/** Returns the bill for a file. Throws 404 for an unknown address, and for a year that has not begun. */
async function findBegunBill(access: LoggedAccess, request: Parameters<typeof findLoggedBill>[1]) {
  const found = (await findLoggedBill(access, request)) ?? notFound('Dit adres bestaat niet')
  return hasBegun(found.facts) ? found : notFound(notBegunText(found.facts.year))
}

const fileName = (kind: string, { year, address }: { year: number; address: Address }, extension: string) =>
  `${[kind, year, addressLine(address), address.object_code].filter((it) => it !== null).join(' ')}.${extension}`

// The modules for PDF use much memory, so they are loaded when a PDF is made, and not by other commands and calls.
const writers: Record<
  DossierFormat,
  (facts: DossierFacts, mark: DossierMark, letterhead: string[]) => Buffer | Promise<Buffer>
> = {
  pdf: async (...dossier) => (await import('./dossier-pdf.ts')).dossierPdf(...dossier),
  csv: dossierCsv,
  json: dossierJson,
}

/** Returns the dossier of a bill, for the purpose of the call. Throws 404 when `findBegunBill` does. */
export async function dossierFile(
  { access, employee, params, query: { year, format } }: Call<typeof makeDossier>,
  { letterhead }: DossierSettings,
): Promise<Download> {
  const { transaction, purpose } = access
  const found = await findBegunBill(access, { ...params, year, employee_id: employee.id })
  const facts = await factsOf(transaction, found, purpose)
  const key = await findSubjectKey(transaction)
  return {
    name: fileName('dossier', found.facts, format),
    type: dossierFormats[format],
    build: async () => seal(await writers[format](facts, markOf(facts, purpose), letterhead), key),
  }
}

/**
 * Returns what a letter about a bill says to the household that lives at the address. Throws 404 when `findBegunBill`
 * does. Throws 409 when nobody lives there now, or when that household was not liable in the year.
 */
async function findLetterFacts(
  { access, employee, params, query: { year } }: Call<typeof makeBillLetter> | Call<typeof makeBillMail>,
  { letterhead }: DossierSettings,
): Promise<{ letter: LetterFacts; found: FoundBill }> {
  const { transaction } = access
  // The letter is only about the household that receives it, even when the purpose of the call is an objection.
  const purpose = 'aanslag_vraag'
  const request = { ...params, year, employee_id: employee.id }
  const found = await findBegunBill({ ...access, purpose }, request)
  if (found.bill.periods.length === 0)
    throw new ApiError(409, `Wie nu op dit adres woont, heeft geen aanslag over ${year}. Daarom is er geen brief.`)
  const letter = {
    facts: await factsOf(transaction, found, purpose),
    spoken: found.bill.spoken.full,
    letterhead,
    sender: (await findLetterSender(transaction, found.facts.address.municipality.id)) ?? defaultLetterSender,
    employee: employee.name,
    today: found.facts.today,
  }
  return { letter, found }
}

/** Returns a letter about the bill of the household that lives at the address. Throws when `findLetterFacts` does. */
export async function billLetterFile(call: Call<typeof makeBillLetter>, settings: DossierSettings): Promise<Download> {
  const { letter, found } = await findLetterFacts(call, settings)
  return {
    name: fileName('brief aanslag', found.facts, 'pdf'),
    type: dossierFormats.pdf,
    build: async () => (await import('./bill-letter.ts')).billLetter(letter),
  }
}

/** Returns the text of a mail with the words of that letter. Throws when `findLetterFacts` does. */
export async function billMail(call: Call<typeof makeBillMail>, settings: DossierSettings) {
  return { text: letterMail((await findLetterFacts(call, settings)).letter) }
}
