import { search, suggestStreets } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { searchInTurn } from '../../shared/search-turns.ts'
import { suggestStreets as findStreets } from '../../shared/street-suggestions.queries.ts'
import { searchLine } from './search.ts'

/** The search box and the suggestions of the search forms. Neither knows of residents or their passes. */
export function searchRoutes(app: FastifyInstance, db: Db) {
  answer(app, search, ({ body, employee }) => searchInTurn(db, employee, {}, (turn) => searchLine(turn, body)))

  answer(app, suggestStreets, ({ body, employee }) => searchInTurn(db, employee, {}, (turn) => findStreets(turn, body)))
}
