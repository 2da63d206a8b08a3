import * as account from './account.ts'
import * as addresses from './addresses.ts'
import * as allowances from './allowances.ts'
import * as auditLog from './audit-log.ts'
import * as bill from './bill.ts'
import * as calendar from './calendar.ts'
import * as calendarFeed from './calendar-feed.ts'
import * as collectionAreas from './collection-areas.ts'
import * as collectionExceptions from './collection-exceptions.ts'
import * as collectionRules from './collection-rules.ts'
import * as collectionSystems from './collection-systems.ts'
import * as dashboard from './dashboard.ts'
import * as dossier from './dossier.ts'
import * as employeeSessions from './employee-sessions.ts'
import * as employees from './employees.ts'
import type { Endpoint } from './endpoint.ts'
import * as handovers from './handovers.ts'
import * as malfunctions from './malfunctions.ts'
import * as meta from './meta.ts'
import * as nearbySystems from './nearby-systems.ts'
import * as notices from './notices.ts'
import * as objections from './objections.ts'
import * as organisationLogin from './organisation-login.ts'
import * as passChanges from './pass-changes.ts'
import * as passes from './passes.ts'
import * as pickupAppointments from './pickups.ts'
import * as wasteCalendar from './public-calendar.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value

/** Every endpoint by its name. The OpenAPI document, the access tests and the tests' fake server read this list. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [
    account,
    organisationLogin,
    secondFactor,
    malfunctions,
    meta,
    addresses,
    bill,
    dossier,
    collectionSystems,
    nearbySystems,
    calendar,
    calendarFeed,
    wasteCalendar,
    collectionExceptions,
    collectionRules,
    collectionAreas,
    pickupAppointments,
    objections,
    handovers,
    passes,
    passChanges,
    search,
    allowances,
    notices,
    employees,
    employeeSessions,
    auditLog,
    dashboard,
  ].flatMap((part) => Object.entries(part).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
)
