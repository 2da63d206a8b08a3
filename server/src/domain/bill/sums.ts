/** Returns the sum of a number of each item. */
export const sumOf = <Item>(items: Item[], numberOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + numberOf(item), 0)

/** Compares two days: the earlier one is first. */
export const inOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
