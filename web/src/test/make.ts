import {
  type Address,
  type Bill,
  type BillLine,
  type BillPeriod,
  type CalendarMeta,
  type Collection,
  type CollectionSystem,
  calendarCategoryNames,
  type Employee,
  fileObjection,
  findResident,
  listAddressClearances,
  listAddressEquipment,
  listAddressHandovers,
  listEmployeeSessions,
  listEmployees,
  listNearbySystems,
  listNotices,
  type Objection,
  type Resident,
  refreshSession,
  type ShownAddress,
  searchAddresses,
  searchCollectionSystems,
  showBill,
  showCalendar,
} from '@rd4-loket/contract'
import { exampleReply } from '@rd4-loket/contract/examples'

/** Returns a function that returns the example of a record with these changes. */
const maker =
  <T extends object>(example: T) =>
  (changes: Partial<T> = {}): T => ({ ...example, ...changes })

/** Returns a function that returns the first record of a list of examples, with these changes. */
const makerOfFirst = <T extends object>([example]: readonly T[]) => maker(example as T)

/** Returns an employee. Default: a provider employee. */
export const makeEmployee = maker<Employee>({
  email: 'kim@loket.example',
  name: 'Kim de Vries',
  roles: ['bsgw_employee'],
  renew_password: false,
  municipality: null,
})

/** A provider employee, a municipal employee, an employee with both roles, and an administrator. */
export const bsgw = makeEmployee()
export const municipal = makeEmployee({ roles: ['municipal_employee'], municipality: { id: 917, name: 'Heerlen' } })
export const both = makeEmployee({ roles: ['bsgw_employee', 'municipal_employee'] })
export const administrator = makeEmployee({ roles: ['municipal_employee', 'administrator'] })

/** Returns an address. */
export const makeAddress = maker<Address>({
  ...(exampleReply(searchAddresses).data[0] as Address),
  alias: 'a1',
  location: null,
})

/** Returns an address as its own page shows it. */
export const makeShownAddress = maker<ShownAddress>({ ...makeAddress(), retired_on: null })

/** Returns a container of an address. */
export const makeEquipment = makerOfFirst(exampleReply(listAddressEquipment))

/** Returns a clearance. */
export const makeClearance = makerOfFirst(exampleReply(listAddressClearances).data)

/** Returns a lift of a bill. */
export const makeBillClearance = makerOfFirst(exampleReply(showBill).clearances)

const [examplePeriod] = exampleReply(showBill).periods as [BillPeriod]
const [exampleLine, exampleFixedLine] = examplePeriod.lines as [BillLine, BillLine]

/** Returns a line of a bill: by default the line of `makeBillClearance`. */
export const makeBillLine = maker(exampleLine)

/** Returns the line of a fixed part. */
export const makeFixedLine = maker(exampleFixedLine)

const sumOf = (rows: { amount_cents: number | null }[]) =>
  rows.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0)

/** Returns the period of a household on a bill. Its amount is the sum of its lines. */
export const makeBillPeriod = ({ lines = examplePeriod.lines, ...period }: Partial<BillPeriod> = {}): BillPeriod => ({
  ...examplePeriod,
  lines,
  amount_cents: sumOf(lines),
  ...period,
})

/** Returns an open objection of a colleague against the lift of `makeBillClearance`. */
export const makeObjection = maker<Objection>({
  ...exampleReply(fileObjection),
  amount_cents: 990,
  filed_by: 'Sem Collega',
  is_own: false,
})

/** Returns the bill of a year with one lift and a fixed part. The totals are the sums of the periods. */
export const makeBill = ({ periods = [examplePeriod], ...bill }: Partial<Bill> = {}): Bill => ({
  ...exampleReply(showBill),
  days: [],
  periods,
  billed: periods[0]
    ? { from: periods[0].from, to: periods.at(-1)?.to ?? '', amount_cents: sumOf(periods.slice(-1)) }
    : null,
  totals: {
    amount_cents: sumOf(periods),
    count: periods
      .flatMap(({ lines }) => lines)
      .reduce((sum, { charge, count }) => sum + (charge === 'clearance' ? count : 0), 0),
  },
  ...bill,
})

/** The token of a login or a refresh. */
export const accessToken = (access_token = 'token') => ({ ...exampleReply(refreshSession), access_token })

/** Returns a session of the employee in another browser. */
export const makeSession = makerOfFirst(exampleReply(listEmployeeSessions))

/** Returns a resident with a pass. */
export const makeResident = maker<Resident>({ ...exampleReply(findResident), name: 'J. van den Berg' })

/** Returns a notice. */
export const makeNotice = makerOfFirst(exampleReply(listNotices))

/** Returns an employee for the administrator's list. */
export const makeManagedEmployee = makerOfFirst(exampleReply(listEmployees))

/** Returns a collection system. */
export const makeCollectionSystem = maker<CollectionSystem>({
  ...(exampleReply(searchCollectionSystems).data[0] as CollectionSystem),
  alias: 's1',
})

/** Returns a collection system near an address. */
export const makeNearbySystem = makerOfFirst(exampleReply(listNearbySystems))

/** Returns a collection of gft in an area. */
export const makeCollection = ({ category = 'gft', ...collection }: Partial<Collection> = {}): Collection => ({
  ...(exampleReply(showCalendar).data[0] as Collection),
  category,
  title: calendarCategoryNames[category],
  ...collection,
})

/** Returns the `meta` of a calendar reply. */
export const makeCalendarMeta = maker<CalendarMeta>({ ...exampleReply(showCalendar).meta, address: null })

/** Returns an open objection that the pass desk handed over. */
export const makeHandover = makerOfFirst(exampleReply(listAddressHandovers).data)
