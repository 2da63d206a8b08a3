import type { Db } from '../platform/database/db.ts'
import { firstRow } from '../platform/database/statements.queries.ts'

type MainRows = Record<'addresses' | 'passes' | 'roll_issues' | 'clearances' | 'employees', number>

/** Returns the number of rows of the tables that an administrator can judge. */
export const countMainRows = (db: Db) =>
  firstRow<MainRows>(db)`
    select (select count(*) from address) as addresses,
      (select count(*) from environmental_pass) as passes,
      (select count(*) from roll_issue) as roll_issues,
      (select count(*) from clearance) as clearances,
      (select count(*) from employee) as employees` as Promise<MainRows>
