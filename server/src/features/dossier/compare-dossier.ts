// Reasons: docs/dossier.md

import { findSubjectKey } from '../../domain/access-log/access-log.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type DossierSettings, findDossierFacts } from './dossier.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { type DossierMark, markOf, readMark } from './dossier-mark.ts'

/** A dossier that this portal made, with the facts and the mark that it would get now. */
type Compared = { mark: DossierMark; facts: DossierFacts; now: DossierMark }

/** The outcome for anyone, with details for an operator: the compared facts, or why they were not compared. */
type DossierComparison =
  | { outcome: 'changed'; found: 'none' | 'changed' }
  | { outcome: 'outdated'; found: 'other_version' | 'unknown_address' }
  | { outcome: 'unchanged' | 'outdated'; found: Compared }

/**
 * Compares a file with its seal, and its facts with the database. Does not log an access: the caller shows no facts, or
 * has access to the whole database.
 */
export async function compareDossier(
  db: Db,
  file: Buffer,
  { schemes }: DossierSettings['keep_months'],
): Promise<DossierComparison> {
  const mark = readMark(file, await findSubjectKey(db))
  if (mark === 'none' || mark === 'changed') return { outcome: 'changed', found: mark }
  if (mark === 'other_version') return { outcome: 'outdated', found: mark }
  const facts = await findDossierFacts(db, { ...mark, scheme_months: schemes })
  if (!facts) return { outcome: 'outdated', found: 'unknown_address' }
  const now = markOf(facts, mark.purpose)
  return { outcome: now.sha256 === mark.sha256 ? 'unchanged' : 'outdated', found: { mark, facts, now } }
}
