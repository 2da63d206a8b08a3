/** Returns the sum of a number of each item. */
export const sumOf = <Item>(items: Item[], numberOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + numberOf(item), 0)
