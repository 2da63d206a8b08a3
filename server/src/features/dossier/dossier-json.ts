import type { DossierFacts } from './dossier-facts.ts'
import { canonicalJson, type DossierMark, markText } from './dossier-mark.ts'
import { scopeWords } from './words.ts'

/** Returns a dossier for programs. The mark must be last, because only the last mark of a file is sealed. */
export const dossierJson = (facts: DossierFacts, mark: DossierMark) =>
  Buffer.from(
    `${canonicalJson(
      {
        description: `Dossier van de aanslag ${facts.year}, ${facts.address.line}, ${facts.address.town}. ${scopeWords(facts)}`,
        facts,
        // The SHA-256 of the canonical JSON (RFC 8785) of `facts`.
        facts_sha256: mark.sha256,
        mark: markText(mark),
      },
      2,
    )}\n`,
  )
