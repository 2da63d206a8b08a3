import pg from 'pg'

/** Returns whether a client is connected to PostgreSQL itself. A pooler gives its clients process ids of its own. */
export async function isDirect(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as pg.Client & { processID: number }).processID
}

/** Receives the notifications on a channel from now on. */
export const listenTo = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)

/** Returns when the server has sent the notifications of all earlier changes. */
export const awaitEarlierChanges = (client: pg.Client) => client.query('select')
