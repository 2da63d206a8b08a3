import {
  closeHandover,
  dateHandover,
  disputableYears,
  findResident,
  handOverObjection,
  handoversPerPage,
  type ListedHandover,
  listAddressHandovers,
  listHandovers,
  listPassHandovers,
  listUndoable,
  makeObjectionForm,
  makeObjectionReceipt,
  penaltyText,
  purposeHeader,
  type RequestInput,
  recordHandover,
  retractHandover,
  undoHandover,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import { thisYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertOccupancy, insertPass, insertRow } from '../../test/make.ts'
import { objectionCases } from '../../test/objection-cases.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db, send } = await testServer()
const number = '0101010101'
const { id: address_id, alias } = await insertAddress(db, { house_number_extension: 'b' })
await insertPass(db, { address_id, number })
// The ids of this address and this resident are not those of the hand-overs.
const neighbour = await insertAddress(db, { house_number: 2 })
await insertPass(db, { address_id: neighbour.id, number: '0202020202', name: 'P. Buur' })
await sql`update employee set name = 'Noor Balie' where email = 'municipal@loket.example'`.execute(db)
await sql`update employee set name = 'Fleur Aanslag' where email = 'bsgw@loket.example'`.execute(db)

beforeEach(async () => {
  await sql`delete from objection_handover`.execute(db)
})

type HandOver = RequestInput<typeof handOverObjection>['body']
const handOver = (body: Partial<HandOver> = {}, person: Person = 'municipal') =>
  call(person, handOverObjection, {
    body: { environmental_pass_number: number, year, note: 'Twee keer geteld', ...body },
  })
const ofPass = (environmental_pass_number = number) =>
  call('municipal', listPassHandovers, { body: { environmental_pass_number } })
const close = (
  id: number,
  body: RequestInput<typeof closeHandover>['body'] = { outcome: 'upheld', answer: 'Eén lediging is terug' },
  person: Person = 'bsgw',
) => call(person, closeHandover, { params: { handover_id: String(id) }, body })
const atAddress = async (headers: Record<string, string> = {}) =>
  (await call('bsgw', listAddressHandovers, { params: { alias } }, headers)).data

describe('handing an objection over', () => {
  test('stores the year and the trimmed note, and the provider sees them with the address', async () => {
    const handover = await handOver({ note: '  Twee keer geteld ' })
    expect(handover).toEqual({
      id: expect.any(Number),
      year,
      note: 'Twee keer geteld',
      handed_over_by: 'Noor Balie',
      is_own: true,
      handed_over_at: expect.stringMatching(/^20\d\d-/),
      received_on: today(),
      received_by: 'town_hall',
      posted_on: null,
      assessed_on: null,
      missing: [],
      terms: expect.objectContaining({ object_until: null, in_time: 'unknown' }),
      outcome: null,
      decided_on: null,
      answer: null,
      closed_by: null,
      closed_at: null,
    })
    expect((await ofPass()).data).toEqual([handover])
    expect((await ofPass('0202020202')).data).toEqual([])
    const ofProvider = {
      ...{
        ...handover,
        is_own: false,
        published_on: null,
        extended_on: null,
        notice_of_default_on: null,
        open_lifts: 0,
      },
      penalty: { penalty_from: null, penalty_days: 0, penalty_cents: 0 },
    }
    expect(await atAddress()).toEqual([{ ...ofProvider, lifts: [], first_day: null, last_day: null }])
    expect(await call('bsgw', listHandovers, { query: {} })).toEqual({
      data: [
        {
          ...ofProvider,
          address: { alias, line: 'Akerstraat 118 b, 6411 CD Heerlen' },
          municipality: { id: 917, name: 'Heerlen' },
        },
      ],
      meta: { next: null, total: 1, counts: expect.objectContaining({ late: 0, penalty: 0 }) },
    })
  })

  test('returns the latest year with an imposed bill at the address, or null', async () => {
    const imposed = { subject_id: 'S1', address_id, assessed_on: `${year}-01-31`, amount_cents: 100 }
    expect((await ofPass()).meta).toMatchObject({ assessed_year: null })
    for (const [index, of] of [year - 1, year - 2].entries())
      await insertRow(db, 'assessment', { ...imposed, number: `A${index}`, year: of })
    expect((await ofPass()).meta).toMatchObject({ assessed_year: year - 1 })
    expect((await ofPass('0202020202')).meta).toMatchObject({ assessed_year: null })
  })

  test('returns the same resident for a second pass, and another resident for the next household', async () => {
    const residentOf = async (pass: string) => (await ofPass(pass)).meta.resident_id
    const resident_id = await residentOf(number)
    const blocked = { address_id, status: 'blocked', blocked_reason: 'defect' }
    await insertRow(db, 'environmental_pass', {
      ...blocked,
      number: '0303030303',
      resident_id,
      issued_on: '2024-01-02',
    })
    await insertPass(db, { ...blocked, number: '0404040404', name: 'N. Nieuw' })
    expect(await residentOf('0303030303')).toBe(resident_id)
    expect(await residentOf('0404040404')).not.toBe(resident_id)
  })

  test.each<[Partial<HandOver>, object]>([
    [{ year: year + 1 }, { year: ['Kies een jaar uit de lijst'] }],
    [{ year: year - 4 }, { year: ['Kies een jaar uit de lijst'] }],
    [{ received_on: '2099-01-01' }, { received_on: ['Deze dag moet nog komen'] }],
    [{ received_by: 'post', posted_on: '2099-01-01' }, { posted_on: ['Deze dag moet nog komen'] }],
    [
      { received_by: 'post', received_on: '2026-01-05', posted_on: '2026-01-06' },
      { posted_on: ['De brief is eerder ontvangen'] },
    ],
    [{ posted_on: '2026-01-06' }, { posted_on: ['Alleen een bezwaar per post heeft een datum poststempel'] }],
    [{ assessed_on: textOf(dayOf(today()) + 61) }, { assessed_on: ['Deze dag ligt te ver vooruit'] }],
    [{ missing: ['stamp' as never] }, { 'missing.0': expect.anything() }],
    [{ note: 'x'.repeat(201) }, { note: expect.anything() }],
    [{ year: 'vorig jaar' as never }, { year: ['Kies een jaar'] }],
  ])('returns 422 for %j', async (body, errors) => {
    await expect(handOver(body)).rejects.toMatchObject({ status: 422, errors })
    expect((await ofPass()).data).toEqual([])
  })

  test('is in time by the date of the assessment, whatever the desk states; a late one is accepted', async () => {
    const imposed = { subject_id: 'S1', address_id, amount_cents: 100 }
    await insertRow(db, 'assessment', { ...imposed, number: 'T1', year: 2025, assessed_on: '2026-01-31' })
    const { meta } = await ofPass()
    expect(meta.assessments[0]).toMatchObject({ year: 2025, assessed_on: '2026-01-31', object_until: '2026-03-16' })
    const stated = { year: 2025, received_on: '2026-03-16', assessed_on: '2026-01-01', missing: ['signature' as const] }
    const first = await handOver(stated)
    expect(first).toMatchObject({ assessed_on: '2026-01-31', missing: ['signature'] })
    expect(first.terms).toMatchObject({ in_time: 'yes', object_until: '2026-03-16', decide_by: '2026-12-31' })
    await call('municipal', retractHandover, { params: { handover_id: String(first.id) } })
    expect((await handOver({ ...stated, received_on: '2026-03-17' })).terms.in_time).toBe('no')
    const posted = { environmental_pass_number: '0202020202', year: 2025, assessed_on: '2026-01-31', note: '' }
    const letter = { ...posted, received_by: 'post' as const, received_on: '2026-03-20', posted_on: '2026-03-16' }
    expect(await handOver(letter)).toMatchObject({ assessed_on: '2026-01-31', terms: { in_time: 'yes' } })
    await sql`delete from assessment where number = 'T1'`.execute(db)
  })

  test('no reply to a municipal employee has a penalty, the dates that start one, a lift or an amount', async () => {
    await handOver({ year: year - 1 })
    await sql`
      update objection_handover set received_on = '2025-01-02', notice_of_default_on = '2026-01-02'`.execute(db)
    const [{ penalty } = expect.unreachable()] = await atAddress()
    expect(penalty.penalty_cents).toBe(144_200)
    const [shown = expect.unreachable()] = (await ofPass()).data
    const sent = { body: { environmental_pass_number: number } }
    const params = { handover_id: String(shown.id) }
    const filed = { environmental_pass_number: number, year, note: '' }
    const replies = [
      await send('municipal', listPassHandovers, sent),
      await send('municipal', handOverObjection, { body: filed }),
      await send('municipal', makeObjectionReceipt, { params }),
      await send('municipal', makeObjectionForm, { body: { environmental_pass_number: number, year } }),
      await send('municipal', undoHandover, { params }),
    ]
    const [{ id: left } = expect.unreachable()] = (await ofPass()).data
    replies.push(await send('municipal', retractHandover, { params: { handover_id: String(left) } }))
    for (const { body, headers, rawPayload, statusCode } of replies) {
      expect(statusCode).toBe(200)
      const isPdf = headers['content-type'] === 'application/pdf'
      const text = isPdf ? (await readPdf(rawPayload)).pages.flatMap(({ texts }) => texts).join(' ') : body
      expect(text).not.toMatch(/penalty|default|extended|cents|clearance|lift|amount|144200|€|dwangsom|lediging/i)
    }
  })

  test('a receipt and a form have no name, and neither have their file names', async () => {
    const { id } = await handOver()
    for (const [endpoint, input, name] of [
      [makeObjectionReceipt, { params: { handover_id: String(id) } }, `ontvangstbevestiging bezwaar ${year}.pdf`],
      [makeObjectionForm, { body: { environmental_pass_number: number, year } }, `bezwaarformulier ${year}.pdf`],
    ] as const) {
      const { headers, rawPayload } = await send('municipal', endpoint, input as never)
      expect(headers['content-disposition']).toContain(`filename="${name}"`)
      const { pages } = await readPdf(rawPayload)
      expect(pages).toHaveLength(1)
      const text = JSON.stringify(pages)
      expect(text).toContain('Akerstraat 118 b')
      expect(text).not.toMatch(/Berg|€|Noor/)
    }
  })

  test('a closed objection has no receipt, which would promise a decision', async () => {
    const { id } = await handOver()
    await close(id)
    const refused = await send('municipal', makeObjectionReceipt, { params: { handover_id: String(id) } })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('Dit bezwaar is al afgehandeld door Fleur Aanslag'),
    ])
  })

  test('accepts each year that can be disputed', async () => {
    for (const of of [year, year - 1, year - 2, year - 3]) await handOver({ year: of })
    expect((await ofPass()).data.map((it) => it.year)).toEqual([year - 3, year - 2, year - 1, year])
  })

  test('stores one row when the same employee sends the same hand-over twice at once', async () => {
    const [one, other] = await Promise.all([handOver(), handOver()])
    expect(one).toEqual(other)
    expect((await ofPass()).data).toEqual([one])
  })

  test('returns 409 when a colleague handed the same bill over, and when the note differs', async () => {
    await handOver()
    const message = `Noor Balie droeg al een bezwaar over tegen de aanslag van ${year}`
    await expect(handOver({}, 'both')).rejects.toMatchObject({ status: 409, message })
    await expect(handOver({ note: 'Iets anders' })).rejects.toMatchObject({ status: 409, message })
    expect((await ofPass()).data).toMatchObject([{ note: 'Twee keer geteld' }])
  })

  test('returns 409 when only the missing parts or the date of the assessment differ', async () => {
    const first = await handOver({ missing: ['date'] })
    expect(await handOver({ missing: ['date'] })).toEqual(first)
    await expect(handOver({ missing: ['date', 'signature'] })).rejects.toMatchObject({ status: 409 })
    await expect(handOver({ missing: ['date'], assessed_on: today() })).rejects.toMatchObject({ status: 409 })
  })

  test('returns 422 for a year that cannot be disputed, also at the tax office and for the paper form', async () => {
    const expected = [422, { year: ['Kies een jaar uit de lijst'] }]
    const far = 2147483647
    for (const { statusCode, json } of [
      await send('bsgw', recordHandover, { params: { alias }, body: { year: far } }),
      await send('municipal', makeObjectionForm, { body: { environmental_pass_number: number, year: far } }),
    ])
      expect([statusCode, json().errors]).toEqual(expected)
  })

  test('is undone by the employee who filed it, for five minutes, and leaves nothing behind', async () => {
    const { id } = await handOver()
    const undo = (person: Person) => call(person, undoHandover, { params: { handover_id: String(id) } })
    const filing = { kind: 'handover_filing', id }
    expect(await call('municipal', listUndoable, {})).toMatchObject([filing])
    expect(await call('both', listUndoable, {})).toEqual([])
    await undo('both')
    await sql`update objection_handover set handed_over_at = now() - interval '5 minutes'`.execute(db)
    await expect(undo('municipal')).rejects.toMatchObject({
      status: 409,
      message: 'Dit kan alleen binnen vijf minuten ongedaan worden gemaakt',
    })
    expect(await call('municipal', listUndoable, {})).toEqual([])
    await sql`update objection_handover set handed_over_at = now()`.execute(db)
    expect(await undo('municipal')).toBeNull()
    expect((await ofPass()).data).toEqual([])
  })

  test('accepts a second hand-over of a year after the first was closed', async () => {
    const { id } = await handOver()
    await close(id)
    await handOver({ note: 'Toch niet eens' })
    expect((await ofPass()).data.map(({ outcome }) => outcome)).toEqual([null, 'upheld'])
  })
})

describe('closing a hand-over', () => {
  test('stores the outcome and the answer, and the pass desk sees them at the next scan', async () => {
    const { id } = await handOver()
    const other = await handOver({ environmental_pass_number: '0202020202' })
    const scan = () => call('municipal', findResident, { body: { environmental_pass_number: number } })
    expect((await scan()).handovers).toEqual([{ id, year, outcome: null }])
    const closed = await close(id)
    expect(closed).toMatchObject({
      id,
      outcome: 'upheld',
      answer: 'Eén lediging is terug',
      closed_by: 'Fleur Aanslag',
      closed_at: expect.stringMatching(/^20\d\d-/),
    })
    expect((await scan()).handovers).toEqual([{ id, year, outcome: 'upheld' }])
    expect((await ofPass()).data).toMatchObject([{ id, outcome: 'upheld', answer: 'Eén lediging is terug' }])
    expect(await atAddress()).toMatchObject([closed])
    const open = await call('bsgw', listHandovers, { query: {} })
    expect(open).toMatchObject({ data: [{ id: other.id, outcome: null }], meta: { total: 1 } })
  })

  test('is not on the card a year after it was closed', async () => {
    const { id } = await handOver()
    await close(id)
    await sql`update objection_handover set closed_at = now() - interval '366 days'`.execute(db)
    const { handovers } = await call('municipal', findResident, { body: { environmental_pass_number: number } })
    expect(handovers).toEqual([])
  })

  test('returns the closed hand-over again for the same outcome, and 409 for another outcome or answer', async () => {
    const { id } = await handOver()
    expect(await close(id)).toEqual(await close(id))
    const message = 'Dit bezwaar is al afgehandeld door Fleur Aanslag: toegekend'
    await expect(close(id, { outcome: 'rejected', answer: 'Nee' }, 'both')).rejects.toMatchObject({
      status: 409,
      message,
    })
    await expect(close(id, { outcome: 'upheld', answer: 'Niets' })).rejects.toMatchObject({ status: 409, message })
    // The same outcome, but not the decision of this employee.
    await expect(close(id, undefined, 'both')).rejects.toMatchObject({ status: 409, message })
    expect((await ofPass()).data).toMatchObject([{ outcome: 'upheld', answer: 'Eén lediging is terug' }])
  })

  test('is refused for the employee who handed it over, and a colleague closes it', async () => {
    const { id } = await handOver({}, 'both')
    expect((await call('both', listHandovers, { query: {} })).data).toMatchObject([{ id, is_own: true }])
    await expect(close(id, { outcome: 'upheld', answer: 'Ja' }, 'both')).rejects.toMatchObject({
      status: 409,
      message: 'U hebt dit bezwaar zelf overgedragen. Een collega handelt het af.',
    })
    expect((await ofPass()).data).toMatchObject([{ id, outcome: null, is_own: false }])
    expect(await close(id)).toMatchObject({ outcome: 'upheld', is_own: false })
  })

  test('is undone by the employee who closed it, and the pass desk can then retract it', async () => {
    const { id } = await handOver()
    const params = { handover_id: String(id) }
    await close(id)
    const undo = (person: Person) => call(person, undoHandover, { params })
    const retract = (person: Person) => call(person, retractHandover, { params })
    await expect(undo('both')).rejects.toMatchObject({ message: 'Alleen wie dit deed, kan het ongedaan maken' })
    const message = 'Dit bezwaar is al afgehandeld door Fleur Aanslag: toegekend'
    await expect(retract('municipal')).rejects.toMatchObject({ status: 409, message })
    expect(await undo('bsgw')).toBeNull()
    expect(await atAddress()).toMatchObject([{ id, outcome: null, answer: null, closed_by: null }])
    const colleague = 'Alleen wie dit bezwaar overdroeg, kan het intrekken'
    await expect(retract('both')).rejects.toMatchObject({ status: 409, message: colleague })
    expect(await retract('municipal')).toMatchObject({ outcome: 'withdrawn', closed_by: 'Noor Balie' })
    expect(await retract('municipal')).toMatchObject({ outcome: 'withdrawn' })
    await expect(close(id)).rejects.toMatchObject({
      message: 'Dit bezwaar is al afgehandeld door Noor Balie: ingetrokken',
    })
  })

  test('has effect once when two employees close it at the same time', async () => {
    const { id } = await handOver()
    const results = await Promise.allSettled([
      close(id, { outcome: 'upheld', answer: 'Ja' }),
      close(id, { outcome: 'rejected', answer: 'Nee' }, 'both'),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('of 50 parallel calls stores one outcome', async () => {
    const { id } = await handOver()
    const answers = Array.from({ length: 50 }, (_, at) => `Uitkomst ${at}`)
    const results = await Promise.allSettled(answers.map((answer) => close(id, { outcome: 'rejected', answer })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [stored] = await atAddress()
    expect(results).toContainEqual({
      status: 'fulfilled',
      value: expect.objectContaining({ id, answer: stored?.answer }),
    })
  })

  test('stores the day of the decision, which is not before the receipt and not in the future', async () => {
    const { id } = await handOver({ received_on: '2026-03-10' })
    const on = (decided_on: string) => close(id, { outcome: 'inadmissible', answer: 'Te laat', decided_on })
    await expect(on('2026-03-09')).rejects.toMatchObject({ errors: { decided_on: ['Het bezwaar is later ontvangen'] } })
    await expect(on('2099-01-01')).rejects.toMatchObject({ errors: { decided_on: ['Deze dag moet nog komen'] } })
    expect(await on('2026-03-11')).toMatchObject({ outcome: 'inadmissible', decided_on: '2026-03-11' })
  })

  test.each<[object, object]>([
    [{ outcome: 'gone', answer: 'Ja' }, { outcome: expect.anything() }],
    [{ outcome: 'upheld', answer: ' ' }, { answer: expect.anything() }],
    [{ outcome: 'upheld', answer: 'x'.repeat(201) }, { answer: expect.anything() }],
  ])('returns 422 for %j', async (body, errors) => {
    const { id } = await handOver()
    await expect(close(id, body as never)).rejects.toMatchObject({ status: 422, errors })
  })
})

test('a resident who moved away sees no bill of the next household, and objects apart from it', async () => {
  const { id } = await insertAddress(db, { house_number: 77 })
  const moved = { environmental_pass_number: '0707070701', year: disputableYears(today())[0] ?? 0 }
  const blocked = { status: 'blocked', blocked_reason: 'move', blocked_on: '2025-06-01' }
  await insertPass(db, { address_id: id, number: moved.environmental_pass_number, ...blocked })
  await insertPass(db, { address_id: id, number: '0707070702', name: 'N. Nieuw' })
  const next = await insertOccupancy(db, { address_id: id, subject_id: 'S-77', first_day: '2025-06-01' })
  await insertRow(db, 'assessment', {
    ...{ address_id: id, subject_id: 'S-77', number: 'N-77', year: moved.year },
    ...{ assessed_on: '2026-01-31', amount_cents: 100 },
  })
  expect((await ofPass('0707070702')).meta.assessments).toMatchObject([{ assessed_on: '2026-01-31' }])
  expect((await ofPass('0707070701')).meta).toMatchObject({ assessments: [], assessed_year: null })
  const filed = await handOver(moved)
  expect(filed.assessed_on).toBeNull()
  expect((await handOver({ ...moved, environmental_pass_number: '0707070702' })).id).not.toBe(filed.id)
  await sql`delete from objection_handover`.execute(db)
  await sql`delete from occupancy where id = ${next.id}`.execute(db)
})

describe('an objection that reached the tax office', () => {
  const record = (body: Partial<RequestInput<typeof recordHandover>['body']> = {}) =>
    call('bsgw', recordHandover, { params: { alias }, body: { year: 2025, received_on: '2026-03-10', ...body } })
  const none = { assessed_on: null, published_on: null, extended_on: null, notice_of_default_on: null }
  const date = (id: number, body: object) =>
    call('bsgw', dateHandover, { params: { handover_id: String(id) }, body: { ...none, ...body } })

  test('is of the household of that year, once, and its filer retracts it', async () => {
    const former = await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-12-31' })
    const current = await insertOccupancy(db, { address_id, first_day: '2026-01-01' })
    const recorded = await record()
    expect(recorded).toMatchObject({ received_by: 'tax_office', note: '', is_own: true, year: 2025 })
    expect(await record()).toEqual(recorded)
    await expect(record({ note: 'Nog een brief' })).rejects.toMatchObject({ status: 409 })
    expect(await atAddress()).toEqual([])
    expect(await atAddress({ [purposeHeader]: 'aanslag_bezwaar' })).toMatchObject([{ id: recorded.id }])
    // The pass is of the household of today, so its objection to the same year is another one.
    expect((await handOver({ year: 2025 })).id).not.toBe(recorded.id)
    const params = { handover_id: String(recorded.id) }
    expect(await call('bsgw', retractHandover, { params })).toMatchObject({ outcome: 'withdrawn' })
    await sql`delete from objection_handover`.execute(db)
    for (const { id } of [former, current]) await sql`delete from occupancy where id = ${id}`.execute(db)
  })

  test('gets the date on the assessment later, is postponed until its decision day, and counts a penalty', async () => {
    const { id } = await record({ received_on: '2025-03-10', year: 2024 })
    const known = { assessed_on: '2025-01-31' }
    expect((await date(id, known)).terms).toMatchObject({ in_time: 'yes', decide_by: '2025-12-31' })
    await expect(date(id, { ...known, extended_on: '2026-01-01' })).rejects.toMatchObject({
      errors: { extended_on: ['Verdagen kon tot en met 31 december 2025.'] },
    })
    expect((await date(id, { ...known, extended_on: '2025-12-31' })).terms.decide_by).toBe('2026-02-11')
    const early = await date(id, { ...known, notice_of_default_on: '2025-12-31' })
    expect(penaltyText(early)).toBe('De ingebrekestelling is te vroeg: telt niet.')
    const late = await date(id, { ...known, notice_of_default_on: '2026-01-02' })
    expect(late.penalty).toEqual({ penalty_from: '2026-01-17', penalty_days: 42, penalty_cents: 144_200 })
    expect(penaltyText(late)).toMatch(/^Dwangsom: €.1\.442,00 \(42 dagen\)\.$/)
    await expect(date(id, { notice_of_default_on: '2099-01-01' })).rejects.toMatchObject({ status: 422 })
    await close(id, undefined, 'both')
    await expect(date(id, known)).rejects.toMatchObject({ status: 409 })
  })

  test('is not postponed before its receipt, and keeps the dates that a later form does not state', async () => {
    const { id } = await record({ received_on: '2025-03-10', year: 2024 })
    for (const field of ['extended_on', 'notice_of_default_on'])
      await expect(date(id, { [field]: '2025-03-09' })).rejects.toMatchObject({
        errors: { [field]: ['Dit is voor de dag van ontvangst'] },
      })
    await date(id, { extended_on: '2025-03-10' })
    const params = { handover_id: String(id) }
    const later = await call('bsgw', dateHandover, { params, body: { notice_of_default_on: '2026-01-02' } })
    expect(later).toMatchObject({ extended_on: '2025-03-10', notice_of_default_on: '2026-01-02' })
  })
})

test('the list, the address, the desk and the receipt show the same days, in each case that the law can give', async () => {
  for (const row of objectionCases) {
    const [name, assessed_on, published_on, received_on, received_by, posted_on, notice_of_default_on, decided_on] = row
    const [object_until, in_time, , decide_by = null] = row.slice(10)
    // A decided one is in no list, and has no receipt.
    if (decided_on) continue
    await sql`delete from objection_handover`.execute(db)
    await sql`
      insert into objection_handover (resident_id, address_id, year, note, handed_over_by, assessed_on, published_on,
        received_on, received_by, posted_on, notice_of_default_on, extended_on)
      select resident_id, ${address_id}, ${year}, '', employee.id, ${assessed_on}::date, ${published_on}::date,
        ${received_on}::date, ${received_by}, ${posted_on}::date, ${notice_of_default_on}::date,
        ${row[8] === 'yes' ? '2025-12-01' : null}::date
      from environmental_pass, employee where number = ${number} and email = 'municipal@loket.example'`.execute(db)
    const days = { object_until, in_time, decide_by }
    const shown = [
      (await call('bsgw', listHandovers, { query: {} })).data,
      await atAddress({ [purposeHeader]: 'aanslag_bezwaar' }),
      (await ofPass()).data,
    ]
    for (const [{ terms } = expect.unreachable(`${name}`)] of shown) expect([name, terms]).toMatchObject([name, days])
    const params = { handover_id: String(shown[0]?.[0]?.id) }
    const { pages } = await readPdf((await send('municipal', makeObjectionReceipt, { params })).rawPayload)
    const text = pages[0]?.texts.join(' ').replace(/\s+/g, ' ')
    expect([name, text]).toEqual([
      name,
      expect.stringContaining(decide_by ? `beslist uiterlijk op ${dayWithYear(decide_by)}.` : 'is nog niet te zeggen.'),
    ])
    if (in_time === 'no' && object_until)
      expect([name, text]).toEqual([name, expect.stringContaining(`kon tot en met ${dayWithYear(object_until)}.`)])
  }
})

test('lists each open objection once: unknown first, then by decision day; a filter hides nothing by itself', async () => {
  await close((await handOver()).id)
  await sql`
    with added as (
      insert into resident (address_id, name) select ${neighbour.id}, 'R. ' || n from generate_series(1, 1010) n
      returning id, address_id
    )
    insert into objection_handover (resident_id, address_id, year, note, handed_over_by, received_on, assessed_on,
      notice_of_default_on)
    select added.id, address_id, ${year}, '', employee.id, '2020-01-01'::date + rank::int / 4 * 4,
      case when rank % 3 > 0 then '2020-01-01'::date + rank::int / 4 * 4 - 20 end, case when rank % 5 = 0 then '2026-01-02'::date end
    from (select id, address_id, row_number() over (order by id) as rank from added) added, employee
    where email = 'municipal@loket.example'`.execute(db)
  const listed: ListedHandover[] = []
  for (let cursor: string | undefined, pages = 0; pages < 30; pages += 1) {
    const { data, meta } = await call('bsgw', listHandovers, { query: cursor ? { cursor } : {} })
    expect(meta.total).toBe(1010)
    listed.push(...data)
    if (meta.next === null) break
    cursor = meta.next
  }
  expect(new Set(listed.map(({ id }) => id)).size).toBe(1010)
  const keys = listed.map(({ terms, received_on }) => `${terms.decide_by ?? ''} ${received_on}`)
  expect(keys).toEqual([...keys].sort())
  const isLate = ({ terms }: ListedHandover) => terms.days_to_decide !== null && terms.days_to_decide < 0
  const { data, meta } = await call('bsgw', listHandovers, { query: { only: 'late' } })
  expect(meta.counts).toEqual({
    late: listed.filter(isLate).length,
    penalty: listed.filter(({ penalty }) => (penalty.penalty_days ?? 0) > 0).length,
    unknown: listed.filter(({ terms }) => terms.decide_by === null).length,
  })
  expect(data.map(({ id }) => id)).toEqual(
    listed
      .filter(isLate)
      .slice(0, handoversPerPage)
      .map(({ id }) => id),
  )
  const elsewhere = await call('bsgw', listHandovers, { query: { municipality: '1883' } })
  expect(elsewhere.meta.total).toBe(0)
})

test('hides the hand-over of a former household, unless the purpose is an objection', async () => {
  await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-05-15' })
  await insertOccupancy(db, { address_id, first_day: '2025-05-16' })
  await handOver({ note: 'Van de vorige bewoner' })
  await sql`
    update objection_handover
    set occupancy_id = (select id from occupancy where address_id = ${address_id} and last_day is not null)`.execute(db)
  await handOver({ year: year - 1, note: 'Van wie er nu woont' })
  const notes = async (headers?: Record<string, string>) => (await atAddress(headers)).map(({ note }) => note)
  expect(await notes()).toEqual(['Van wie er nu woont'])
  expect(await notes({ [purposeHeader]: 'aanslag_bezwaar' })).toEqual(['Van wie er nu woont', 'Van de vorige bewoner'])
})

test('hides the date of a bill of the last household of an empty house, unless for an objection', async () => {
  const house = await insertAddress(db, { house_number: 3 })
  const subject_id = 'S9'
  await insertOccupancy(db, { address_id: house.id, subject_id, first_day: '2020-01-01', last_day: '2025-05-15' })
  const imposed = { address_id: house.id, year: 2025, assessed_on: '2025-01-31', amount_cents: 100 }
  await insertRow(db, 'assessment', { ...imposed, subject_id, number: 'E1' })
  const days = async (headers?: Record<string, string>) =>
    (await call('bsgw', listAddressHandovers, { params: { alias: house.alias } }, headers)).meta.assessments
  expect(await days()).toEqual([])
  expect(await days({ [purposeHeader]: 'aanslag_bezwaar' })).toMatchObject([{ year: 2025, assessed_on: '2025-01-31' }])
})
