import {
  type AccessToken,
  type Address,
  type Bill,
  type BillClearance,
  type BillLine,
  type BillPeriod,
  type CalendarMeta,
  type Clearance,
  type Collection,
  type CollectionSystem,
  calendarCategoryNames,
  type Employee,
  type EmployeeSession,
  type Equipment,
  type Handover,
  type ManagedEmployee,
  type NearbySystem,
  type Notice,
  type Objection,
  type Resident,
  type ShownAddress,
  WasteStream,
} from '@rd4-loket/contract'

/** Returns an employee. Default: a provider employee. */
export const makeEmployee = (employee: Partial<Employee> = {}): Employee => ({
  email: 'kim@loket.example',
  name: 'Kim de Vries',
  roles: ['bsgw_employee'],
  renew_password: false,
  municipality: null,
  ...employee,
})

/** A provider employee, a municipal employee, an employee with both roles, and an administrator. */
export const bsgw = makeEmployee()
export const municipal = makeEmployee({ roles: ['municipal_employee'], municipality: { id: 917, name: 'Heerlen' } })
export const both = makeEmployee({ roles: ['bsgw_employee', 'municipal_employee'] })
export const administrator = makeEmployee({ roles: ['municipal_employee', 'administrator'] })

/** Returns an address. */
export const makeAddress = (address: Partial<Address> = {}): Address => ({
  alias: 'a1',
  object_code: '0917010000000120',
  street: 'Akerstraat',
  house_number: 118,
  house_number_extension: null,
  postal_code: '6411CD',
  city: 'Heerlen',
  municipality: { id: 917, name: 'Heerlen' },
  location: null,
  ...address,
})

/** Returns an address as its own page shows it. */
export const makeShownAddress = ({ retired_on = null, ...address }: Partial<ShownAddress> = {}): ShownAddress => ({
  ...makeAddress(address),
  retired_on,
})

/** Returns a container of an address. */
export const makeEquipment = (equipment: Partial<Equipment> = {}): Equipment => ({
  id: 1,
  number: '30000269',
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 140,
  chip_number: 'C5718D9B06A0E300',
  placed_on: '2024-03-01',
  removed_on: null,
  last_cleared_at: '2026-03-04T07:31:00+01:00',
  collection_system: null,
  state: null,
  ...equipment,
})

/** Returns a clearance. */
export const makeClearance = (clearance: Partial<Clearance> = {}): Clearance => ({
  id: 1,
  cleared_at: '2026-03-04T07:31:00+01:00',
  waste_type: 'residual_waste',
  category: 'containers',
  equipment_id: 1,
  volume_litres: 140,
  weight_kg: null,
  amount_cents: 645,
  ...clearance,
})

/** Returns a lift of a bill. */
export const makeBillClearance = (lift: Partial<BillClearance> = {}): BillClearance => ({
  ...makeClearance({ cleared_at: '2025-03-04T07:31:00+01:00', volume_litres: 240, amount_cents: 990 }),
  kind: 'minicontainer',
  container_number: '30000269',
  chip_number: 'C5718D9B06A0E300',
  charged_cents: 990,
  is_late: false,
  ...lift,
})

/** Returns a line of a bill: by default the line of `makeBillClearance`. */
export const makeBillLine = (line: Partial<BillLine> = {}): BillLine => ({
  charge: 'clearance',
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 240,
  valid_from: '2025-01-01',
  count: 1,
  unit_cents: 990,
  amount_cents: 990,
  weight_kg: null,
  twelfths: null,
  clearance_ids: [1],
  difference: null,
  ...line,
})

/** Returns the line of a fixed part. */
export const makeFixedLine = (line: Partial<BillLine> = {}) =>
  makeBillLine({
    charge: 'fixed',
    waste_type: null,
    kind: null,
    volume_litres: null,
    unit_cents: 16_650,
    amount_cents: 16_650,
    twelfths: 12,
    clearance_ids: [],
    ...line,
  })

/** Returns the period of a household on a bill. Its amount is the sum of its lines. */
export const makeBillPeriod = (period: Partial<BillPeriod> = {}): BillPeriod => {
  const { lines = [makeBillLine(), makeFixedLine()] } = period
  return {
    from: '2025-01-01',
    to: '2025-12-31',
    household_size: 2,
    is_current: true,
    lines,
    amount_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    assessment: null,
    ...period,
  }
}

/** Returns an open objection of a colleague against the lift of `makeBillClearance`. */
export const makeObjection = (objection: Partial<Objection> = {}): Objection => ({
  id: 1,
  clearance_id: 1,
  reason: 'duplicate',
  note: '',
  state: 'open',
  amount_cents: 990,
  filed_by: 'Sem Collega',
  is_own: false,
  filed_at: '2026-03-02T10:12:00+01:00',
  decided_by: null,
  decided_at: null,
  ...objection,
})

/** Returns the bill of 2025 with one lift and a fixed part. The totals are the sums of the periods. */
export const makeBill = (bill: Partial<Bill> = {}): Bill => {
  const { periods = [makeBillPeriod()] } = bill
  const lines = periods.flatMap((period) => period.lines)
  return {
    year: 2025,
    years: [2026, 2025, 2024],
    periods,
    totals: {
      amount_cents: periods.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      count: lines.reduce((sum, { charge, count }) => sum + (charge === 'clearance' ? count : 0), 0),
    },
    last_year: null,
    norm: null,
    flags: [],
    objections: [],
    clearances: [makeBillClearance()],
    days: [],
    hidden_periods: 0,
    unbilled_clearance_ids: [],
    spoken: 'In 2025 is de restafvalcontainer van 240 liter 1 keer geleegd: € 9,90.',
    updated_until: '2026-03-04',
    delivered: {
      municipality: 'Heerlen',
      streams: WasteStream.options.map((waste_type) => ({ waste_type, until: '2026-03-04' })),
    },
    ...bill,
  }
}

/** The token of a login or a refresh. */
export const accessToken = (access_token = 'token'): AccessToken => ({
  access_token,
  token_type: 'bearer',
  expires_in: 3600,
})

/** Returns a session of the employee in another browser. */
export const makeSession = (session: Partial<EmployeeSession> = {}): EmployeeSession => ({
  id: '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11',
  browser: 'Firefox',
  system: 'Windows',
  network: '192.0.2.x',
  started_at: '2026-03-04T07:31:00+01:00',
  last_used_at: '2026-03-04T16:02:00+01:00',
  is_current: false,
  by_organisation: false,
  ...session,
})

/** Returns a resident with a pass. */
export const makeResident = (resident: Partial<Resident> = {}): Resident => ({
  environmental_pass_number: '0101010101',
  status: 'active',
  blocked_reason: null,
  replaced_by: null,
  name: 'J. van den Berg',
  address: makeAddress(),
  rolls: { this_year: 2, allowance: 6, last_request: null },
  ...resident,
})

/** Returns a notice that is valid for years. */
export const makeNotice = (notice: Partial<Notice> = {}): Notice => ({
  id: 1,
  title: 'Balie dicht',
  html: '<p>Maandag is de balie dicht.</p>',
  valid_from: '2020-01-01',
  valid_to: '2099-12-31',
  municipality: { id: 917, name: 'Heerlen' },
  ...notice,
})

/** Returns an employee for the administrator's list. */
export const makeManagedEmployee = (employee: Partial<ManagedEmployee> = {}): ManagedEmployee => ({
  id: 7,
  email: 'sem@kerkrade.example',
  name: 'Sem Balie',
  roles: ['municipal_employee'],
  municipality: { id: 928, name: 'Kerkrade' },
  blocked: false,
  renew_password: false,
  has_second_factor: false,
  invitation: null,
  ...employee,
})

/** Returns a collection system. */
export const makeCollectionSystem = (system: Partial<CollectionSystem> = {}): CollectionSystem => ({
  ...makeAddress({ alias: 's1', object_code: '0917V000096', house_number: 100 }),
  name: 'Akerstraat bij 100',
  system: { id: 1, name: 'Ondergrondse container' },
  waste_types: ['gft', 'residual_waste'],
  location: { lon: 5.9826, lat: 50.8868 },
  connected_addresses: 32,
  ...system,
})

/** Returns a collection system near an address. */
export const makeNearbySystem = (system: Partial<NearbySystem> = {}): NearbySystem => ({
  alias: 's2',
  name: 'Glas en textiel Domstraat',
  system: { id: 2, name: 'Wijkcontainer' },
  waste_types: ['glass', 'textile'],
  municipality: { id: 917, name: 'Heerlen' },
  location: { lon: 5.984, lat: 50.8871 },
  distance_metres: 236,
  out_of_order: [],
  ...system,
})

/** Returns a collection of gft in an area. */
export const makeCollection = (collection: Partial<Collection> = {}): Collection => ({
  title: calendarCategoryNames[collection.category ?? 'gft'],
  start: '2026-11-24',
  category: 'gft',
  moved_from: null,
  cancelled: false,
  reason: null,
  areas: ['Heerlen 6411'],
  ...collection,
})

/** Returns the `meta` of a calendar reply. */
export const makeCalendarMeta = (meta: Partial<CalendarMeta> = {}): CalendarMeta => ({
  municipality: { id: 917, name: 'Heerlen' },
  areas: [
    { id: 1, name: 'Heerlen 6411' },
    { id: 2, name: 'Heerlen 6417' },
  ],
  area: { id: 1, name: 'Heerlen 6411' },
  address: null,
  brought: [],
  unpublished: [],
  ...meta,
})

/** Returns an open objection that the pass desk handed over. */
export const makeHandover = (handover: Partial<Handover> = {}): Handover => ({
  id: 1,
  year: 2025,
  note: 'Was drie weken weg',
  is_own: false,
  handed_over_by: 'Noor Balie',
  handed_over_at: '2026-03-02T10:12:00+01:00',
  outcome: null,
  answer: null,
  closed_by: null,
  closed_at: null,
  ...handover,
})
