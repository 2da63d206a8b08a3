import { expect, test } from 'vitest'
import { explainError } from './explain.ts'

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['a refused connection', coded('ECONNREFUSED')],
  ['a server that is still starting', coded('57P03')],
  ['a connection that takes too long', new Error('timeout exceeded when trying to connect')],
  ['a firewall that drops data', new Error('Connection terminated due to connection timeout')],
])('explains %s as an unreachable database', (_, error) => {
  expect(explainError(error)).toBe('De database van DATABASE_URL is niet bereikbaar.')
})

test.each([
  ['that the server reset', coded('ECONNRESET')],
  ['that an administrator ended', coded('57P01')],
  ['that fell silent', coded('ETIMEDOUT', 'PostgreSQL fell silent')],
  ['that ended a transaction that was idle', coded('25P03')],
  ['that ended during a statement', new Error('Connection terminated unexpectedly')],
  ['that ended between two statements', new Error('Client has encountered a connection error and is not queryable')],
  ['that was discarded after a failed rollback', new Error('The connection has been discarded')],
])('explains the loss of a connection %s', (_, error) => {
  expect(explainError(error)).toBe('De verbinding met de database is weggevallen. Probeer het opnieuw.')
})

test.each([
  ['ENOSPC', 'De schijf is vol.'],
  ['EDQUOT', 'De schijf is vol.'],
  ['53100', 'De schijf van de database is vol.'],
])('explains the code %s as a full disk', (code, sentence) => {
  expect(explainError(coded(code, 'could not extend file: No space left on device'))).toBe(sentence)
})

test('the log does not explain an unknown error', () => {
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined()
})
