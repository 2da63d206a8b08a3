import { ApiError, cancelRollRequest, findResident, listRollRequests, requestRolls } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer, idempotencyKey } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { notFound } from '../../shared/errors.ts'
import { makeTurns } from '../../shared/turns.ts'
import { findResidentOfPass } from './residents.queries.ts'
import { cancelRequest, findRollRequests } from './roll-requests.queries.ts'
import { handOutRolls } from './roll-requests.ts'

// Half of the connections: while handing out has to wait for a lock, or is slow, everything else goes on.
const issueInTurn = makeTurns({
  atOnce: 2,
  patience_ms: 3000,
  refusal: 'Het is nu druk met uitgeven. Probeer het zo opnieuw.',
})

/** The pass desk: a resident by pass, and rolls for that pass. */
export function residentRoutes(app: FastifyInstance, db: Db) {
  answer(
    app,
    findResident,
    async ({ body, employee }) =>
      (await findResidentOfPass(db, employee, body.environmental_pass_number)) ??
      notFound('Deze pas is niet bekend in uw gemeente'),
  )

  answer(app, requestRolls, ({ body, employee, request }) =>
    issueInTurn('everyone', () => handOutRolls(db, employee, body, idempotencyKey(request))),
  )

  answer(app, cancelRollRequest, async ({ params, employee }) => {
    const cancelled = await cancelRequest(db, employee.id, Number(params.request_id))
    if (!cancelled) throw new ApiError(409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    return cancelled
  })

  answer(app, listRollRequests, ({ query, employee }) => findRollRequests(db, employee.municipality?.id ?? null, query))
}
