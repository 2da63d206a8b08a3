// Reasons: docs/lists.md

import * as z from 'zod/mini'

/** The requested page of a list. `cursor` is the `next` of the previous page. */
export const Paging = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
  cursor: z.nullish(z.string().check(z.maxLength(1000))),
}

/**
 * Returns the schema of a list's order: a column for ascending order, or `-` and a column for descending order. Absent:
 * the list's own order. The server sorts the whole list, so each page continues the order of the page before.
 *
 * @__NO_SIDE_EFFECTS__
 */
export const orderBy = <Column extends string>(columns: readonly Column[]) =>
  z.optional(z.enum(columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`])))

/** The `meta` of a page: the cursor of the next page, or null after the last page. */
export const PageMeta = z.object({ next: z.nullable(z.string()) })

/**
 * The `meta` of a page of search results.
 * `close`: no street has the typed name, and the results have a similar street name.
 * `truncated`: the search reached its maximum number of streets and continues on the next page.
 */
export const SearchMeta = z.extend(PageMeta, { close: z.boolean(), truncated: z.boolean() })
export type SearchMeta = z.infer<typeof SearchMeta>
