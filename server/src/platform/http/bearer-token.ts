import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns whether a request has this bearer token. The time of the comparison does not depend on the sent token. */
export const hasBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
