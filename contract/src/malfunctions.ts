import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Malfunction, RecordedMalfunction } from './equipment.ts'
import { Alias, AliasInPath, chosenNumber, DayInput, Email, Moment, NumberInPath, OfMunicipality } from './fields.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

const ContainerNumber = chosenNumber('Kies een container')

const MalfunctionInput = {
  malfunction: Malfunction,
  note: ofLines(z._default(z.string().check(z.trim(), z.maxLength(200)), '')),
  /** The day on which the malfunction is expected to end. Absent when nobody knows. */
  expected_end: z.nullish(DayInput),
}

export const recordMalfunction = endpoint('POST /counter/collection-system/:alias/malfunctions', {
  summary: 'Legt een storing van een container van een verzamelsysteem vast',
  access: 'bsgw_employee',
  conflict: 'Van deze container is al een andere storing vastgelegd',
  params: z.strictObject({ alias: AliasInPath }),
  body: z.strictObject({
    container_id: ContainerNumber,
    ...MalfunctionInput,
  }),
  data: RecordedMalfunction,
})

/** Returns why a malfunction may not be changed. */
export const mayChangeMalfunction = (of: { closed_at: unknown }): Refusal =>
  of.closed_at === null ? undefined : 'Deze storing is al opgelost. Meld zo nodig een nieuwe storing.'

export const changeMalfunction = endpoint('PUT /counter/malfunctions/:malfunction_id', {
  summary: 'Wijzigt de oorzaak, de toelichting of de verwachte dag van een storing die nog niet is opgelost',
  access: 'bsgw_employee',
  conflict: 'De storing is al opgelost',
  params: z.strictObject({ malfunction_id: NumberInPath }),
  body: z.strictObject(MalfunctionInput),
  data: RecordedMalfunction,
})

export const closeMalfunction = endpoint('POST /counter/malfunctions/:malfunction_id/close', {
  summary: 'Legt vast dat een storing is opgelost',
  access: 'bsgw_employee',
  params: z.strictObject({ malfunction_id: NumberInPath }),
  data: RecordedMalfunction,
})

/** A malfunction at a collection system, recorded by an employee or reported by the container itself. */
export const ListedMalfunction = z.object({
  collection_system: z.object({ alias: Alias, name: z.string(), municipality: Municipality }),
  container_number: z.string(),
  waste_type: WasteStream,
  malfunction: Malfunction,
  since: Moment,
  /** Null when the container itself reported the malfunction. */
  recorded: z.nullable(RecordedMalfunction),
})
export type ListedMalfunction = z.infer<typeof ListedMalfunction>

/** Maximum length of the list of malfunctions. `total` counts all open malfunctions. */
export const maxListedMalfunctions = 100

export const listMalfunctions = endpoint('GET /counter/malfunctions', {
  summary: 'Geeft de storingen van verzamelsystemen die nog niet zijn opgelost, de nieuwste eerst; ten hoogste honderd',
  access: 'employees',
  municipality: 'own_unless_provider',
  data: z.array(ListedMalfunction),
  meta: z.object({ total: z.number() }),
})

export const listSystemMalfunctions = endpoint('GET /counter/collection-system/:alias/malfunctions', {
  summary: 'Geeft de opgeloste storingen van een verzamelsysteem die medewerkers vastlegden, de laatste twintig',
  access: 'bsgw_employee',
  params: z.strictObject({ alias: AliasInPath }),
  data: z.array(ListedMalfunction),
})

/** Where a municipality gets a mail about its malfunctions. Null: it gets none. */
const MalfunctionMail = z.object({ recipient: z.nullable(z.string()) })

export const showMalfunctionMail = endpoint('GET /counter/settings/municipalities/:municipality_id/malfunction-mail', {
  summary: 'Geeft het adres van een gemeente dat een bericht krijgt bij een storing',
  access: 'municipal_employee',
  municipality: 'own',
  params: OfMunicipality,
  data: MalfunctionMail,
})

export const saveMalfunctionMail = endpoint('PUT /counter/settings/municipalities/:municipality_id/malfunction-mail', {
  summary: 'Legt vast welk adres van een gemeente een bericht krijgt bij een storing; zonder adres is er geen bericht',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: z.strictObject({ recipient: z.nullable(Email) }),
  data: MalfunctionMail,
})
