import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { AttemptRate } from '../../platform/runtime/limits.ts'

/** The attempts that are allowed under one key. */
export type AttemptBudget = AttemptRate & { key: string }

class Spent extends Error {
  readonly wait: number
  constructor(wait: number) {
    super('tried too often')
    this.wait = wait
  }
}

/**
 * Takes a try from each of these budgets, or from none: gives the seconds to wait until all have one, 0 for a try that was
 * taken. It is taken before it is known how the try ends, so that a thousand at the same moment are a thousand.
 */
export async function takeAttempts(db: Db, budgets: AttemptBudget[]): Promise<number> {
  const keys = budgets.map(({ key }) => key)
  const seconds = budgets.map((budget) => budget.seconds)
  const bursts = budgets.map(({ burst }) => burst)
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`
        insert into attempt_budget as budget (key, spent_until)
        select key, now() + seconds * interval '1 second'
        from unnest(${keys}::text[], ${seconds}::int[]) as asked (key, seconds)
        order by key
        on conflict (key) do update
          set spent_until = greatest(budget.spent_until, now()) + (excluded.spent_until - now())`.execute(transaction)
      const { rows } = await sql<{ wait: number }>`
        select max(ceil(extract(epoch from spent_until - now()) - burst * seconds))::int as wait
        from unnest(${keys}::text[], ${seconds}::int[], ${bursts}::int[]) as asked (key, seconds, burst)
        join attempt_budget using (key)`.execute(transaction)
      const [{ wait } = { wait: 0 }] = rows
      if (wait > 0) throw new Spent(wait)
    })
    return 0
  } catch (error) {
    if (error instanceof Spent) return error.wait
    throw error
  }
}

/** Gives back a try that turned out to be none. */
export const returnAttempts = (db: Db, budgets: AttemptBudget[]) =>
  sql`
    update attempt_budget set spent_until = spent_until - seconds * interval '1 second'
    from unnest(${budgets.map(({ key }) => key)}::text[], ${budgets.map(({ seconds }) => seconds)}::int[])
      as given (key, seconds)
    where given.key = attempt_budget.key`.execute(db)

/** Takes away what no longer holds anybody up: a thousand at a time, whatever an attack has left. */
export const deleteFullBudgets = (db: Db) =>
  sql`
    delete from attempt_budget where key in (
      select key from attempt_budget where spent_until < now() order by spent_until limit 1000 for update skip locked
    )`.execute(db)
