import type { FastifyReply } from 'fastify'
import { queueLimits } from '../runtime/limits.ts'
import { makeQueue } from '../runtime/work-queue.ts'

/** A file of one document. */
export type Download = {
  /** The suggested name of the file. */
  name: string
  /** The content type. */
  type: string
  /** Builds the file. It runs after the access was logged, without a connection to the database. */
  build: () => Promise<Buffer>
}

/** Returns the header that suggests the name of a file (RFC 6266). Old browsers read only the ASCII form. */
export function attachmentHeader(name: string) {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed().replace(/[/\\]/g, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const buildQueue = makeQueue(queueLimits.document, {
  message: 'Er worden nu veel documenten gemaakt. Probeer het zo opnieuw.',
})

/** Builds a file and sends it. */
export async function sendDownload(reply: FastifyReply, { name, type, build }: Download) {
  const bytes = await buildQueue.run('everyone', build)
  reply.header('content-disposition', attachmentHeader(name))
  return reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type).send(bytes)
}
