import * as z from 'zod/mini'

/** A municipality; `id` is its CBS code as a number (Heerlen: 917). */
export const Municipality = z.object({ id: z.number(), name: z.string() })
export type Municipality = z.infer<typeof Municipality>
