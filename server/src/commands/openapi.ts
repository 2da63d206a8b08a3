import { apiDocument } from '../shared/openapi.ts'
import type { Command } from './command.ts'

/** Prints what `/api/v1/openapi.json` answers. */
export const printApiDocument: Command = {
  name: 'openapi',
  summary: 'toont de beschrijving van de API (OpenAPI 3.1, JSON)',
  database: 'none',
  run: async () => JSON.stringify(apiDocument(), undefined, 2),
}
