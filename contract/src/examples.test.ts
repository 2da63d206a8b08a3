import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint, Reply } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { exampleKeys, exampleReply, exampleRequest } from './examples.ts'

test.each(Object.entries(endpoints))(
  'the example of %s has input that the contract accepts, and a reply without unknown fields',
  (_, endpoint) => {
    const request: Record<string, unknown> = exampleRequest(endpoint, exampleKeys)
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      expect(part in request).toBe(schema !== undefined)
      if (schema) expect(z.safeParse(schema, request[part]).error).toBeUndefined()
    }
    const reply: Reply<Endpoint> = exampleReply(endpoint)
    const schema = endpoint.meta ? z.object({ data: endpoint.data, meta: endpoint.meta }) : endpoint.data
    expect(z.parse(schema, reply)).toEqual(reply)
  },
)
