import type { Db } from '../../platform/database/database.ts'
import type { SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { municipalityExists } from './municipalities.queries.ts'

/** The municipality that an employee asks about: their own, or any for who works for all; another one is as if it did not exist. */
export async function ownMunicipality(db: Db, { municipality }: SessionEmployee, asked: number): Promise<number> {
  const theirs = municipality === null || municipality.id === asked
  return theirs && (await municipalityExists(db, asked)) ? asked : notFound('Deze gemeente is niet bekend')
}
