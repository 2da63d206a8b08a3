import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOf, OfMunicipality } from './fields.ts'
import { maxPassAffixes, PassForm, passCharacterNames, passNumberLengths } from './pass-number.ts'

const Length = z.int().check(z.minimum(passNumberLengths.min), z.maximum(passNumberLengths.max))

/** What readers type before or after a number. Dashes and spaces are never part of a number, so they are no affix. */
const Affixes = z.array(z.string().check(z.trim(), z.toUpperCase())).check(
  z.maxLength(maxPassAffixes, `Vul er ten hoogste ${maxPassAffixes} in`),
  z.refine(
    (affixes) => affixes.every((affix) => /^[!-,.-~]{1,5}$/.test(affix)),
    'Vul tekens van de lezer in: 1 tot 5 bij elkaar, zonder streepje',
  ),
)

/** Whether all characters of an affix can be characters of a number. Then only an exact length tells them apart. */
const isLikeNumber = (affix: string, characters: unknown) =>
  (characters === 'digits' ? /^\d+$/ : /^[A-Z0-9]+$/).test(affix)

const hasDistinctAffixes = (name: 'prefixes' | 'suffixes') =>
  z.refine<PassForm>(
    ({ characters, min_length, max_length, [name]: affixes }) =>
      min_length === max_length || !affixes.some((affix) => isLikeNumber(affix, characters)),
    { message: 'Deze tekens kunnen ook bij een pasnummer horen. Kies één lengte.', path: [name] },
  )

/** The form of a municipality's pass numbers, and the number of its active passes that do not have this form. */
const StoredPassForm = z.object({ ...PassForm.shape, other_passes: z.number() })

export const showPassForm = endpoint('GET /counter/settings/municipalities/:municipality_id/pass-form', {
  summary: 'Geeft welke vorm de pasnummers van een gemeente hebben',
  access: 'municipal_employee',
  municipality: 'own',
  params: OfMunicipality,
  data: StoredPassForm,
})

export const savePassForm = endpoint('PUT /counter/settings/municipalities/:municipality_id/pass-form', {
  summary: 'Legt vast welke vorm de pasnummers van een gemeente hebben',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: z
    .strictObject({
      characters: enumOf(passCharacterNames),
      min_length: Length,
      max_length: Length,
      prefixes: Affixes,
      suffixes: Affixes,
    })
    .check(
      z.refine(({ min_length, max_length }) => min_length <= max_length, {
        message: 'Dit is kleiner dan het kleinste aantal',
        path: ['max_length'],
      }),
      hasDistinctAffixes('prefixes'),
      hasDistinctAffixes('suffixes'),
    ),
  data: StoredPassForm,
})
