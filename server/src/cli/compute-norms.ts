import { findClearanceYears } from '../domain/bill/norms.queries.ts'
import { computeNormsIn } from '../domain/bill/norms.ts'
import { findMunicipalities } from '../domain/places/municipalities.queries.ts'
import type { Command } from '../platform/runtime/command.ts'

/** Computes the norms of all municipalities and years again. */
export const computeAllNorms: Command = {
  name: 'compute norms',
  summary: 'rekent uit wat huishoudens gewoonlijk laten legen, per gemeente en jaar',
  database: 'existing',
  explanation: `Een aanslag wordt vergeleken met die van huishoudens in dezelfde gemeente, met hetzelfde inzamelmiddel en even
groot (één persoon of meer). Een norm telt alleen huishoudens die het hele jaar op het adres woonden, en minstens twintig.
Na het inlezen van ledigingen, bewoningen of tarieven gebeurt dit vanzelf voor de gemeenten en jaren die daardoor
veranderen. Deze opdracht is nodig na een wijziging buiten de import om.`,
  run: async ({ openDatabase, onProgress, signal }) => {
    const { db } = await openDatabase()
    const municipality_ids = (await findMunicipalities(db)).map(({ id }) => id)
    const years = await findClearanceYears(db)
    const lines: string[] = []
    const onYear = (year: number, norms: number) => {
      signal.throwIfAborted()
      lines.push(`${year}: ${norms.toLocaleString('nl')} normen`)
      onProgress({ task: 'Normen uitrekenen', part: lines.length / years.length, detail: `${year}` })
    }
    await computeNormsIn(db, { municipality_ids, years, onYear })
    return lines.join('\n') || 'Er zijn nog geen ledigingen, dus geen normen.'
  },
}
