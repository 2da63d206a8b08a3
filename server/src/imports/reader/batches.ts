import type { CsvRow } from '../../platform/files/csv-rows.ts'

const usualSize = 5000

/** Yields rows in batches of a size. Consecutive rows of a group stay in one batch, up to twice that size. */
export async function* inBatches(
  rows: AsyncIterable<CsvRow>,
  groupOf: ((row: CsvRow) => string | undefined) | undefined,
  batchSize = usualSize,
) {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    const last = batch.at(-1)
    if (last && batch.length >= batchSize) {
      const [before, after] = [groupOf?.(last), groupOf?.(row)]
      const isSameGroup = groupOf && (before === after || before === undefined || after === undefined)
      if (!isSameGroup || batch.length >= 2 * batchSize) {
        yield batch
        batch = []
      }
    }
    batch.push(row)
  }
  if (batch.length > 0) yield batch
}
