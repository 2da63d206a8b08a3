// Reasons: docs/logs.md

import { createHmac } from 'node:crypto'
import {
  ApiError,
  type AuditAction,
  type AuditResult,
  contactHeader,
  isContactId,
  type PersonalData,
  type Purpose,
  purposeHeader,
  purposesOf,
} from '@rd4-loket/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/db.ts'
import {
  apiVersion,
  type Household,
  type LogAccess,
  type LoggedAccess,
  type SessionEmployee,
} from '../../platform/http/api.ts'
import { invalidField, isOutage, notFound } from '../../platform/http/errors.ts'
import type { Config } from '../../platform/runtime/config.ts'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'
import {
  appendAccess,
  findAddressesOfPasses,
  findContactOfCall,
  findSubjectKey,
  lockAccess,
  type Subjects,
  secondsToWait,
  setSavepoint,
  undoToSavepoint,
} from './access-log.queries.ts'
import type { LogEvent } from './audit-log.queries.ts'

/**
 * Returns the purpose in the header of a request, or the employee's default purpose without that header. Throws 422 for
 * a purpose for which the employee may not make this call.
 */
function purposeOf({ headers }: FastifyRequest, personal: PersonalData, employee: SessionEmployee): Purpose {
  const purposes = purposesOf(personal, employee)
  const header = headers[purposeHeader]
  if (header === undefined) return purposes[0]
  return purposes.find((purpose) => purpose === header) ?? invalidField(purposeHeader, 'Kies een doel uit de lijst')
}

/**
 * Returns whether an error is a rejection of the call (4xx). A rejection can reveal something about a resident, so it
 * is logged like a successful access.
 */
const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** The text of the 409 for a call whose contact has another address than the data. */
const otherCustomerText = 'Deze gegevens zijn van een andere klant. Open het adres opnieuw.'

/** Returns the key of a household in the logs. */
export const householdKey = (secret: string | Buffer, { address_id, occupancy_id }: Household) =>
  createHmac('sha256', secret)
    .update(`household:${address_id}:${occupancy_id ?? ''}`)
    .digest('hex')

/**
 * Collects the subjects of one access, and returns the functions that record them. A subject's key in the logs is an
 * HMAC-SHA256 of its pass number, or of a text for the household. That text contains lower-case letters and a pass
 * number does not, so a pass and a household never have the same key.
 */
function collectSubjects(secret: string | Buffer) {
  const lookedUp = new Set<string>()
  const found: Subjects = new Map()
  const foundPasses: string[] = []
  const addresses = new Set<number>()
  const keyOf = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const recordLookup = (pass_number: string) => {
    const key = keyOf(pass_number)
    lookedUp.add(key)
    return key
  }
  const recordFound = (pass_number: string) => {
    found.set(recordLookup(pass_number), 'environmental_pass_hmac_sha256')
    foundPasses.push(pass_number)
  }
  const recordHousehold = (household: Household) => {
    const key = householdKey(secret, household)
    addresses.add(household.address_id)
    found.set(key, 'household_hmac_sha256')
    return key
  }
  return { lookedUp, found, foundPasses, addresses, record: { keyOf, recordLookup, recordFound, recordHousehold } }
}

/**
 * Returns the contact that a request states, or undefined without its header. Throws 404 for a contact of another
 * employee, and 409 for a closed one.
 */
async function contactOf({ headers }: FastifyRequest, transaction: Db, employee: SessionEmployee) {
  const header = headers[contactHeader]
  if (header === undefined) return undefined
  const contact = isContactId(header) ? await findContactOfCall(transaction, employee.id, header) : undefined
  if (!contact) return notFound('Deze klant is niet bij u open')
  if (contact.is_closed) throw new ApiError(409, 'Deze klant is afgesloten. Open het adres opnieuw.')
  return contact
}

const accessQueue = makeQueue(queueLimits.access, { message: 'Het is nu druk aan de balie. Probeer het zo opnieuw.' })

/**
 * Returns the function that runs every access to data of residents and households. It limits the passes that an
 * employee looks up per minute. If an access cannot be written to both logs, the function throws 503 and rolls back the
 * changes of the access.
 */
export function accessLog(
  db: Db,
  {
    pass_limit,
    subject_secret,
    keep_months,
  }: Pick<Config, 'pass_limit' | 'subject_secret'> & { keep_months: Pick<Config['keep_months'], 'schemes'> },
): LogAccess {
  let secret: string | Buffer | undefined = subject_secret

  return async ({ request, reply, actor }, personal, task) => {
    const { employee } = actor
    if (!employee) throw new ApiError(401, 'Log in om verder te gaan')
    const { action } = personal
    const purpose = purposeOf(request, personal, employee)
    const start_time = new Date(Date.now() - reply.elapsedTime)
    const requireLogged = <T>(logging: Promise<T>) =>
      logging.catch((error: object): never => {
        if (isOutage(error)) throw error
        request.log.error({ err: error }, 'access not logged')
        throw new ApiError(503, 'Dit kan nu niet worden vastgelegd. Daarom tonen we niets. Probeer het zo opnieuw.')
      })

    const outcome = await accessQueue.run('everyone', () =>
      db.transaction(async (transaction) => {
        const count = async () => {
          await lockAccess(transaction, employee.id)
          return secondsToWait(transaction, employee.id, pass_limit)
        }
        const seconds = personal.pass_limit && (await requireLogged(count()))
        secret ??= await requireLogged(findSubjectKey(transaction))
        const { lookedUp, found, foundPasses, addresses, record } = collectSubjects(secret)
        /** Returns the pass that was looked up. Without a pass, returns the address that all found households share. */
        const objectOf = () => {
          const [pass_key] = lookedUp
          if (pass_key !== undefined) return { kind: 'pass' as const, key: pass_key }
          const [address_id] = addresses
          return address_id === undefined || addresses.size > 1 ? undefined : { address_id }
        }
        /** Throws 409 when the call used data of another address than that of the contact. */
        const requireSameCustomer = async (contact: { address_id: number | null }) => {
          const used = [...addresses, ...(await findAddressesOfPasses(transaction, foundPasses))]
          if (used.some((address_id) => address_id !== contact.address_id)) throw new ApiError(409, otherCustomerText)
        }
        let change: LogEvent<AuditAction>['change'] | undefined
        const recordChange: LoggedAccess['recordChange'] = (before, after) => {
          change = { before, after }
        }
        let readsSchemes = false
        const recordSchemes = () => {
          readsSchemes = true
        }
        const log = async (logged: AuditAction, result: AuditResult, processed = action) => {
          if (personal.only_if_found && found.size === 0) return
          await appendAccess(transaction, actor, {
            // A rejected call changed nothing.
            event: { action: logged, result, object: objectOf(), ...(result === 'done' && change && { change }) },
            subjects: found,
            processing: { action: processed, purpose, start_time, version: apiVersion },
          })
        }

        if (seconds !== undefined) {
          await requireLogged(log('exceed_pass_limit', 'refused'))
          reply.header('retry-after', seconds)
          return { rejection: new ApiError(429, 'U hebt in een minuut te veel passen opgezocht. Wacht even.') }
        }
        // A GET writes nothing that a rejection must undo.
        const writes = request.method !== 'GET'
        if (writes) await setSavepoint(transaction)
        try {
          const contact = await contactOf(request, transaction, employee)
          const scheme_months = keep_months.schemes
          const result = await task({ purpose, scheme_months, transaction, recordChange, recordSchemes, ...record })
          if (contact) await requireSameCustomer(contact)
          await requireLogged(log(action, 'done'))
          if (readsSchemes) await requireLogged(log('show_schemes', 'done', 'show_schemes'))
          return { result }
        } catch (rejection) {
          if (!isRejection(rejection)) throw rejection
          if (writes) await undoToSavepoint(transaction)
          await requireLogged(log(action, rejection.status === 404 ? 'not_found' : 'refused'))
          return { rejection }
        }
      }),
    )
    if ('rejection' in outcome) throw outcome.rejection
    return outcome.result
  }
}
