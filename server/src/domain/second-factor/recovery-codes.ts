import { randomInt } from 'node:crypto'
import { readableCharacters } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { hashPassword, verifyPassword } from '../sessions/password-hash.ts'
import { findRecoveryCodes } from './second-factor.queries.ts'

const numberOfCodes = 10
const groupLength = 5

const newGroup = () =>
  Array.from({ length: groupLength }, () => readableCharacters[randomInt(readableCharacters.length)]).join('')

/** Returns new recovery codes of 49 bits each, and their hashes. A code is hashed without its hyphen. */
export async function newRecoveryCodes() {
  const groups = Array.from({ length: numberOfCodes }, () => [newGroup(), newGroup()])
  const hashes: string[] = []
  // One after another, so that logins are hashed in between.
  for (const pair of groups) hashes.push(await hashPassword(pair.join('')))
  return { codes: groups.map((pair) => pair.join('-')), hashes }
}

/** Returns the id of an unused recovery code of an employee; undefined for any other text. */
export async function findRecoveryCode(db: Db, employee_id: number, typed: string) {
  for (const { id, code_hash } of await findRecoveryCodes(db, employee_id))
    if (await verifyPassword(code_hash, typed)) return id
  return undefined
}
