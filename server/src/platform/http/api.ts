import type { PersonalData, Role } from '@rd4-loket/contract/general'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'

/** The version of the API, which every response carries. */
export const apiVersion = '1.0.0'

/** What every route needs of the server. `app/app.ts` builds the only value. */
export type Api = {
  app: FastifyInstance
  /** The database that handlers use. For searches it can be a replica. */
  db: Db
  /** Returns the employee of a request. Throws 401 without a live session. */
  authenticate: (request: FastifyRequest) => Promise<SessionEmployee>
  logAccess: LogAccess
  /** Adds an export to the audit log, also for routes that read from a replica. */
  logExport: (actor: Actor, list: { name: string; rows: number }) => Promise<void>
}

/** The employee behind a call, with the session that the call used. */
export type SessionEmployee = {
  id: number
  session_id: string
  email: string
  name: string
  roles: Role[]
  renew_password: boolean
  municipality: { id: number; name: string } | null
}

/** The author of an action, for the audit log. */
export type Actor = {
  /** The id of the request. The processing log and the server's own log carry it too. */
  id: string
  /** The network address of the client. */
  ip: string
  employee: { id: number } | null
}

/** A call that shows or changes personal data. It names the people whose data it needs. */
export type LoggedAccess = {
  /** Carries all reads and writes of the call, and its log rows. All are committed together, or none. */
  transaction: Db
  /** Records a person whose data is looked up, by their external number. Returns the key of that person in the logs. */
  recordLookup: (person: string) => string
  /** Records a person whose data is in the reply, or was changed. */
  recordFound: (person: string) => void
}

/** Runs a task that shows or changes personal data, and writes the logs before the caller gets a reply. */
export type LogAccess = <T>(
  call: { request: FastifyRequest; reply: FastifyReply; actor: Actor },
  personal: PersonalData,
  task: (access: LoggedAccess) => Promise<T>,
) => Promise<T>
