import type { Endpoint } from '@rd4-loket/contract'
import { exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import { appendAuditEvent } from '../domain/access-log/audit-log.queries.ts'
import { pickupDays } from '../features/pickups/pickup-days.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { dayOf, textOf, today } from '../platform/runtime/days.ts'
import { thisYear } from './days-ahead.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionArea,
  insertCollectionSystem,
  insertContainer,
  insertEmployee,
  insertOccupancy,
  insertPass,
  insertRow,
} from './make.ts'
import { rowOf } from './test-database.ts'

const [firstDay = 0, secondDay = 0, plannedDay = 0] = pickupDays(dayOf(today()))
const yesterday = textOf(dayOf(today()) - 1)
const days = { today: today(), free_day: textOf(secondDay), planned_day: textOf(plannedDay) }

/** The keys of rows that do not exist. */
export const missingKeys: SampleKeys = {
  ...days,
  municipality_id: '9876',
  alias: 'nowhere',
  alias_without_pass: 'nowhere',
  system_alias: 'nowhere',
  container_id: '987654321',
  malfunction_id: '987654321',
  clearance_id: '987654321',
  objection_id: '987654321',
  batch_id: '987654321',
  correction_id: '987654321',
  applied_correction_id: '987654321',
  disputed_correction_id: '987654321',
  handover_id: '987654321',
  own_objection_id: '987654321',
  own_handover_id: '987654321',
  line_id: '987654321',
  proposed_line_id: '987654321',
  area_id: '987654321',
  empty_area_id: '987654321',
  collection_change_id: '987654321',
  appointment_id: '987654321',
  report_id: '987654321',
  own_report_id: '987654321',
  decided_report_id: '987654321',
  pass_number: 'NOBODY1234',
  unused_pass_number: 'NOBODY5678',
  roll_issue_id: '987654321',
  pass_change_id: '987654321',
  card_id: '987654321',
  employee_id: '987654321',
  session_id: '00000000-0000-4000-8000-000000000000',
  factor_id: '987654321',
  contact_id: '00000000-0000-4000-8000-000000000000',
  call_back_id: '987654321',
  closed_contact_id: '00000000-0000-4000-8000-000000000000',
  charge_rule_id: '987654321',
  future_charge_rule_id: '987654321',
  feed_token: 'nobody',
}

/** The keys that are days or free numbers, and name no row. */
const keysWithoutRow: readonly (keyof SampleKeys)[] = ['today', 'free_day', 'planned_day', 'unused_pass_number']

/** Returns the keys of the rows that the example of an endpoint names. */
export function rowKeysOf(endpoint: Endpoint) {
  const used = new Set<keyof SampleKeys>()
  const get = (keys: SampleKeys, key: keyof SampleKeys) => {
    used.add(key)
    return keys[key]
  }
  exampleRequest(endpoint, new Proxy(missingKeys, { get }))
  return [...used].filter((key) => !keysWithoutRow.includes(key))
}

let samples = 0

/** Returns a municipality that no other test uses. */
export function nextMunicipality() {
  samples += 1
  return { id: 1000 + samples, name: `Gemeente ${1000 + samples}` }
}

/**
 * Inserts new rows of every kind that belongs to an address in a municipality. Returns their keys. Their names contain
 * the name of the municipality. `made_by`: the employee who issued the rolls, changed the pass and has the second
 * factor. The default is a colleague in the municipality.
 */
export async function insertSample(
  db: Db,
  municipality: { id: number; name: string },
  made_by?: number,
): Promise<SampleKeys> {
  samples += 1
  const sample = samples
  const { id: municipality_id, name } = municipality
  const insert = async (table: string, row: Record<string, unknown>) => String((await insertRow(db, table, row)).id)

  const place = { municipality, city: name, postal_code: `${1000 + sample}CD` }
  const { alias, id: address_id } = await insertAddress(db, place)
  const withoutPass = await insertAddress(db, { ...place, house_number: 120 })
  await insertOccupancy(db, { address_id, first_day: '2020-01-01' })

  const staff = { municipality_id, roles: ['municipal_employee'] }
  const clerk = await insertEmployee(db, { ...staff, name: `Sem ${name}`, email: `sem.${sample}@gemeente.example` })
  const invited = { name: `Lotte ${name}`, email: `lotte.${sample}@gemeente.example` }
  const colleague = await insertEmployee(db, { ...staff, ...invited, invitation_ends_at: '2020-01-01' })
  const employee_id = made_by ?? clerk.id
  const session = { id: crypto.randomUUID(), employee_id: clerk.id, expires_at: '2099-01-01' }
  await insertRow(db, 'session', session)
  const lookup = { action: 'find_resident', result: 'done', object: { kind: 'pass', key: `seen in ${name}` } } as const
  await appendAuditEvent(db, { id: session.id, ip: '192.0.2.1', employee: clerk }, lookup)

  const moments = [2, 3, 4, 5].map((day) => `${thisYear}-01-0${day}T08:00:00Z`)
  const [clearance_id, disputed_id, own_disputed_id, corrected_id] = await insertClearances(db, moments, { address_id })
  const { batch_id } = await rowOf(
    db,
    sql<{ batch_id: number }>`select batch_id from clearance where id = ${clearance_id}`,
  )
  const counts = { municipalities: [], given_back: 0, unbilled: 0, open: 0, assessed: 0 }
  const insertCorrection = (row: Record<string, unknown>) =>
    insert('correction', {
      ...{ selection: { batch_id }, reason: 'De rit is dubbel.', selected_lifts: 1, state: 'applied', lifts: 1 },
      ...{ households: 1, cents: 645, credit_cents: 645, counts, proposed_by: colleague.id },
      ...row,
    })
  const system_alias = `system-${sample}`
  const { id: collection_system_id } = await insertCollectionSystem(db, { address_id, alias: system_alias }, [
    address_id,
  ])
  const underground = { collection_system_id, kind: 'ondergronds' }
  const { id: container_id } = await insertContainer(db, underground)
  const { id: broken_id } = await insertContainer(db, underground)
  await insertRow(db, 'container_state', { container_id, fill_percent: 95, measured_at: '2026-02-02T14:00:00Z' })

  const pass_number = `7${String(sample).padStart(9, '0')}`
  const { id: environmental_pass_id } = await insertPass(db, { address_id, number: pass_number })
  const { resident_id } = await rowOf(
    db,
    sql<{ resident_id: number }>`select resident_id from environmental_pass where id = ${environmental_pass_id}`,
  )

  const { id: collection_area_id } = await insertCollectionArea(db, {
    name: `${name} ${sample}`,
    municipality_id,
    postal_codes: [`${1000 + sample}AA`, `${1000 + sample}ZZ`],
    // A report of a missed collection can be about the paper of yesterday.
    rules: [
      { every_weeks: 1, valid_from: days.planned_day },
      { category: 'paper', every_weeks: null, days: [yesterday], valid_from: yesterday },
    ],
  })
  for (const year of [thisYear, thisYear + 1])
    await sql`
      insert into collection_year (municipality_id, year, published_on) values (${municipality_id}, ${year}, '2020-01-01')
      on conflict do nothing`.execute(db)
  const cancelled = { collection_area_id, category: 'gft', day: textOf(plannedDay + 7), revision: 1 }
  const state = { state: 'cancelled', reason: 'wegens gladheid' }
  await insertRow(db, 'collection_exception', { ...cancelled, ...state })
  const collection_change_id = await insert('collection_change', { municipality_id, employee_id, kind: 'planner' })
  const before = { state_before: 'withdrawn', reason_before: '' }
  await insertRow(db, 'collection_change_day', { collection_change_id, ...cancelled, ...before, ...state })

  await sql`
    insert into roll_allowance (municipality_id, year, rolls) values (${municipality_id}, ${thisYear}, 6)
    on conflict do nothing`.execute(db)
  await sql`
    insert into allowance_rule (municipality_id, changed_by) values (${municipality_id}, 'two_employees')
    on conflict do nothing`.execute(db)
  await sql`
    insert into allowance_proposal (municipality_id, year, rolls, proposed_by)
    values (${municipality_id}, ${thisYear}, 8, ${clerk.id}) on conflict do nothing`.execute(db)

  /** Inserts a line with one row, whose container stands at the address. */
  const insertLine = async (line: Record<string, unknown>, cents: number) => {
    const key = `F${sample} ${cents}`
    const { id: line_id } = await insertRow(db, 'quarantine_line', {
      ...{ cause: 'fraction_unknown', key, rows: 1, cents, oldest_on: `${thisYear}-01-05` },
      ...line,
    })
    await insertRow(db, 'clearance_quarantine', {
      ...{ supplier_key: key, line_id, batch_id, reason: 'fraction_unknown', shared: false, fraction: key },
      ...{ cleared_at: `${thisYear}-01-05T08:00:00Z`, amount_cents: cents, container_number: `C${sample}` },
    })
    return String(line_id)
  }
  await insertContainer(db, { address_id, number: `C${sample}`, waste_type: 'gft' })

  const charge_rule_id = await insert('charge_rule', {
    ...{ municipality_id, kind: 'free', waste_type: 'residual_waste', from_lift: 1, to_lift: 3 },
    ...{ alternative: `keuze ${sample}`, prorated: false, valid_from: '2020-01-01' },
  })
  const future_charge_rule_id = await insert('charge_rule', {
    ...{ municipality_id, kind: 'free', waste_type: 'gft', from_lift: 1, to_lift: 3 },
    ...{ alternative: `keuze ${sample}`, prorated: false, valid_from: '2099-01-01' },
  })
  // After the containers and rules, because a change of these lets a correction be counted again.
  const correction_id = await insertCorrection({ state: 'ready' })
  const corrected = { clearance_id: corrected_id, cleared_at: moments[3], address_id, state: 'corrected' }
  await insert('clearance_objection', {
    ...{ ...corrected, reason: 'correction', note: '', filed_by: colleague.id, correction_id, credit_cents: 645 },
  })

  // The figure of the example counts the first of these issues.
  await insertRow(db, 'roll_issue', { environmental_pass_id, employee_id, rolls: 1, requested_at: '2026-10-06T08:00Z' })
  await sql`
    insert into figure (month, subject, municipality_id, group_key, count)
    values ('2026-10-01', 'rolls', ${municipality_id}, '1', 12) on conflict do nothing`.execute(db)
  const closed = await insertRow<{ id: number; public_id: string }>(db, 'contact', {
    ...{ employee_id, address_id, note: `Vraag in ${name}`, closed_at: new Date() },
    ...{ outcome: 'answered', purpose: 'inzageverzoek', channel: 'counter' },
  })

  const missed = { address_id, day: yesterday, disputed: false }

  return {
    ...days,
    municipality_id: String(municipality_id),
    alias,
    alias_without_pass: withoutPass.alias,
    system_alias,
    container_id: String(container_id),
    malfunction_id: await insert('recorded_malfunction', {
      ...{ container_id: broken_id, malfunction: 'lock', note: '', recorded_by: clerk.id },
    }),
    clearance_id: String(clearance_id),
    batch_id: String(batch_id),
    correction_id,
    applied_correction_id: await insertCorrection({ approved_by: employee_id, applied_at: new Date() }),
    disputed_correction_id: await insertCorrection({
      ...{ approved_by: employee_id, applied_at: new Date(), undo_by: colleague.id, undo_at: new Date() },
      undo_reason: 'De rit was niet dubbel',
    }),
    objection_id: await insert('clearance_objection', {
      ...{ clearance_id: disputed_id, cleared_at: moments[1], address_id },
      ...{ reason: 'duplicate', note: '', filed_by: clerk.id },
    }),
    handover_id: await insert('objection_handover', {
      ...{ resident_id, address_id, year: thisYear - 1, note: 'Twee keer geteld', handed_over_by: clerk.id },
    }),
    own_objection_id: await insert('clearance_objection', {
      ...{ clearance_id: own_disputed_id, cleared_at: moments[2], address_id },
      ...{ reason: 'duplicate', note: '', filed_by: employee_id },
    }),
    own_handover_id: await insert('objection_handover', {
      ...{ resident_id, address_id, year: thisYear - 2, note: 'Twee keer geteld', handed_over_by: employee_id },
    }),
    line_id: await insertLine({}, 200),
    proposed_line_id: await insertLine(
      {
        ...{ state: 'proposed', choice: JSON.stringify({ waste_type: 'gft' }) },
        ...{ decided_by: clerk.id, decided_at: new Date() },
      },
      20_000,
    ),
    area_id: String(collection_area_id),
    empty_area_id: await insert('collection_area', { municipality_id, name: `${name} leeg ${sample}` }),
    collection_change_id,
    appointment_id: await insert('pickup_appointment', {
      ...{ address_id, municipality_id, collection_area_id, day: textOf(firstDay), volume_litres: 500 },
      employee_id,
    }),
    report_id: await insert('missed_report', { ...missed, waste_type: 'pmd', employee_id: clerk.id }),
    own_report_id: await insert('missed_report', { ...missed, waste_type: 'best_bag', employee_id }),
    decided_report_id: await insert('missed_report', {
      ...{ ...missed, waste_type: 'christmas_trees', employee_id: clerk.id },
      ...{ outcome: 'next_collection', decided_by: employee_id, decided_at: new Date() },
    }),
    pass_number,
    unused_pass_number: `8${String(sample).padStart(9, '0')}`,
    roll_issue_id: await insert('roll_issue', { environmental_pass_id, employee_id, rolls: 3 }),
    pass_change_id: await insert('pass_change', {
      ...{ environmental_pass_id, kind: 'activate', employee_id, old_status: 'active' },
    }),
    card_id: await insert('card', {
      ...{ municipality_id, title: `Balie ${name} dicht`, html: '<p>Vrijdag</p>', places: ['dashboard'] },
      ...{ shown_from: '2020-01-01T00:00:00+01:00', shown_until: '2100-01-01T00:00:00+01:00' },
    }),
    employee_id: String(clerk.id),
    session_id: session.id,
    factor_id: await insert('second_factor', {
      ...{ employee_id, kind: 'totp', name: 'Telefoon', sealed_secret: Buffer.from('sealed'), last_step: 0 },
    }),
    contact_id: await insertOpenContact(db, { employee_id, address_id }),
    closed_contact_id: closed.public_id,
    call_back_id: await insert('call_back', {
      ...{ contact_id: closed.id, phone: '0451234567', due_at: new Date(), for_role: 'municipal_employee' },
    }),
    charge_rule_id,
    future_charge_rule_id,
    feed_token: (await insertRow<{ token: string }>(db, 'calendar_feed', { address_id, token: `feed-${sample}` }))
      .token,
  }
}

/** Inserts a contact in the first slot of an employee, in place of the contact there. Returns its id. */
export async function insertOpenContact(db: Db, of: { employee_id: number; address_id: number }) {
  await sql`
    update contact set slot = null, closed_at = now(), note = '', drafts = '{}'
    where employee_id = ${of.employee_id} and slot = 1`.execute(db)
  return (await insertRow<{ public_id: string }>(db, 'contact', { ...of, slot: 1 })).public_id
}
