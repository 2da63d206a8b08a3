import { listAllowances, saveAllowance } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { ownMunicipality } from '../../shared/own-municipality.ts'
import type { SessionEmployee } from '../../shared/session.queries.ts'
import { findAllowances, saveRolls } from './allowances.queries.ts'

/** How many rolls of bags a pass may have, per municipality and year. */
export function allowanceRoutes(app: FastifyInstance, db: Db) {
  const asked = (employee: SessionEmployee, { municipality_id }: { municipality_id: string }) =>
    ownMunicipality(db, employee, Number(municipality_id))

  answer(app, listAllowances, async ({ params, employee }) => findAllowances(db, await asked(employee, params)))

  answer(app, saveAllowance, async ({ params, body, employee }) => {
    const year = Number(params.year)
    await saveRolls(db, await asked(employee, params), year, body.rolls)
    return { year, rolls: body.rolls }
  })
}
