/** One check of the running product. `run` returns what it saw, and throws a Fault when the product is at fault. */
export type Check = { name: string; run: () => Promise<string> }

/** A fault of the product that a check found. */
export class Fault extends Error {}

/** A check that cannot run on this machine. */
export class Skipped extends Error {}

type ResultRow = { check: string; result: 'passed' | 'failed' | 'skipped'; detail: string }

/** Throws a Fault with all faults; does nothing when there are none. */
export function expectNone(faults: string[]) {
  if (faults.length > 0) throw new Fault([...new Set(faults)].slice(0, 5).join('; '))
}

async function resultOf({ name, run }: Check): Promise<ResultRow> {
  try {
    return { check: name, result: 'passed', detail: await run() }
  } catch (error) {
    const { message, stack = message } = error as Error
    if (error instanceof Skipped) return { check: name, result: 'skipped', detail: message }
    // An unexpected error needs the place in the code.
    return {
      check: name,
      result: 'failed',
      detail: error instanceof Fault ? message : stack.replaceAll(/\s*\n\s*/g, ' '),
    }
  }
}

/** Runs the checks one after another, prints one table, and returns the number of failed checks. */
export async function runChecks(checks: Check[]): Promise<number> {
  const rows: ResultRow[] = []
  for (const check of checks) {
    const row = await resultOf(check)
    rows.push(row)
    if (process.stderr.isTTY) console.error(`${row.result}: ${row.check}`)
  }
  const width = Math.max(...rows.map(({ check }) => check.length))
  console.log(`${'check'.padEnd(width)}  result   detail`)
  for (const { check, result, detail } of rows) console.log(`${check.padEnd(width)}  ${result.padEnd(7)}  ${detail}`)
  const count = (wanted: ResultRow['result']) => rows.filter(({ result }) => result === wanted).length
  console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  return count('failed')
}
