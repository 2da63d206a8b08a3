/** The contract between browser and server: every call, every shape on the wire, and the rules that both sides share. */
export * from './access-matrix.ts'
export * from './account.ts'
export * from './address-fields.ts'
export * from './addresses.ts'
export * from './audit.ts'
export * from './audit-log.ts'
export * from './calendar.ts'
export * from './calendar-feed.ts'
export * from './clearances.ts'
export * from './collection-areas.ts'
export * from './collection-changes.ts'
export * from './collection-list.ts'
export * from './collection-rules.ts'
export * from './collection-settings.ts'
export * from './collection-systems.ts'
export * from './endpoint.ts'
export * from './equipment.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './list-files.ts'
export * from './location-criteria.ts'
export * from './meta.ts'
export * from './municipalities.ts'
export * from './nearby-systems.ts'
export * from './paging.ts'
export * from './parse-input.ts'
export * from './pickup-appointments.ts'
export * from './postal-code-ranges.ts'
export * from './residents.ts'
export * from './rich-text.ts'
export * from './roles.ts'
export * from './search.ts'
export * from './search-missing.ts'
export * from './settings.ts'
export * from './waste-calendar.ts'
export * from './waste-streams.ts'

import * as account from './account.ts'
import * as addresses from './addresses.ts'
import * as auditLog from './audit-log.ts'
import * as calendar from './calendar.ts'
import * as calendarFeed from './calendar-feed.ts'
import * as collectionAreas from './collection-areas.ts'
import * as collectionList from './collection-list.ts'
import * as collectionRules from './collection-rules.ts'
import * as collectionSettings from './collection-settings.ts'
import * as collectionSystems from './collection-systems.ts'
import type { Endpoint } from './endpoint.ts'
import * as meta from './meta.ts'
import * as nearbySystems from './nearby-systems.ts'
import * as pickupAppointments from './pickup-appointments.ts'
import * as residents from './residents.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as wasteCalendar from './waste-calendar.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value

/** Every endpoint by its name: the API's document, the access test and the fake server of the tests read this list. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  [
    account,
    meta,
    addresses,
    collectionSystems,
    nearbySystems,
    calendar,
    calendarFeed,
    wasteCalendar,
    collectionSettings,
    collectionRules,
    collectionList,
    collectionAreas,
    pickupAppointments,
    residents,
    search,
    settings,
    auditLog,
  ].flatMap((part) => Object.entries(part).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
)
