import type { PersonalData, Role } from '@rd4-loket/contract/general'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/db.ts'

/** The version of the API, which is a header of every response of the API. */
export const apiVersion = '1.0.0'

/** The parts of the server that all routes use. `app/app.ts` creates them. */
export type Api = {
  app: FastifyInstance
  /** The database that handlers use. For search routes, it can be a replica. */
  db: Db
  /** Returns the employee of a request. Throws 401 without a live session. */
  authenticate: (request: FastifyRequest) => Promise<SessionEmployee>
  logAccess: LogAccess
  /** Adds a call that the employee may not make to the security log. `call`: its method and path pattern. */
  logForbidden: (actor: Actor, call: string) => Promise<void>
  /** Adds an export to the audit log. It writes to the main database, even when the route reads from a replica. */
  logExport: (actor: Actor, list: { name: string; rows: number }) => Promise<void>
}

/** The employee who makes a call, with the session of the call. */
export type SessionEmployee = {
  id: number
  session_id: string
  email: string
  name: string
  roles: Role[]
  renew_password: boolean
  municipality: { id: number; name: string } | null
  row_height: 'compact' | 'roomy' | null
  second_factor: {
    is_set: boolean
    is_required: boolean
    must_add: boolean
    must_confirm: boolean
    due_at: string | null
  }
}

/**
 * The employee who makes a call, with the rows that the call may use. `sees`: the id of the only municipality whose
 * rows the call may use, or null for all municipalities. It follows from the endpoint's `municipality`.
 */
export type Caller = SessionEmployee & { sees: number | null }

/** The request and the employee that caused an action, for the logs. */
export type Actor = {
  /** The id of the request. The audit log, the processing log and the server log contain the same id. */
  id: string
  /** The network address of the client. */
  ip: string
  employee: { id: number } | null
}

/** A household in the logs. `occupancy_id` is null when the address has no occupancy, or none today. */
export type Household = { address_id: number; occupancy_id: number | null }

/**
 * The access of a call that shows or changes personal data. The call must report each person and each household whose
 * data it uses.
 */
export type LoggedAccess = {
  /** The purpose that the caller stated, or the default of the call. */
  purpose: PersonalData['purposes'][number]
  /** The months that a scheme row of a household remains after its last day. */
  scheme_months: number
  /** The transaction for all reads and writes of the call. It also contains the log rows of the call. */
  transaction: Db
  /** Records a person whom the call looks up. `person`: a pass number. Returns the key of that person in the logs. */
  recordLookup: (person: string) => string
  /** Returns the key of a person in the logs, and records nothing. `person`: a pass number. */
  keyOf: (person: string) => string
  /** Records a person whose data is shown or changed. `person`: a pass number. */
  recordFound: (person: string) => void
  /** Records a household whose data is shown or changed. Returns its key in the logs. */
  recordHousehold: (household: Household) => string
  /** Records that the call read the schemes of the recorded households. It does not record whether there are any. */
  recordSchemes: () => void
  /** Records the changed values, before and after the change. They never contain data of a person. */
  recordChange: (before: Record<string, string>, after: Record<string, string>) => void
}

/** Runs a task that shows or changes personal data, and writes the logs before the caller gets a reply. */
export type LogAccess = <T>(
  call: { request: FastifyRequest; reply: FastifyReply; actor: Actor & { employee: SessionEmployee | null } },
  personal: PersonalData,
  task: (access: LoggedAccess) => Promise<T>,
) => Promise<T>
