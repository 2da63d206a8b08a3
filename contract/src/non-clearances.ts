import * as z from 'zod/mini'
import { ClearancePeriod, DeliveredClearances } from './clearances.ts'
import { endpoint } from './endpoint.ts'
import { AliasInPath, enumOf, Moment } from './fields.ts'
import { billPurposes } from './purposes.ts'
import { WasteStream, wasteStreamWords } from './waste-streams.ts'

/** The screen text of each reason of a crew not to empty a container or bag. The keys are external. */
export const nonClearanceReasonNames = {
  deksel_open: 'deksel open',
  te_zwaar: 'te zwaar',
  verkeerde_container: 'verkeerde container',
  vervuild_gft: 'verkeerd afval erin',
  te_laat: 'te laat buiten',
  obstakel: 'iets in de weg',
  chip_defect: 'chip defect',
  chip_onbekend: 'chip onbekend',
}

/** Why the crew did not empty a container or bag. */
export const NonClearanceReason = enumOf(nonClearanceReasonNames)
export type NonClearanceReason = z.infer<typeof NonClearanceReason>

/**
 * What an employee reads aloud about each reason. `{afvalstroom}` is the stream of the day, and `{uur}` the hour before
 * which a container must be outside.
 */
export const nonClearanceTexts: Record<NonClearanceReason, string> = {
  deksel_open:
    'Het deksel van uw container stond open. Daarom is hij niet geleegd. Zet hem voortaan met het deksel dicht buiten.',
  te_zwaar: 'Uw container was te zwaar. Hij mag niet meer dan 80 kilo wegen. Haal er eerst iets uit.',
  verkeerde_container:
    'U zette een andere container buiten dan op de kalender staat. Die dag was {afvalstroom} aan de beurt.',
  vervuild_gft: 'Er zat afval in dat er niet in hoort. Haal dat eruit. Bied de rest daarna opnieuw aan.',
  te_laat: 'Uw container stond nog niet buiten toen de wagen kwam. Zet hem vóór {uur} uur buiten, of de avond ervoor.',
  obstakel: 'De wagen kon niet bij uw container komen. Er stond iets in de weg. Zorg dat uw container vrij staat.',
  chip_defect: 'De chip in uw container werkt niet. Daardoor is hij niet geleegd. Ik geef dit door aan de inzamelaar.',
  chip_onbekend:
    'De chip in uw container hoort niet bij uw adres. Daarom is hij niet geleegd. Ik geef dit door aan de inzamelaar.',
}

/** The hours before which a container, and a bag, must be outside in a municipality. */
export const StartHours = z.object({ container: z.number(), bag: z.number() })
export type StartHours = z.infer<typeof StartHours>

/** The hours of a municipality that has set none. */
export const collectionStart: StartHours = { container: 7, bag: 8 }

const bagStreams: readonly WasteStream[] = ['pmd', 'best_bag']

/** Returns the hour before which a container, or a bag, of a stream must be outside. */
export const startHour = (waste_type: WasteStream, start: StartHours) =>
  bagStreams.includes(waste_type) ? start.bag : start.container

/**
 * Returns the Dutch text that an employee reads aloud about a non-clearance. `start`: the hours that its municipality
 * has set.
 */
export const nonClearanceText = (
  { reason, waste_type }: Pick<NonClearance, 'reason' | 'waste_type'>,
  start: StartHours | null | undefined,
) =>
  nonClearanceTexts[reason]
    .replace('{afvalstroom}', wasteStreamWords[waste_type])
    .replace('{uur}', `${startHour(waste_type, start ?? collectionStart)}`)

/** A container or bag that the crew did not empty. It has no amount: it is never counted and never billed. */
export const NonClearance = z.object({
  id: z.number(),
  happened_at: Moment,
  waste_type: WasteStream,
  /** Null for a bag, for an unknown chip, and for a container of another stream. */
  equipment_id: z.nullable(z.number()),
  reason: NonClearanceReason,
})
export type NonClearance = z.infer<typeof NonClearance>

export const listNonClearances = endpoint('GET /counter/addresses/:alias/non-clearances', {
  summary: 'Geeft wat bij een adres niet geleegd is, en waarom: het meest recente, of dat van een jaar',
  access: 'bsgw_employee',
  personal: { action: 'list_non_clearances', purposes: billPurposes },
  params: z.strictObject({ alias: AliasInPath }),
  query: ClearancePeriod,
  data: z.array(NonClearance),
  /** `delivered`: the streams of which the municipality ever got reasons. `start`: the hours that it has set. */
  meta: z.object({ delivered: DeliveredClearances, start: z.nullable(StartHours) }),
})

/** The Dutch words for a day or a row of a list: `niet geleegd: te zwaar`. */
export const notEmptiedText = ({ reason }: Pick<NonClearance, 'reason'>) =>
  `niet geleegd: ${nonClearanceReasonNames[reason]}`
