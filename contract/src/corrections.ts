// Reasons: docs/corrections.md

import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { euroText } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { EquipmentKind } from './equipment.ts'
import {
  CollectionAreaId,
  chosenNumber,
  DayInput,
  enumOf,
  Moment,
  MunicipalityId,
  NumberInPath,
  requiredText,
} from './fields.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { mayUndo } from './undo.ts'
import { WasteStream } from './waste-streams.ts'

/** The maximum number of lifts in one correction, and of days in a selection without a file. */
export const maxCorrectedLifts = 200_000
export const maxSelectedDays = 31

/** The number of lifts that an employee checks by eye. */
export const correctionSamples = 20

const tooLong = `Kies ten hoogste ${maxSelectedDays} dagen`
const daysOf = ({ from = '', to = '' }: { from?: string | undefined; to?: string | undefined }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Which lifts a correction is about: those of a delivered file, or of at most 31 days, narrowed by the other fields. */
export const CorrectionSelection = z
  .strictObject({
    batch_id: z.optional(chosenNumber('Kies een bestand')),
    from: z.optional(DayInput),
    to: z.optional(DayInput),
    municipality_id: z.optional(MunicipalityId),
    collection_area_id: z.optional(CollectionAreaId),
    /** The exact name of the street, in any case. */
    street: z.optional(requiredText(80)),
    waste_type: z.optional(WasteStream),
    kind: z.optional(EquipmentKind),
    /** The start of the supplier's key of a lift. */
    supplier_key: z.optional(requiredText(64)),
  })
  .check(
    z.refine(({ batch_id, from }) => batch_id !== undefined || from !== undefined, {
      message: 'Kies een bestand, of een periode',
      path: ['from'],
    }),
    z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
      message: 'Vul beide dagen in',
      path: ['to'],
    }),
    z.refine((it) => !(daysOf(it) < 1), { message: 'De laatste dag ligt voor de eerste', path: ['to'] }),
    z.refine((it) => !(daysOf(it) > maxSelectedDays), { message: tooLong, path: ['to'] }),
  )
export type CorrectionSelection = z.infer<typeof CorrectionSelection>

/** What a correction does. `cents`: what the lifts cost. */
const Counted = { lifts: z.number(), households: z.number(), cents: z.number() }

/** The lifts of a selection by what happens to them. */
export const CorrectionCounts = z.object({
  municipalities: z.array(z.object({ ...Municipality.shape, ...Counted })),
  /** Left out: given back already, or in another correction. */
  given_back: z.number(),
  /** Left out: on no bill. */
  unbilled: z.number(),
  /** Lifts with an open question or objection, which the correction upholds. */
  open: z.number(),
  /** Lifts of a household with an imposed assessment of the year. */
  assessed: z.number(),
})
export type CorrectionCounts = z.infer<typeof CorrectionCounts>

/** The totals of a correction. `credit_cents`: what the bills fall by; null while rules make that unknown. */
export const CorrectionTotals = z.object({
  ...Counted,
  credit_cents: z.nullable(z.number()),
  counts: CorrectionCounts,
})
export type CorrectionTotals = z.infer<typeof CorrectionTotals>

/** A lift of a correction, as an example. The same selection always gives the same lifts. */
export const CorrectionSample = z.object({
  clearance_id: z.number(),
  address: z.object({ alias: z.string(), line: z.string() }),
  cleared_at: Moment,
  waste_type: WasteStream,
  volume_litres: z.nullable(z.number()),
  container_number: z.nullable(z.string()),
  /** What the lift costs without the rules of the municipality. */
  cents: z.number(),
  /** What the bill falls by. Null: not computed yet, or not shown because a code of the household determines it. */
  credit_cents: z.nullable(z.number()),
})
export type CorrectionSample = z.infer<typeof CorrectionSample>

/** The screen text of each state of a correction. */
export const correctionStateNames = {
  preparing: 'Wordt voorbereid',
  ready: 'Wacht op goedkeuring',
  applied: 'Goedgekeurd',
  undone: 'Ongedaan gemaakt',
  dropped: 'Afgewezen',
}

const ByAt = z.nullable(z.object({ by: z.string(), at: Moment, is_own: z.boolean() }))

/** One decision about many lifts. `by` is the name of an employee, and `is_own` whether it is the caller. */
export const Correction = z.object({
  id: z.number(),
  state: enumOf(correctionStateNames),
  reason: z.string(),
  /** The selection in words. */
  selected: z.string(),
  /** The number of lifts at the proposal. Together with the totals, it shows how far the preparation is. */
  selected_lifts: z.number(),
  ...CorrectionTotals.shape,
  proposed: z.object({ by: z.string(), at: Moment, is_own: z.boolean() }),
  approved: ByAt,
  dropped: ByAt,
  drop_reason: z.nullable(z.string()),
  /** Who undid it, or proposed that. Null: nobody. */
  undo: ByAt,
  undo_reason: z.nullable(z.string()),
  undo_approved: ByAt,
  /** The seconds since the approval. Null while nobody approved it. */
  seconds_ago: z.nullable(z.number()),
  file_fetched_at: z.nullable(Moment),
  /**
   * The lifts that an undo leaves given back, because a colleague closed their written objection after the approval. When
   * the correction is undone: the lifts that its undo left given back.
   */
  kept_lifts: z.number(),
})
export type Correction = z.infer<typeof Correction>

type Decided = Pick<Correction, 'state' | 'proposed' | 'approved' | 'undo' | 'seconds_ago'>

/** Why the employee who proposed a correction, or its undo, does not approve it. */
export const ownCorrection = 'U hebt dit voorgesteld. Een collega keurt het goed.'
/** The totals that an employee saw are not those of the correction. */
export const changedCorrection = 'De bedragen zijn veranderd. Bekijk het voorstel opnieuw.'
/** A correction is ready for a lift that an employee wants to dispute or decide. */
export const correctionIsReady = 'Voor deze lediging ligt een correctie klaar.'

const isState = (state: Correction['state']) => `Deze correctie is al ${correctionStateNames[state].toLowerCase()}`

/** Returns why a correction may not be approved. Nobody approves their own proposal. */
export function mayApproveCorrection({ state, proposed, lifts }: Decided & { lifts: number }): Refusal {
  if (state === 'preparing') return 'Deze correctie wordt nog voorbereid'
  if (state !== 'ready') return isState(state)
  if (lifts === 0) return 'Er is geen lediging om terug te geven'
  return proposed.is_own ? ownCorrection : undefined
}

/** Returns why a proposal, or the proposal to undo a correction, may not be rejected. */
export const mayDropCorrection = ({ state, undo }: Pick<Decided, 'state' | 'undo'>): Refusal =>
  state === 'preparing' || state === 'ready' || (state === 'applied' && undo) ? undefined : isState(state)

/** Returns whether the employee may undo a correction alone: the approver, for five minutes. */
export const mayUndoAlone = ({ approved, seconds_ago }: Pick<Decided, 'approved' | 'seconds_ago'>) =>
  approved !== null && mayUndo({ is_own: approved.is_own, seconds_ago: seconds_ago ?? Infinity }) === undefined

/** Returns why nobody may undo a correction, or propose that. */
export function mayUndoCorrection({ state, undo }: Pick<Decided, 'state' | 'undo'>): Refusal {
  if (state !== 'applied') return state === 'undone' ? isState(state) : 'Deze correctie is niet goedgekeurd'
  return undo ? `${undo.by} heeft dit al voorgesteld` : undefined
}

/** Returns why the undo of a correction may not be approved. Nobody approves their own proposal. */
export function mayApproveUndo({ state, undo }: Pick<Decided, 'state' | 'undo'>): Refusal {
  if (state !== 'applied') return isState(state)
  if (!undo) return 'Niemand heeft voorgesteld om dit ongedaan te maken'
  return undo.is_own ? ownCorrection : undefined
}

/** The places in the text of a letter that differ per household. */
export type CorrectionLetter = { jaar: string; aantal: string; bedrag: string; reden: string }

/** Returns the Dutch text of a letter about a correction. The default has the names of the places in braces. */
export const correctionLetter = ({
  jaar = '{jaar}',
  aantal = '{aantal}',
  bedrag = '{bedrag}',
  reden = '{reden}',
}: Partial<CorrectionLetter> = {}) =>
  `Wij hebben uw aanslag over ${jaar} verbeterd. ${reden} ` +
  `Aantal ledigingen dat niet in rekening komt: ${aantal}. Uw aanslag wordt ${bedrag} lager.`

/** Returns that text with the values of one household. */
export const filledLetter = (of: { year: number; lifts: number; cents: number; reason: string }) =>
  correctionLetter({ jaar: `${of.year}`, aantal: `${of.lifts}`, bedrag: euroText(of.cents), reden: of.reason })

const Reason = ofLines(requiredText(200))
const ofCorrection = z.strictObject({ correction_id: NumberInPath })
const access = 'bsgw_employee'

export const previewCorrection = endpoint('POST /counter/corrections/preview', {
  summary: 'Geeft wat een correctie van de gekozen ledigingen zou doen, met twintig voorbeelden',
  access,
  personal: { action: 'preview_correction', purposes: ['aanslag_bezwaar'], several: true },
  body: z.strictObject({ selection: CorrectionSelection }),
  data: z.object({ ...CorrectionTotals.shape, samples: z.array(CorrectionSample) }),
})

export const proposeCorrection = endpoint('POST /counter/corrections', {
  summary: 'Stelt voor om de gekozen ledigingen niet in rekening te brengen; een collega keurt het goed',
  access,
  body: z.strictObject({ selection: CorrectionSelection, reason: Reason }),
  data: Correction,
})

/** What an employee chooses from for a selection: the newest delivered files, and the collection areas. */
export const CorrectionChoices = z.object({
  files: z.array(z.object({ id: z.number(), name: z.string(), loaded_at: Moment })),
  areas: z.array(z.object({ id: z.number(), municipality_id: z.number(), name: z.string() })),
})
export type CorrectionChoices = z.infer<typeof CorrectionChoices>

export const listCorrections = endpoint('GET /counter/corrections', {
  summary:
    'Geeft de correcties, de nieuwste eerst, en de geleverde bestanden en gebieden om uit te kiezen; ten hoogste honderd',
  access,
  data: z.array(Correction),
  meta: CorrectionChoices,
})

export const showCorrection = endpoint('GET /counter/corrections/:correction_id', {
  summary: 'Geeft een correctie met haar voortgang, haar bedragen en twintig voorbeelden',
  access,
  personal: { action: 'show_correction', purposes: ['aanslag_bezwaar'], several: true },
  params: ofCorrection,
  data: z.object({ ...Correction.shape, samples: z.array(CorrectionSample) }),
})

export const approveCorrection = endpoint('POST /counter/corrections/:correction_id/approval', {
  summary: 'Keurt een correctie goed met de bedragen die de medewerker zag; niet door wie haar voorstelde',
  access,
  conflict: 'De correctie is niet klaar, is al afgehandeld, of heeft andere bedragen',
  params: ofCorrection,
  /** The totals that the employee saw. `cents`: what the bills fall by. */
  body: z.strictObject({ lifts: z.int(), cents: z.int() }),
  data: Correction,
})

export const dropCorrection = endpoint('DELETE /counter/corrections/:correction_id', {
  summary: 'Wijst een voorstel voor een correctie af, of het voorstel om haar ongedaan te maken',
  access,
  conflict: 'De correctie is al afgehandeld',
  params: ofCorrection,
  body: z.strictObject({ reason: Reason }),
  data: Correction,
})

export const undoCorrection = endpoint('POST /counter/corrections/:correction_id/undo', {
  summary: 'Maakt een eigen goedkeuring ongedaan, of stelt na vijf minuten voor om dat te doen',
  access,
  conflict: 'De correctie is niet goedgekeurd, of een collega stelde dit al voor',
  params: ofCorrection,
  /** The reason may be empty within five minutes. */
  body: z.strictObject({ reason: ofLines(z._default(z.string().check(z.trim(), z.maxLength(200)), '')) }),
  data: Correction,
})

export const approveCorrectionUndo = endpoint('POST /counter/corrections/:correction_id/undo/approval', {
  summary: 'Maakt een correctie ongedaan die een collega ongedaan wil maken',
  access,
  conflict: 'Niemand stelde dit voor, of de correctie is al ongedaan gemaakt',
  params: ofCorrection,
  data: Correction,
})

export const fetchCorrectionFile = endpoint('GET /counter/corrections/:correction_id/file', {
  summary: 'Geeft per aanslag wat een goedgekeurde correctie teruggeeft, als CSV voor het belastingkantoor',
  access,
  conflict: 'De correctie is niet goedgekeurd',
  params: ofCorrection,
  download: ['text/csv'],
  data: z.string(),
})

export const showCorrectionLetter = endpoint('GET /counter/corrections/:correction_id/letter', {
  summary: 'Geeft de tekst voor een brief, met plaatsen voor jaar, aantal en bedrag',
  access,
  params: ofCorrection,
  data: z.object({ text: z.string() }),
})
