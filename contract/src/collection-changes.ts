import * as z from 'zod/mini'
import { Moment } from './fields.ts'

/** Who changed something of the collections last, and when; nobody's name is left of who is employee no more, or of a command. */
export const LastChange = z.object({ by: z.nullable(z.string()), at: Moment })
export type LastChange = z.infer<typeof LastChange>
