import { defaultPassForm, showMeta, wasteTypes } from '@rd4-loket/contract'
import { findLoadedKinds } from '../../domain/deliveries/deliveries.queries.ts'
import { findPassForms } from '../../domain/passes/pass-forms.queries.ts'
import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { findRollWords } from '../../domain/places/roll-words.queries.ts'
import { employeeOf } from '../../domain/sessions/employee.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'

/** The data that the portal needs for its first screen, in one call. */
export function metaRoutes(api: Api) {
  answer(api, showMeta, async ({ db, employee }) => {
    const forms = await findPassForms(db)
    const loaded = await findLoadedKinds(db)
    const words = await findRollWords(db)
    const municipalities = await findMunicipalities(db)
    return {
      user: employeeOf(employee),
      municipalities: municipalities.map((it) => ({
        ...it,
        pass_form: forms.get(it.id) ?? defaultPassForm,
        loaded: loaded.get(it.id) ?? [],
        roll_words: words.get(it.id),
      })),
      systems: await findCollectionSystemKinds(db),
      waste_types: wasteTypes,
    }
  })
}
