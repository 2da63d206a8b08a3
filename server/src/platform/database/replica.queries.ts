import type pg from 'pg'

async function firstNumber(pool: pg.Pool, text: string) {
  const { rows } = await pool.query<{ position: number }>(text)
  return Number(rows[0]?.position)
}

/** Returns the position of the last change of the leader, in bytes. */
export const findWritePosition = (leader: pg.Pool) =>
  firstNumber(leader, `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as position`)

/** Returns the position of the last change that a replica has applied, in bytes. A promoted replica is a leader. */
export const findReplayPosition = (replica: pg.Pool) =>
  firstNumber(
    replica,
    `select pg_wal_lsn_diff(
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0') as position`,
  )
