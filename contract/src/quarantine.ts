import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Alias, choice, Day, enumOf, Moment, NumberInPath } from './fields.ts'
import { PageMeta } from './paging.ts'
import { billPurposes } from './purposes.ts'
import { ofLines } from './readable-text.ts'
import type { Refusal } from './refusal.ts'
import { WasteStream } from './waste-streams.ts'

/** Why a clearance or a non-clearance is in quarantine: the stored code, and its text in Dutch. */
export const quarantineCauses = {
  fraction_unknown: 'de fractie is onbekend',
  reason_unknown: 'de reden is onbekend',
  container_unknown: 'het containernummer of de chip is onbekend',
  container_absent: 'de container stond er die dag niet',
  container_ambiguous: 'de chip zat die dag in meer dan één container',
  container_contradiction: 'het nummer en de chip zijn van verschillende containers',
  fraction_contradiction: 'de container is voor een andere afvalstroom',
  shared_contradiction: 'J of N past niet bij de container',
  address_unknown: 'het adres is onbekend',
  address_ambiguous: 'meer dan één adres leest zo',
  address_contradiction: 'de container of de objectcode hoort bij een ander adres',
}
export const QuarantineCause = enumOf(quarantineCauses)
export type QuarantineCause = z.infer<typeof QuarantineCause>

/** The screen text of each reason to leave lifts out of every bill. */
export const leftOutNames = {
  delivered_twice: 'Dubbel geleverd',
  test_round: 'Testrit',
  no_resident: 'Geen inwoner',
  untraceable: 'Niet te achterhalen',
  other: 'Anders',
}
export const LeftOutReason = enumOf(leftOutNames)
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** The screen text of each state of a line. */
export const quarantineStateNames = {
  waiting: 'Wacht',
  proposed: 'Wacht op een collega',
  placing: 'Wordt geplaatst',
  placed: 'Geplaatst',
  left_out: 'Buiten de rekening',
}
export const QuarantineState = enumOf(quarantineStateNames)

/**
 * What an employee chooses for all rows of a line: a container by its number, an address by its alias, a stream, or
 * whether the container is shared. A choice changes no container and no address.
 */
export const QuarantineChoice = z.strictObject({
  container_number: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.minLength(1), z.maxLength(32))),
  alias: z.optional(Alias),
  waste_type: z.optional(WasteStream),
  shared: z.optional(z.boolean()),
})
export type QuarantineChoice = z.infer<typeof QuarantineChoice>

/** The lifts that wait for one cause and one key. A lift without an amount is unpriced. */
export const QuarantineLine = z.object({
  id: z.number(),
  cause: QuarantineCause,
  /** A fraction, the codes of a container, or an address as the supplier wrote it. */
  key: z.string(),
  rows: z.number(),
  cents: z.number(),
  unpriced: z.number(),
  oldest_on: z.nullable(Day),
  state: QuarantineState,
  left_out: z.nullable(LeftOutReason),
  note: z.string(),
  /** The code of the error with which its placing failed. It is tried again. */
  failure: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  /** Whether the caller proposed or decided it. A proposal needs a colleague. */
  is_own: z.boolean(),
  decided_at: z.nullable(Moment),
  /** Hours since the decision. Null: not decided. */
  decided_hours: z.nullable(z.number()),
})
export type QuarantineLine = z.infer<typeof QuarantineLine>

/** Returns the cause and the key of a line as one Dutch text. */
export function quarantineLineText({ cause, key }: Pick<QuarantineLine, 'cause' | 'key'>) {
  if (key === '') return quarantineCauses[cause]
  return cause === 'fraction_unknown' ? `de fractie ${key} is onbekend` : `${quarantineCauses[cause]}: ${key}`
}

const decidedTexts = {
  proposed: 'stelde hiervoor al iets voor',
  placing: 'plaatste deze ledigingen al',
  placed: 'plaatste deze ledigingen al',
  left_out: 'liet deze ledigingen buiten de rekening',
}

/** Returns why a line can have no decision: a colleague was first. */
export const mayDecideLine = ({ state, decided_by }: Pick<QuarantineLine, 'state' | 'decided_by'>): Refusal =>
  state === 'waiting' ? undefined : `${decided_by} ${decidedTexts[state]}`

/** Returns why an employee may not approve a proposal. A second employee approves it. */
export const mayApproveLine = ({ is_own }: Pick<QuarantineLine, 'is_own'>): Refusal =>
  is_own ? 'U hebt dit voorgesteld. Een collega keurt het goed.' : undefined

/** The time in which placed lifts can be undone. */
export const undo_placed_hours = 24

/** Returns why a decision about a line cannot be undone. */
export const mayUndoLine = ({ state, decided_hours }: Pick<QuarantineLine, 'state' | 'decided_hours'>): Refusal =>
  state === 'placed' && (decided_hours ?? 0) >= undo_placed_hours
    ? 'Geplaatste ledigingen kunnen een dag lang ongedaan worden gemaakt'
    : undefined

/** A likely match: what it chooses, and why it is likely. */
export const QuarantineMatch = z.object({ choice: QuarantineChoice, title: z.string(), ground: z.string() })
export type QuarantineMatch = z.infer<typeof QuarantineMatch>

/** A waiting lift as the supplier delivered it. */
export const QuarantineRow = z.object({
  supplier_key: z.string(),
  cleared_at: Moment,
  fraction: z.string(),
  container: z.string(),
  object_code: z.nullable(z.string()),
  address: z.nullable(z.string()),
  amount_cents: z.nullable(z.number()),
  /** The delivered file and its line. */
  source: z.string(),
})
export type QuarantineRow = z.infer<typeof QuarantineRow>

/** Maximum number of rows that a line shows. `rows` of the line counts all. */
export const maxShownRows = 50

/** The screen text of each part of the list. The first needs no filter: what waits, also for a colleague. */
export const quarantineFilterNames = { proposed: 'Wacht op een collega', decided: 'Beslist' }
export const QuarantineFilter = enumOf(quarantineFilterNames)
export type QuarantineFilter = z.infer<typeof QuarantineFilter>

/** The number of lines on a page of the list. */
export const linesPerPage = 50

export const listQuarantine = endpoint('GET /counter/quarantine', {
  summary: 'Geeft de ledigingen die wachten, per oorzaak geteld, en hun regels, de oudste eerst',
  access: 'bsgw_employee',
  query: z.strictObject({
    only: choice(QuarantineFilter),
    cause: choice(QuarantineCause),
    cursor: z.optional(z.string().check(z.maxLength(60))),
  }),
  data: z.array(QuarantineLine),
  meta: z.object({
    ...PageMeta.shape,
    counts: z.array(z.object({ cause: QuarantineCause, lines: z.number(), rows: z.number(), cents: z.number() })),
    proposed: z.number(),
  }),
})

/** What only a delivery solves, the number of such things, and what to deliver. */
export const MissingData = z.object({ what: z.string(), count: z.number(), deliver: z.string() })
export type MissingData = z.infer<typeof MissingData>

export const listMissingData = endpoint('GET /counter/missing-data', {
  summary: 'Geeft wat alleen een nieuwe levering oplost, zoals een tarief dat ontbreekt',
  access: 'bsgw_employee',
  data: z.array(MissingData),
})

const OfLine = z.strictObject({ line_id: NumberInPath })
const counted = { rows: z.int().check(z.minimum(0)), cents: z.int() }
const purposes = billPurposes

export const showQuarantineLine = endpoint('GET /counter/quarantine/:line_id', {
  summary: 'Geeft de wachtende ledigingen van een regel, met ten hoogste drie kandidaten',
  access: 'bsgw_employee',
  personal: { action: 'show_quarantine_line', purposes, several: true },
  params: OfLine,
  data: z.object({ line: QuarantineLine, rows: z.array(QuarantineRow), matches: z.array(QuarantineMatch) }),
})

export const decideQuarantineLine = endpoint('POST /counter/quarantine/:line_id/decision', {
  summary: 'Plaatst de ledigingen van een regel, of laat ze buiten de rekening; een groot bedrag wacht op een collega',
  access: 'bsgw_employee',
  conflict: 'Een collega besliste al, of de ledigingen zijn veranderd',
  personal: { action: 'decide_quarantine_line', purposes, several: true },
  params: OfLine,
  body: z
    .strictObject({
      choice: z.optional(QuarantineChoice),
      left_out: choice(LeftOutReason),
      note: ofLines(z._default(z.string().check(z.trim(), z.maxLength(200)), '')),
      ...counted,
    })
    .check(
      z.refine(({ choice, left_out }) => (choice === undefined) !== (left_out === undefined), {
        message: 'Kies een reden',
        path: ['left_out'],
      }),
      z.refine(({ left_out, note }) => left_out !== 'other' || note !== '', {
        message: 'Vul in waarom',
        path: ['note'],
      }),
    ),
  data: QuarantineLine,
})

export const approveQuarantineLine = endpoint('POST /counter/quarantine/:line_id/approval', {
  summary: 'Keurt goed wat een collega voor een regel voorstelde',
  access: 'bsgw_employee',
  conflict: 'Er is geen voorstel meer, of de ledigingen zijn veranderd',
  personal: { action: 'approve_quarantine_line', purposes, several: true },
  params: OfLine,
  body: z.strictObject(counted),
  data: QuarantineLine,
})

export const undoQuarantineLine = endpoint('DELETE /counter/quarantine/:line_id/decision', {
  summary: 'Wijst een voorstel af, of maakt een beslissing in één stap ongedaan',
  access: 'bsgw_employee',
  conflict: 'Over een van de ledigingen loopt een bezwaar of correctie, of de tijd is voorbij',
  personal: { action: 'undo_quarantine_line', purposes, several: true },
  params: OfLine,
  data: QuarantineLine,
})

export const retryQuarantineLine = endpoint('POST /counter/quarantine/:line_id/retry', {
  summary: 'Plaatst de ledigingen van een regel die nu passen, zoals een import',
  access: 'bsgw_employee',
  conflict: 'Een collega besliste al over de regel',
  personal: { action: 'retry_quarantine_line', purposes, several: true },
  params: OfLine,
  data: QuarantineLine,
})
