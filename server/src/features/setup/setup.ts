import { type Municipality, showSetup } from '@rd4-loket/contract'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { findSetupFacts } from './setup.queries.ts'
import { describeSetup } from './setup-parts.ts'

/** Returns the parts of the set-up of a municipality. */
export const findSetup = async (db: Db, { id, name }: Municipality, rules: ObjectionRules) =>
  describeSetup(await findSetupFacts(db, id), name, rules)

/** What a municipality has, and what it still misses. */
export function setupRoutes(api: Api, rules: ObjectionRules) {
  answer(api, showSetup, async ({ db, params, employee }) => {
    const id = await ownMunicipality(db, employee, params.municipality_id)
    const name = (await findMunicipalities(db)).find((municipality) => municipality.id === id)?.name ?? ''
    return findSetup(db, { id, name }, rules)
  })
}
