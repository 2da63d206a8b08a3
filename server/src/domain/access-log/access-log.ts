import { createHmac } from 'node:crypto'
import {
  ApiError,
  type AuditAction,
  type AuditResult,
  type PersonalData,
  type Purpose,
  purposeHeader,
} from '@rd4-loket/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { apiVersion, type LogAccess } from '../../platform/http/api.ts'
import { invalidField, isOutage } from '../../platform/http/errors.ts'
import type { Config } from '../../platform/runtime/config.ts'
import { queueLimits } from '../../platform/runtime/limits.ts'
import { makeQueue } from '../../platform/runtime/work-queue.ts'
import {
  appendProcessing,
  findSubjectKey,
  lockAccess,
  secondsToWait,
  setSavepoint,
  undoToSavepoint,
} from './access-log.queries.ts'
import { appendAuditEvent } from './audit-log.queries.ts'

/**
 * Returns the purpose in the header of a request, or the first allowed purpose without that header. Throws 422 for a
 * purpose that this call does not allow.
 */
function purposeOf({ headers }: FastifyRequest, { purposes }: PersonalData): Purpose {
  const header = headers[purposeHeader]
  if (header === undefined) return purposes[0]
  return purposes.find((purpose) => purpose === header) ?? invalidField(purposeHeader, 'Kies een doel uit de lijst')
}

/**
 * Returns whether an error is a rejection of the call (4xx). A rejection can reveal something about a resident, so it
 * is logged like a successful access.
 */
const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** Collects the keys of the residents in one access. A key is the HMAC-SHA256 of a pass number. */
function collectResidents(secret: string | Buffer) {
  const lookedUp = new Set<string>()
  const found = new Set<string>()
  const recordLookup = (pass_number: string) => {
    const key = createHmac('sha256', secret).update(pass_number).digest('hex')
    lookedUp.add(key)
    return key
  }
  return {
    lookedUp,
    found,
    recordLookup,
    recordFound: (pass_number: string) => void found.add(recordLookup(pass_number)),
  }
}

const accessQueue = makeQueue(queueLimits.access, { message: 'Het is nu druk aan de balie. Probeer het zo opnieuw.' })

/**
 * Returns the function that runs every access to data of residents. It limits the passes that an employee looks up
 * per minute. If an access cannot be written to the audit log and the processing log, it throws 503 and rolls back.
 */
export function accessLog(
  db: Db,
  { pass_limit, subject_secret }: Pick<Config, 'pass_limit' | 'subject_secret'>,
): LogAccess {
  let secret: string | Buffer | undefined = subject_secret

  return async ({ request, reply, actor }, personal, task) => {
    const { employee } = actor
    if (!employee) throw new ApiError(401, 'Log in om verder te gaan')
    const { action } = personal
    const purpose = purposeOf(request, personal)
    const start_time = new Date(Date.now() - reply.elapsedTime)
    const requireLogged = <T>(logging: Promise<T>) =>
      logging.catch((error: object): never => {
        if (isOutage(error)) throw error
        request.log.error({ err: error }, 'access not logged')
        throw new ApiError(503, 'Dit kan nu niet worden vastgelegd. Daarom tonen we niets. Probeer het zo opnieuw.')
      })

    const outcome = await accessQueue.run('everyone', () =>
      db.transaction().execute(async (transaction) => {
        const count = async () => {
          await lockAccess(transaction, employee.id)
          return secondsToWait(transaction, employee.id, pass_limit)
        }
        const seconds = await requireLogged(count())
        secret ??= await requireLogged(findSubjectKey(transaction))
        const { lookedUp, found, recordLookup, recordFound } = collectResidents(secret)
        const log = async (logged: AuditAction, result: AuditResult) => {
          const [key] = lookedUp
          const object = key === undefined ? undefined : { kind: 'pass', key }
          await appendAuditEvent(transaction, actor, {
            action: logged,
            result,
            object,
            result_count: found.size,
            purpose,
          })
          await appendProcessing(transaction, found, {
            trace_id: actor.id,
            action,
            purpose,
            start_time,
            version: apiVersion,
          })
        }

        if (seconds !== undefined) {
          await requireLogged(log('exceed_pass_limit', 'refused'))
          reply.header('retry-after', seconds)
          return { rejection: new ApiError(429, 'U hebt in een minuut te veel passen opgezocht. Wacht even.') }
        }
        await setSavepoint(transaction)
        try {
          const result = await task({ purpose, transaction, recordLookup, recordFound })
          await requireLogged(log(action, 'done'))
          return { result }
        } catch (rejection) {
          if (!isRejection(rejection)) throw rejection
          await undoToSavepoint(transaction)
          await requireLogged(log(action, rejection.status === 404 ? 'not_found' : 'refused'))
          return { rejection }
        }
      }),
    )
    if ('rejection' in outcome) throw outcome.rejection
    return outcome.result
  }
}
