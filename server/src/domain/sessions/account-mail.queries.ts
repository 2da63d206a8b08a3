import type { Db } from '../../platform/database/db.ts'
import { runSql } from '../../platform/database/statements.queries.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

/** Queues a mail to an employee about their account. */
export const insertAccountMail = (transaction: Db, employee_id: number, subject: string, body: string) =>
  runSql(transaction)`
    insert into mail (recipient, subject, body, link_minutes)
    select email, ${subject}, ${body}, ${lifetimes.accountMail_days * 24 * 60}
    from employee where id = ${employee_id}`
