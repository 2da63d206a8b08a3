import { createHash } from 'node:crypto'
import { type Day, dutchMoment, newYear, textOf } from '../src/platform/runtime/days.ts'
import type { DemoHistory } from './history.ts'
import type { Writer } from './rows.ts'

const morning = 5 * 3600

/** The file and the line that report a clearance. */
export type DeliveredLine = { batch_id: number; source_line: number }

/**
 * Returns functions that assign the next line of a delivered file to a clearance. The supplier delivers one file per
 * month, on the third day of the next month. The files and their hashes are made up, as the names of the files state.
 */
export function deliveryWriter(writer: Writer, { from, until, billedYear, suppliedLate_on }: DemoHistory) {
  const batch = writer.table('clearance_batch', {
    id: 'int',
    source: 'text',
    sha256: 'text',
    updated_until: 'day',
    loaded_at: 'moment',
  })
  /** Adds a file, whose first line has the names of the columns. */
  function addFile(period: string, updated_until: Day, loaded_on: Day): DeliveredLine {
    const id = batch.nextId()
    const source = `verzonnen-ledigingen-${period}.csv`
    const sha256 = createHash('sha256').update(source).digest('hex')
    batch.add({ id, source, sha256, updated_until, loaded_at: dutchMoment(loaded_on, morning) })
    return { batch_id: id, source_line: 1 }
  }

  const fileOf = new Map<Day, DeliveredLine>()
  const months = Map.groupBy(
    Array.from({ length: until - from + 1 }, (_, index) => from + index),
    (day) => textOf(day).slice(0, 7),
  )
  for (const [month, days] of months) {
    const last = days.at(-1) ?? until
    const file = addFile(month, last, Math.min(last + 3, until + 1))
    for (const day of days) fileOf.set(day, file)
  }
  const lateFile = addFile(`${billedYear}-nalevering`, newYear(billedYear + 1) - 1, suppliedLate_on)

  const nextLineOf = (file: DeliveredLine) => {
    file.source_line += 1
    return { ...file }
  }
  return {
    lineOf: (day: Day) => nextLineOf(fileOf.get(day) ?? lateFile),
    /** Returns the line of a clearance that is delivered after the assessments. */
    lateLine: () => nextLineOf(lateFile),
  }
}
