import { notFound } from './errors.ts'
import type { SessionEmployee } from './session.queries.ts'

/** The municipality that an employee asks about: their own, or any for who works for all; another one is as if it did not exist. */
export function ownMunicipality({ municipality }: SessionEmployee, asked: number): number {
  return municipality === null || municipality.id === asked ? asked : notFound('Deze gemeente is niet bekend')
}
