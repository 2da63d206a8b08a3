import * as z from 'zod/mini'

/** Which page of a list is asked for: `cursor` is the `next` of the page before it. */
export const Paging = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
  cursor: z.nullish(z.string().check(z.maxLength(1000))),
}

/** Beside a page of a list: the cursor of the next page, null after the last. */
export const PageMeta = z.object({ next: z.nullable(z.string()) })

/**
 * Beside a page of a search: `close` when no street has the name that was typed and these are like it; `truncated` when so many
 * streets were gone through that the rest is left to the next page.
 */
export const SearchMeta = z.extend(PageMeta, { close: z.boolean(), truncated: z.boolean() })
export type SearchMeta = z.infer<typeof SearchMeta>
