import { sql } from 'kysely'
import { openPool } from '../platform/database/database.ts'

/** Creates a database on a PostgreSQL server as a copy of a template. Returns a function that drops it. */
export async function createPostgresDatabase(server: string, template = 'template1') {
  const name = `loket_test_${crypto.randomUUID().replaceAll('-', '')}`
  const asAdmin = async (statement: ReturnType<typeof sql>) => {
    const admin = openPool({ connectionString: server, max: 1 })
    await statement.execute(admin).finally(() => admin.destroy())
  }
  await asAdmin(sql`create database ${sql.id(name)} template ${sql.id(template)}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { name, url, drop: () => asAdmin(sql`drop database ${sql.id(name)} with (force)`) }
}
