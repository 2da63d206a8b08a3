/** The effort of the random and chaotic tests: 1 in `npm test`, more at night (docs/tests.md). */
export const effort = Number(process.env['TEST_EFFORT'] ?? 1)

/** The seed of random cases. Another seed draws other cases. */
export const testSeed = Number(process.env['TEST_SEED'] ?? 1)

/** Returns one of every ten items, and all of them with an effort of at least ten. */
export const someOf = <Item>(items: Item[]): Item[] => items.filter((_, at) => at % 10 < effort)
