import { createHmac } from 'node:crypto'
import {
  ApiError,
  type AuditAction,
  type AuditResult,
  type PersonalData,
  Purpose,
  purposeHeader,
} from '@rd4-loket/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { invalidInput, isOutage } from '../../platform/http/errors.ts'
import type { Config } from '../../platform/runtime/config.ts'
import { makeTurns } from '../../platform/runtime/work-queue.ts'
import {
  appendProcessing,
  findSubjectKey,
  lockLooks,
  secondsToWait,
  setSavepoint,
  undoToSavepoint,
} from './access-log.queries.ts'
import { appendAuditEvent } from './audit-log.queries.ts'

/** What shows or changes the data of residents works through this. */
export type Look = {
  /** Everything is read and written in it, the logs too: it is kept or undone as a whole. */
  transaction: Db
  /** Says whose pass is asked for, there or not; gives the key under which the logs know it. */
  seeks: (pass_number: string) => string
  /** Says whose data is there: it is in the reply, or changed. */
  finds: (pass_number: string) => void
}

/** Does what shows or changes the data of residents, and logs it before anybody learns how it went. */
export type LogLook = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  personal: PersonalData,
  task: (look: Look) => Promise<T>,
) => Promise<T>

function purposeOf({ headers }: FastifyRequest): Purpose | undefined {
  const named = headers[purposeHeader]
  if (named === undefined) return undefined
  const { success, data } = Purpose.safeParse(named)
  if (!success) throw new ApiError(422, invalidInput, { [purposeHeader]: ['Kies een doel uit de lijst'] })
  return data
}

/** What the employee is to read is no failure: that it was tried is kept. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** The people of one look, by the keys under which the logs know them. */
function peopleOf(secret: string | Buffer) {
  const sought = new Set<string>()
  const found = new Set<string>()
  const seeks = (pass_number: string) => {
    const subject = createHmac('sha256', secret).update(pass_number).digest('hex')
    sought.add(subject)
    return subject
  }
  return { sought, found, seeks, finds: (pass_number: string) => void found.add(seeks(pass_number)) }
}

// Half of the connections: while looks have to wait for a lock, or are slow, everything else goes on.
const lookInTurn = makeTurns({
  atOnce: 2,
  patience_ms: 3000,
  refusal: 'Het is nu druk aan de balie. Probeer het zo opnieuw.',
})

/** Makes the one way to residents' data: so many passes a minute, each look in both logs, or nothing at all. */
export function logLooks(
  db: Db,
  { pass_limit, subject_secret }: Pick<Config, 'pass_limit' | 'subject_secret'>,
): LogLook {
  let secret: string | Buffer | undefined = subject_secret

  return async (request, reply, { action, purpose: usual }, task) => {
    const { id: trace_id, employee } = request
    if (!employee) throw new ApiError(401, 'Log in om verder te gaan')
    const purpose = purposeOf(request) ?? usual
    const start_time = new Date(Date.now() - reply.elapsedTime)
    const orNothing = <T>(logging: Promise<T>) =>
      logging.catch((error: object): never => {
        if (isOutage(error)) throw error
        request.log.error({ err: error }, 'look not logged')
        throw new ApiError(503, 'Dit kan nu niet worden vastgelegd. Daarom tonen we niets. Probeer het zo opnieuw.')
      })

    const outcome = await lookInTurn('everyone', () =>
      db.transaction().execute(async (transaction) => {
        const count = async () => {
          await lockLooks(transaction, employee.id)
          return secondsToWait(transaction, employee.id, pass_limit)
        }
        const seconds = await orNothing(count())
        secret ??= await orNothing(findSubjectKey(transaction))
        const { sought, found, seeks, finds } = peopleOf(secret)
        const keep = async (kept: AuditAction, result: AuditResult) => {
          const [key] = sought
          const object = key === undefined ? undefined : { kind: 'pass', key }
          await appendAuditEvent(transaction, request, {
            action: kept,
            result,
            object,
            result_count: found.size,
            purpose,
          })
          await appendProcessing(transaction, found, { trace_id, action, purpose, start_time })
        }

        if (seconds !== undefined) {
          await orNothing(keep('walk_passes', 'refused'))
          reply.header('retry-after', seconds)
          return { refusal: new ApiError(429, 'U hebt in een minuut te veel passen opgezocht. Wacht even.') }
        }
        await setSavepoint(transaction)
        try {
          const answer = await task({ transaction, seeks, finds })
          await orNothing(keep(action, 'done'))
          return { answer }
        } catch (refusal) {
          if (!isRefusal(refusal)) throw refusal
          await undoToSavepoint(transaction)
          await orNothing(keep(action, refusal.status === 404 ? 'not_found' : 'refused'))
          return { refusal }
        }
      }),
    )
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.answer
  }
}
