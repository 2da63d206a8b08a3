import {
  approveCorrection,
  approveCorrectionUndo,
  type CorrectionSelection,
  closeHandover,
  decideObjection,
  dropCorrection,
  fetchCorrectionFile,
  fileObjection,
  listAddressHandovers,
  listCorrections,
  listUndoable,
  makeBillMail,
  previewCorrection,
  proposeCorrection,
  recordHandover,
  showBill,
  showCorrection,
  undoCorrection,
  undoHandover,
  undoObjectionDecision,
} from '@rd4-loket/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeRandom } from '../../../demo/random.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { sql } from '../../platform/database/sql.ts'
import { effort, testSeed } from '../../test/effort.ts'
import { insertAddress, insertClearances, insertContainer, insertOccupancy, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'
import { findDossierFacts } from '../dossier/dossier.ts'
import { markOf } from '../dossier/dossier-mark.ts'
import { reopenChanged } from './corrections.queries.ts'
import { workOnCorrections } from './prepare-corrections.ts'

const { call, db, send, idOf } = await testServer()
const reason = 'De rit van 12 mei 2025 is dubbel ingelezen.'
const moments = ['2025-05-12T08:00:00Z', '2025-05-19T08:00:00Z', '2025-06-02T08:00:00Z']
const households: { id: number; alias: string; lifts: number[] }[] = []
for (const house_number of [1, 2, 3, 4]) {
  const address = await insertAddress(db, { house_number, object_code: `OBJ-${house_number}` })
  await insertOccupancy(db, { address_id: address.id, first_day: '2020-01-01' })
  const { id: container_id } = await insertContainer(db, { address_id: address.id, volume_litres: 240 })
  const lift = { address_id: address.id, container_id, volume_litres: 240, amount_cents: house_number < 3 ? 645 : null }
  households.push({ ...address, lifts: await insertClearances(db, moments, lift) })
}
const [first, second] = households as [(typeof households)[0], (typeof households)[0]]
const scheme = { code: 'M', nature: 'scheme', first_day: '2025-01-01' }
await insertRow(db, 'household_scheme', { ...scheme, address_id: first.id })
const tariff = { municipality_id: 917, waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 }
await insertRow(db, 'tariff', { ...tariff, valid_from: '2025-01-01', valid_to: '2025-12-31', amount_cents: 990 })
// Lifts that are on no bill: of a shared container, and of a day on which nobody was liable.
const vacant = await insertAddress(db, { house_number: 9 })
await insertOccupancy(db, { address_id: vacant.id, first_day: '2025-06-01' })
await insertClearances(db, ['2025-05-12T08:00:00Z'], { address_id: vacant.id })
const { id: shared } = await insertContainer(db, { address_id: vacant.id })
await insertClearances(db, ['2025-05-12T08:00:00Z'], { address_id: null, container_id: shared })

beforeEach(async () => {
  for (const table of ['clearance_objection', 'objection_handover', 'correction_change', 'correction', 'charge_rule'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
})

const may: CorrectionSelection = { from: '2025-05-01', to: '2025-05-31' }
const work = (pause = async () => true) => workOnCorrections({ db, secret: 'key', scheme_months: 36, pause })
const billOf = ({ alias }: { alias: string }) => call('bsgw', showBill, { params: { alias }, query: { year: '2025' } })
const totalsOf = async () =>
  Promise.all(households.map(async (household) => (await billOf(household)).totals.amount_cents ?? 0))
const sumOfBills = async () => (await totalsOf()).reduce((sum, cents) => sum + cents, 0)
const path = (id: number) => ({ params: { correction_id: String(id) } })
const show = (id: number) => call('both', showCorrection, path(id))
const file = (id: number, clearance_id = id) =>
  call('bsgw', fileObjection, { params: { clearance_id: String(clearance_id) }, body: { reason: 'duplicate' } })

async function prepared(selection = may, person: Person = 'bsgw') {
  const { id } = await call(person, proposeCorrection, { body: { selection, reason } })
  await work()
  return show(id)
}
const approve = ({ id, lifts, credit_cents }: Awaited<ReturnType<typeof prepared>>, person: Person = 'both') =>
  call(person, approveCorrection, { ...path(id), body: { lifts, cents: credit_cents ?? 0 } })
const dossiers = async () =>
  Promise.all(
    households.map(({ alias }) =>
      findDossierFacts(db, { alias, year: 2025, purpose: 'aanslag_bezwaar', scheme_months: 36 }),
    ),
  )

test('counts what a selection would do, with the same samples each time, and what it leaves out', async () => {
  await file(first.lifts[0] ?? 0)
  const preview = () => call('bsgw', previewCorrection, { body: { selection: may } })
  const found = await preview()
  expect(found).toMatchObject({
    ...{ lifts: 8, households: 4, cents: 4 * 645 + 4 * 990, credit_cents: 4 * 645 + 4 * 990 },
    counts: { municipalities: [{ id: 917, lifts: 8, households: 4 }], given_back: 0, unbilled: 2, open: 1 },
  })
  expect(found.samples).toHaveLength(8)
  expect(found.samples.every(({ cents, credit_cents }) => credit_cents === cents)).toBe(true)
  expect(await preview()).toEqual(found)
})

test('lists the collection areas, and selects the lifts of one', async () => {
  const { id: collection_area_id } = await insertRow(db, 'collection_area', { municipality_id: 917, name: 'Zuid' })
  await insertRow(db, 'collection_area_address', { collection_area_id, address_id: second.id })
  const { meta } = JSON.parse((await send('bsgw', listCorrections, {})).body)
  expect(meta.areas).toEqual([{ id: collection_area_id, municipality_id: 917, name: 'Zuid' }])
  const correction = await prepared({ ...may, municipality_id: 917, collection_area_id })
  expect(correction).toMatchObject({ lifts: 2, cents: 2 * 645, selected: expect.stringContaining('gebied Zuid') })
})

test.each([
  [{}, 'selection.from', 'Kies een bestand, of een periode'],
  [{ from: '2025-05-01', to: '2025-06-01' }, 'selection.to', 'Kies ten hoogste 31 dagen'],
  [{ from: '2025-05-02', to: '2025-05-01' }, 'selection.to', 'De laatste dag ligt voor de eerste'],
  [{ from: '2024-05-01', to: '2024-05-31' }, 'selection.from', expect.stringContaining('geen lediging')],
  [{ ...may, municipality_id: 928 }, 'selection.from', expect.stringContaining('geen lediging')],
  [{ ...may, collection_area_id: 2147483647 }, 'selection.from', expect.stringContaining('geen lediging')],
])('returns 422 for the selection %j', async (selection, field, message) => {
  const sent = call('bsgw', proposeCorrection, { body: { selection, reason } })
  await expect(sent).rejects.toMatchObject({ status: 422, errors: { [field]: [message] } })
})

test('changes no bill until a colleague approves it, and then all bills by what the lifts cost', async () => {
  const before = await totalsOf()
  const correction = await prepared()
  expect(correction).toMatchObject({ state: 'ready', lifts: 8, households: 4, cents: 6540, credit_cents: 6540 })
  expect(await totalsOf()).toEqual(before)
  const own = { status: 403, message: 'U hebt dit voorgesteld. Een collega keurt het goed.' }
  await expect(approve(correction, 'bsgw')).rejects.toMatchObject(own)
  await expect(approve({ ...correction, credit_cents: 6541 })).rejects.toMatchObject({
    ...{ status: 409, message: 'De bedragen zijn veranderd. Bekijk het voorstel opnieuw.' },
  })
  await approve(correction)
  expect((await approve(correction)).state).toBe('applied')
  expect(await totalsOf()).toEqual(before.map((cents, at) => cents - 2 * (at < 2 ? 645 : 990)))
  const bill = await billOf(first)
  expect(bill.objections).toMatchObject([
    { state: 'corrected', reason: 'correction', decision_reason: reason, amount_cents: 645 },
    { state: 'corrected', amount_cents: 645 },
  ])
  expect(bill.periods[0]?.lines.filter(({ charge }) => charge === 'credit')).toMatchObject([
    { amount_cents: -645, correction: reason },
    { amount_cents: -645 },
  ])
  expect(bill.spoken.full.replaceAll('\u00a0', ' ')).toContain(`Door een correctie gaat er € 12,90 af. ${reason}`)
  const mail = await call('bsgw', makeBillMail, { params: { alias: first.alias }, query: { year: '2025' } })
  expect(mail.text.replaceAll('\u00a0', ' ')).toContain(
    `Wij hebben uw aanslag over 2025 verbeterd. ${reason} Aantal ledigingen dat niet in rekening komt: 2. Uw aanslag wordt € 12,90 lager.`,
  )
})

test('refuses another objection to its lifts, and upholds the open ones by an employee who did not file them', async () => {
  const own = await call('both', fileObjection, {
    params: { clearance_id: String(second.lifts[0]) },
    body: { reason: 'other' },
  })
  const before = await dossiers()
  const correction = await prepared()
  const ready = { status: 409, message: 'Voor deze lediging ligt een correctie klaar.' }
  await expect(file(first.lifts[0] ?? 0)).rejects.toMatchObject(ready)
  await approve(correction)
  expect((await billOf(second)).objections).toMatchObject([
    { id: own.id, state: 'upheld', decision_reason: reason, decided_by: 'Kim de Vries' },
    { state: 'corrected' },
  ])
  const { rows } = await sql`
    select decided_by from clearance_objection where id = ${own.id}`.execute(db)
  expect(rows).toEqual([{ decided_by: idOf.get('bsgw') }])
  expect(await call('both', listUndoable, {})).toMatchObject([{ kind: 'correction', id: correction.id }])
  expect((await call('both', undoCorrection, { ...path(correction.id), body: {} })).state).toBe('undone')
  // The rows count no longer, even before they are deleted.
  expect(await dossiers()).toEqual(before)
  const filed = await file(first.lifts[0] ?? 0)
  await work()
  const left = await rowsOf(db, sql<{ id: number }>`select id from clearance_objection order by id`)
  expect(left.map(({ id }) => id)).toEqual([own.id, filed.id])
})

test('leaves a lift given back after the undo, when a colleague closed its written objection meanwhile', async () => {
  const body = { year: 2025, household_on: '2025-06-02' }
  const { id: handover_id } = await call('both', recordHandover, { params: { alias: first.alias }, body })
  const disputed = { reason: 'duplicate', handover_id } as const
  const params = { clearance_id: String(first.lifts[0]) }
  const objection = await call('both', fileObjection, { params, body: disputed })
  const correction = await prepared()
  await approve(correction)
  expect((await show(correction.id)).kept_lifts).toBe(0)
  const outcome = { outcome: 'upheld', answer: 'De lediging is terug' } as const
  await call('bsgw', closeHandover, { params: { handover_id: String(handover_id) }, body: outcome })
  expect((await show(correction.id)).kept_lifts).toBe(1)
  const undone = await call('both', undoCorrection, { ...path(correction.id), body: {} })
  expect(undone).toMatchObject({ state: 'undone', kept_lifts: 1 })
  expect((await billOf(first)).objections).toMatchObject([{ id: objection.id, state: 'upheld', amount_cents: 645 }])
  const ofAddress = await call('bsgw', listAddressHandovers, { params: { alias: first.alias } })
  expect(ofAddress.data).toMatchObject([{ outcome: 'upheld', open_lifts: 0, lifts: [{ state: 'upheld' }] }])
  await work()
  expect(await show(correction.id)).toMatchObject({ state: 'undone', kept_lifts: 1 })
  // The decision about the lift can be undone as any other, once the objection is open again.
  await call('bsgw', undoHandover, { params: { handover_id: String(handover_id) } })
  expect(await show(correction.id)).toMatchObject({ kept_lifts: 1 })
  const opened = await call('bsgw', undoObjectionDecision, { params: { objection_id: String(objection.id) } })
  expect(opened.state).toBe('open')
  expect(await show(correction.id)).toMatchObject({ kept_lifts: 0 })
  expect(await prepared()).toMatchObject({ state: 'ready', lifts: 8 })
})

test('rejects a lift at the undo, when a colleague rejected its written objection meanwhile', async () => {
  const body = { year: 2025, household_on: '2025-06-02' }
  const { id: handover_id } = await call('both', recordHandover, { params: { alias: first.alias }, body })
  const params = { clearance_id: String(first.lifts[0]) }
  await call('both', fileObjection, { params, body: { reason: 'duplicate', handover_id } })
  const before = await sumOfBills()
  const correction = await prepared()
  await approve(correction)
  const outcome = { outcome: 'inadmissible', answer: 'Het bezwaar kwam te laat' } as const
  await call('bsgw', closeHandover, { params: { handover_id: String(handover_id) }, body: outcome })
  const undone = await call('both', undoCorrection, { ...path(correction.id), body: {} })
  expect(undone).toMatchObject({ state: 'undone', kept_lifts: 0 })
  const rejected = { state: 'rejected', decided_by: 'Kim de Vries', decision_reason: 'Het bezwaar kwam te laat' }
  expect((await billOf(first)).objections).toMatchObject([rejected])
  expect(await sumOfBills()).toBe(before)
})

test('opens a lift again after the undo, when the resident withdrew the objection before the approval', async () => {
  const body = { year: 2025, household_on: '2025-06-02' }
  const { id: handover_id } = await call('both', recordHandover, { params: { alias: first.alias }, body })
  const params = { clearance_id: String(first.lifts[0]) }
  await call('both', fileObjection, { params, body: { reason: 'duplicate', handover_id } })
  const withdrawn = { outcome: 'withdrawn', answer: 'De bewoner trok het in' } as const
  await call('bsgw', closeHandover, { params: { handover_id: String(handover_id) }, body: withdrawn })
  const correction = await prepared()
  await approve(correction)
  const undone = await call('both', undoCorrection, { ...path(correction.id), body: {} })
  expect(undone).toMatchObject({ state: 'undone', kept_lifts: 0 })
  expect((await billOf(first)).objections).toMatchObject([{ state: 'open' }])
})

const freeFirstLift = {
  ...{ municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 1, prorated: false, valid_from: '2025-01-01' },
}
const [lift = 0, nextLift = 0, laterLift = 0] = first.lifts
const withCents = (cents: number, credit_cents = cents) => ({ lifts: 8, cents, credit_cents })
const withoutLift = { lifts: 7, cents: 5895, credit_cents: 5895 }
/** Changes of what a bill reads, the statements that take them back, and what the proposal is then about. */
const changes: [string, string[], string[], { lifts: number; cents: number; credit_cents: number }][] = [
  ['a price', ['update tariff set amount_cents = 1000'], ['update tariff set amount_cents = 990'], withCents(6580)],
  [
    'the amount of a lift',
    [`update clearance set amount_cents = 700 where id = ${lift}`],
    [`update clearance set amount_cents = 645 where id = ${lift}`],
    withCents(6595),
  ],
  [
    'a lift, which is taken back',
    [`create table taken as select * from clearance where id = ${lift}`, `delete from clearance where id = ${lift}`],
    ['insert into clearance select * from taken', 'drop table taken'],
    withoutLift,
  ],
  [
    'a household, which came later',
    [`update occupancy set first_day = '2025-05-13' where address_id = ${first.id}`],
    [`update occupancy set first_day = '2020-01-01' where address_id = ${first.id}`],
    withoutLift,
  ],
  [
    'the kind of a container',
    [`update container set kind = 'citybin' where address_id = ${households[3]?.id}`],
    [`update container set kind = 'minicontainer' where address_id = ${households[3]?.id}`],
    withCents(6540 - 2 * 990),
  ],
]
const runAll = async (statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
const changed = { status: 409, message: 'De bedragen zijn veranderd. Bekijk het voorstel opnieuw.' }

/** Expects that a proposal is refused with the amounts of before, is counted again, and then takes what it states. */
async function expectCounted(before: Awaited<ReturnType<typeof prepared>>, totals: { credit_cents: number }) {
  await expect(approve(before)).rejects.toMatchObject(changed)
  await work()
  await expect(approve(before)).rejects.toMatchObject(changed)
  const counted = await show(before.id)
  expect(counted).toMatchObject({ state: 'ready', ...totals })
  const bills = await sumOfBills()
  await approve(counted)
  expect(bills - (await sumOfBills())).toBe(totals.credit_cents)
}

test.each(changes)('is counted again after a change of %s, before a colleague approves it', async (...row) => {
  const [, change, undoChange, totals] = row
  await file(nextLift)
  const correction = await prepared()
  await runAll(change)
  await expectCounted(correction, totals).finally(() => runAll(undoChange))
})

test('is counted again after a change of the rules, or of another lift that is given back by them', async () => {
  await insertRow(db, 'charge_rule', freeFirstLift)
  const { id: objection_id } = await file(laterLift)
  const correction = await prepared()
  expect(correction.credit_cents).toBe(6540)
  const decision = { state: 'upheld', reason } as const
  await call('both', decideObjection, { params: { objection_id: String(objection_id) }, body: decision })
  await expectCounted(correction, withCents(6540, 6540 - 645))
})

test('is counted again when a colleague approves another correction of the same households by rules', async () => {
  await insertRow(db, 'charge_rule', freeFirstLift)
  const other = await prepared({ from: '2025-06-02', to: '2025-06-02' })
  const correction = await prepared()
  await approve(other)
  await expectCounted(correction, withCents(6540, 6540 - 645 * 2 - 990 * 2))
})

test('is counted again when an employee opens a lift that the undo of another correction left given back', async () => {
  await insertRow(db, 'charge_rule', freeFirstLift)
  const body = { year: 2025, household_on: '2025-06-02' }
  const { id: handover_id } = await call('both', recordHandover, { params: { alias: first.alias }, body })
  const disputed = { reason: 'duplicate', handover_id } as const
  const sent = { params: { clearance_id: String(laterLift) }, body: disputed }
  const { id: objection_id } = await call('both', fileObjection, sent)
  const other = await prepared({ from: '2025-06-02', to: '2025-06-02' })
  await approve(other)
  const outcome = { outcome: 'upheld', answer: 'De lediging is terug' } as const
  await call('bsgw', closeHandover, { params: { handover_id: String(handover_id) }, body: outcome })
  await call('both', undoCorrection, { ...path(other.id), body: {} })
  await work()
  const correction = await prepared()
  await call('bsgw', undoHandover, { params: { handover_id: String(handover_id) } })
  await call('bsgw', undoObjectionDecision, { params: { objection_id: String(objection_id) } })
  await expectCounted(correction, withCents(6540))
})

test('is not counted again after a change of another household, or a new lift without rules', async () => {
  const correction = await prepared()
  await sql`update occupancy set household_size = 2 where address_id = ${vacant.id}`.execute(db)
  await insertClearances(db, ['2025-07-07T08:00:00Z'], { address_id: vacant.id })
  expect(await approve(correction)).toMatchObject({ state: 'applied' })
})

test('needs a reason and a second employee to undo it after five minutes', async () => {
  const correction = await prepared()
  await approve(correction)
  await sql`update correction set applied_at = now() - interval '6 minutes'`.execute(db)
  const undo = (body: { reason?: string }) => call('both', undoCorrection, { ...path(correction.id), body })
  await expect(undo({})).rejects.toMatchObject({ status: 422 })
  await undo({ reason: 'De rit was niet dubbel' })
  const approveUndo = (person: Person) => call(person, approveCorrectionUndo, path(correction.id))
  await expect(approveUndo('both')).rejects.toMatchObject({ status: 403 })
  const bills = await sumOfBills()
  expect(await approveUndo('bsgw')).toMatchObject({ state: 'undone', undo_reason: 'De rit was niet dubbel' })
  expect(await sumOfBills()).toBe(bills + 6540)
})

test('answers each decision again when its reply was lost, and logs it once', async () => {
  const undone = await prepared()
  await approve(undone)
  const undo = (id: number, reason = '') => call('both', undoCorrection, { ...path(id), body: { reason } })
  for (let time = 0; time < 2; time += 1) expect((await undo(undone.id)).state).toBe('undone')
  await work()
  const correction = await prepared()
  await approve(correction)
  await sql`update correction set applied_at = now() - interval '6 minutes' where id = ${correction.id}`.execute(db)
  const wrong = 'De rit was niet dubbel'
  for (let time = 0; time < 2; time += 1) expect((await undo(correction.id, wrong)).state).toBe('applied')
  await expect(undo(correction.id, 'Een andere reden')).rejects.toMatchObject({ status: 409 })
  const approveUndo = () => call('bsgw', approveCorrectionUndo, path(correction.id))
  for (let time = 0; time < 2; time += 1) expect((await approveUndo()).state).toBe('undone')
  await work()
  const dropped = await prepared()
  const drop = (person: Person) => call(person, dropCorrection, { ...path(dropped.id), body: { reason: wrong } })
  for (let time = 0; time < 2; time += 1) expect((await drop('both')).state).toBe('dropped')
  await expect(drop('bsgw')).rejects.toMatchObject({ status: 409 })
  const ids = [undone.id, correction.id, dropped.id].map(String)
  const logged = await rowsOf(
    db,
    sql<{ action: string }>`select action from audit_event
      where object_kind = 'correction' and object_key = any (${ids}) and action <> 'propose_correction' order by position`,
  )
  expect(logged.map(({ action }) => action)).toEqual([
    ...['approve_correction', 'undo_correction', 'approve_correction', 'undo_correction', 'undo_correction'],
    'drop_correction',
  ])
})

test('continues where a node stopped, and leaves its lifts free when a colleague rejects it', async () => {
  const { id } = await call('bsgw', proposeCorrection, { body: { selection: may, reason } })
  await work(async () => false)
  const preparing = await show(id)
  expect(preparing).toMatchObject({ state: 'preparing', lifts: 0 })
  await expect(approve(preparing)).rejects.toMatchObject({
    ...{ status: 409, message: 'Deze correctie wordt nog voorbereid' },
  })
  await work()
  expect((await show(id)).state).toBe('preparing')
  await sql`update correction set changed_at = now() - interval '61 seconds'`.execute(db)
  await work()
  expect(await show(id)).toMatchObject({ state: 'ready', lifts: 8 })
  await call('both', dropCorrection, { ...path(id), body: { reason: 'De rit is niet dubbel' } })
  await expect(show(id)).resolves.toMatchObject({ state: 'dropped', drop_reason: 'De rit is niet dubbel', samples: [] })
  expect((await prepared()).lifts).toBe(8)
})

test('shows and logs no household while it is prepared, because the screen reads it each second', async () => {
  const { id, samples } = await prepared()
  expect(samples).toHaveLength(8)
  await sql`update correction set state = 'preparing'`.execute(db)
  expect((await show(id)).samples).toEqual([])
})

test('leaves its lifts free when a colleague rejects it before it is counted again', async () => {
  const { id, lifts } = await prepared()
  await sql`update tariff set amount_cents = amount_cents`.execute(db)
  await reopenChanged(db)
  await call('both', dropCorrection, { ...path(id), body: { reason: 'De rit is niet dubbel' } })
  expect(await prepared()).toMatchObject({ state: 'ready', lifts })
})

test('returns the same file each time: a row per household, with the sum of the screen', async () => {
  const [occupancy] = await rowsOf(
    db,
    sql<{ subject_id: string }>`select subject_id from occupancy where address_id = ${second.id}`,
  )
  const assessment = { number: 'A-7', address_id: second.id, year: 2025, assessed_on: '2026-01-31', amount_cents: 1 }
  await insertRow(db, 'assessment', { ...assessment, ...occupancy })
  const { id, ...correction } = await prepared()
  expect((await send('both', fetchCorrectionFile, path(id))).statusCode).toBe(409)
  await approve({ id, ...correction })
  const fetchFile = async () => (await send('both', fetchCorrectionFile, path(id))).body
  const text = await fetchFile()
  expect(text.split('\n')).toEqual([
    'OBJECT_ID;AANSLAGNUMMER;JAAR;DAGTEKENING;LEDIGINGEN;BEDRAG_CENTEN;CORRECTIE',
    `OBJ-1;;2025;;2;1290;${id}`,
    `OBJ-2;A-7;2025;2026-01-31;2;1290;${id}`,
    ...[3, 4].map((number) => `OBJ-${number};;2025;;2;1980;${id}`),
    '',
  ])
  expect(await fetchFile()).toBe(text)
  const cents = text
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.split(';')[5]))
  expect(cents.reduce((sum, it) => sum + it, 0)).toBe((await show(id)).credit_cents)
  expect((await show(id)).file_fetched_at).not.toBeNull()
  await call('both', undoCorrection, { ...path(id), body: {} })
  expect((await send('both', fetchCorrectionFile, path(id))).statusCode).toBe(409)
  await sql`delete from assessment`.execute(db)
})

test('logs each household once during the preparation, and each decision with the totals', async () => {
  const since = { rows: (await rowsOf(db, sql`select from processing_record`)).length }
  const { id } = await call('bsgw', proposeCorrection, { body: { selection: may, reason } })
  await work()
  const records = await rowsOf(db, sql<{ trace_id: string }>`select trace_id from processing_record order by position`)
  const [event] = await rowsOf(
    db,
    sql<{
      trace_id: string
    }>`select trace_id, new_values from audit_event where object_kind = 'correction' and object_key = ${String(id)}`,
  )
  expect(records.slice(since.rows).map(({ trace_id }) => trace_id)).toEqual(Array(4).fill(event?.trace_id))
  expect(event).toMatchObject({ new_values: { lifts: 8, cents: 6540, reason } })
})

test('an example has what the rules make of its lift, and no credit before that or where a code determines it', async () => {
  const rule = {
    ...{ municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 3, prorated: false, scheme: null as string | null },
    ...{ valid_from: '2025-01-01' },
  }
  await insertRow(db, 'charge_rule', rule)
  const creditsOf = ({ samples }: { samples: { credit_cents: number | null }[] }) =>
    samples.map(({ credit_cents }) => credit_cents)
  expect(creditsOf(await call('bsgw', previewCorrection, { body: { selection: may } }))).toEqual(Array(8).fill(null))
  const { id, credit_cents } = await prepared()
  const credits = creditsOf(await show(id))
  expect(sumOf(credits, (cents) => cents ?? 0)).toBe(credit_cents)
  expect(credits).toContain(0)
  await insertRow(db, 'charge_rule', { ...rule, scheme: 'M' })
  expect(creditsOf(await show(id))).toEqual(Array(8).fill(null))
})

test('reads the schemes of households for what a lift costs them, and logs that', async () => {
  await insertRow(db, 'charge_rule', {
    ...{ municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 3, prorated: false, scheme: 'M' },
    ...{ valid_from: '2025-01-01' },
  })
  // All lifts of the first household are free already, so it gets nothing back.
  expect(await prepared()).toMatchObject({ cents: 6540, credit_cents: 6540 - 2 * 645 })
  const logged = await rowsOf(db, sql`select data_subject_id from processing_record where name = 'show_schemes'`)
  expect(logged).toHaveLength(4)
})

test.each([
  ['one correction', [{ from: '2024-12-20', to: '2025-01-10' }]],
  [
    'two corrections',
    [
      { from: '2024-12-20', to: '2024-12-31' },
      { from: '2025-01-01', to: '2025-01-10' },
    ],
  ],
])('credits what a bill with the lifts of two years falls by without both, in %s', async (_, selections) => {
  const street = `Molenweg ${selections.length}`
  const { id: address_id, alias } = await insertAddress(db, { house_number: 1, street })
  // The household left, so its lifts of both years stand on the bill of its last year.
  await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-09-30' })
  const { id: container_id } = await insertContainer(db, { address_id, volume_litres: 240 })
  const lift = { address_id, container_id, volume_litres: 240, amount_cents: 990 }
  await insertClearances(db, ['2024-12-30T08:00:00Z', '2025-01-06T08:00:00Z'], lift)
  const row = { municipality_id: 917, valid_from: '2024-01-01' }
  const year = { fixed_per: 'year', rest_per: 'year', rest_on: 'next_year', size_on: 'each_change' }
  await insertRow(db, 'charge_rule', { ...row, ...year, kind: 'period' })
  await insertRow(db, 'charge_rule', {
    ...{ ...row, kind: 'deduction', target: 'lifts', left_cents: 1000, prorated: false },
  })
  const bill = async () => {
    const found = await findDossierFacts(db, {
      ...{ alias, year: 2025, purpose: 'aanslag_bezwaar', scheme_months: 36 },
    })
    return found?.total_cents
  }
  expect(await bill()).toBe(1000)
  const corrections = []
  for (const selection of selections) corrections.push(await prepared({ ...selection, street }))
  let credits = 0
  for (const { id } of corrections) {
    await work()
    const counted = await show(id)
    credits += counted.credit_cents ?? 0
    await approve(counted)
  }
  expect([credits, await bill()]).toEqual([1000, 0])
})

test(`credits what bills fall by, to the cent, for ${effort * 5} random selections with and without rules`, async () => {
  const random = makeRandom('corrections', testSeed)
  for (let at = 0; at < effort * 5; at += 1) {
    await sql`delete from clearance_objection`.execute(db)
    await sql`delete from charge_rule`.execute(db)
    const hasRule = random.chance(0.6)
    const scheme = random.chance(0.5) ? 'M' : null
    if (hasRule)
      await insertRow(db, 'charge_rule', {
        ...{ municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 1 + random.below(3), prorated: false, scheme },
        ...{ valid_from: '2025-01-01' },
      })
    const disputed = households.flatMap(({ lifts }) => lifts).filter(() => random.chance(0.2))
    for (const lift of disputed) await file(lift)
    const from = random.pick(['2025-05-01', '2025-05-12', '2025-05-15'])
    const to = random.pick(['2025-05-19', '2025-05-25', '2025-05-31'])
    const before = await sumOfBills()
    const correction = await prepared({ from, to, ...(random.chance(0.5) && { street: 'akerstraat' }) })
    await approve(correction)
    const fall = before - (await sumOfBills())
    expect(correction.credit_cents, `case ${at}`).toBe(fall)
    if (!hasRule) expect(correction.cents).toBe(fall)
    await call('both', undoCorrection, { ...path(correction.id), body: {} })
    expect(await sumOfBills()).toBe(before)
  }
})

test(`leaves ${effort * 4} dossiers with the SHA-256 of before, after its undo`, async () => {
  const aliases: string[] = []
  for (let house_number = 101; house_number <= 100 + effort * 4; house_number += 1) {
    const { id: address_id, alias } = await insertAddress(db, { house_number })
    await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
    const [id = 0] = await insertClearances(db, ['2025-03-03T08:00:00Z', '2025-03-10T08:00:00Z'], { address_id })
    if (house_number % 2 === 0) await file(id)
    aliases.push(alias)
  }
  const hashes = async () => {
    const found: string[] = []
    for (const alias of aliases) {
      const key = { alias, year: 2025, purpose: 'aanslag_bezwaar' as const, scheme_months: 36 }
      const facts = await findDossierFacts(db, key)
      if (facts) found.push(markOf(facts, key.purpose).sha256)
    }
    return found
  }
  const before = await hashes()
  const correction = await prepared({ from: '2025-03-01', to: '2025-03-31' })
  expect(correction.lifts).toBe(aliases.length * 2)
  expect(await hashes()).toEqual(before)
  await approve(correction)
  expect((await hashes()).filter((hash, at) => hash === before[at])).toEqual([])
  await call('both', undoCorrection, { ...path(correction.id), body: {} })
  expect(await hashes()).toEqual(before)
  await work()
  expect(await hashes()).toEqual(before)
})
