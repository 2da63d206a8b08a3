import { apiDocument } from '../app/openapi.ts'
import type { Command } from '../platform/runtime/command.ts'

/** Prints what `/api/v1/openapi.json` answers. */
export const printApiDocument: Command = {
  name: 'openapi',
  summary: 'toont de beschrijving van de API (OpenAPI 3.1, JSON)',
  database: 'none',
  run: async () => JSON.stringify(apiDocument(), undefined, 2),
}
