import { openPool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'

/** Creates a database on a PostgreSQL server as a copy of a template. Returns a function that drops it. */
export async function createPostgresDatabase(server: string, template = 'template1') {
  const name = `loket_test_${crypto.randomUUID().replaceAll('-', '')}`
  const asAdmin = async (statement: ReturnType<typeof sql>) => {
    const admin = openPool({ connectionString: server, max: 1 })
    await statement.execute(admin).finally(() => admin.close())
  }
  await asAdmin(sql`create database ${sql.identifier(name)} template ${sql.identifier(template)}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { name, url, drop: () => asAdmin(sql`drop database ${sql.identifier(name)} with (force)`) }
}
