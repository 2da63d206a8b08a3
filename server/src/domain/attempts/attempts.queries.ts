import type { Db } from '../../platform/database/db.ts'
import { firstValue, runSql } from '../../platform/database/statements.queries.ts'
import type { AttemptRate } from '../../platform/runtime/limits.ts'

/** A number of attempts at once (`burst`), and the seconds after which another attempt is allowed, for one key. */
export type AttemptBudget = AttemptRate & { key: string }

class BudgetExceeded extends Error {
  readonly wait_seconds: number
  constructor(wait_seconds: number) {
    super('Too many attempts')
    this.wait_seconds = wait_seconds
  }
}

/**
 * Takes one attempt from each budget and returns 0. If a budget is empty, takes no attempt, and returns the seconds
 * until every budget has an attempt. Call it before the attempt is made, so that simultaneous attempts all count.
 */
export async function takeAttempts(db: Db, budgets: AttemptBudget[]): Promise<number> {
  const keys = budgets.map(({ key }) => key)
  const seconds = budgets.map((budget) => budget.seconds)
  const bursts = budgets.map(({ burst }) => burst)
  try {
    await db.transaction(async (transaction) => {
      await runSql(transaction)`
        insert into attempt_budget as budget (key, spent_until)
        select key, now() + seconds * interval '1 second'
        from unnest(${keys}::text[], ${seconds}::int[]) as taken (key, seconds)
        order by key
        on conflict (key) do update
          set spent_until = greatest(budget.spent_until, now()) + (excluded.spent_until - now())`
      const wait = await firstValue<number>(transaction)`
        select max(ceil(extract(epoch from spent_until - now()) - burst * seconds))::int
        from unnest(${keys}::text[], ${seconds}::int[], ${bursts}::int[]) as taken (key, seconds, burst)
        join attempt_budget using (key)`
      if (wait > 0) throw new BudgetExceeded(wait)
    })
    return 0
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.wait_seconds
    throw error
  }
}

/** Adds one attempt to each budget. Call it after a successful attempt, or after an error of the server. */
export const returnAttempts = (db: Db, budgets: AttemptBudget[]) => runSql(db)`
  update attempt_budget set spent_until = spent_until - seconds * interval '1 second'
  from unnest(${budgets.map(({ key }) => key)}::text[], ${budgets.map(({ seconds }) => seconds)}::int[])
    as returned (key, seconds)
  where returned.key = attempt_budget.key`

/** Deletes at most 1000 full budgets per call, so that the call stays short after an attack with many keys. */
export const deleteFullBudgets = (db: Db) => runSql(db)`
  delete from attempt_budget where key in (
    select key from attempt_budget where spent_until < now() order by spent_until limit 1000 for update skip locked
  )`
