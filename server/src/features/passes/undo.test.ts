import { cancelRollIssue, listUndoable, mayUndo, undoPassChange } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertPass } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowOf } from '../../test/test-database.ts'

const { call, db } = await testServer()
const { id: address_id } = await insertAddress(db, {})
const { id: pass_id } = await insertPass(db, { address_id, number: '0101010101' })

const colleague = 'Alleen wie dit deed, kan het ongedaan maken'
const late = 'Dit kan alleen binnen vijf minuten ongedaan worden gemaakt'

/** Inserts an action of the employee `municipal` or of a colleague, and returns its id. */
async function insertAction(table: 'roll_issue' | 'pass_change', isOwn: boolean, seconds_ago: number) {
  const employee = sql`(select id from employee where email = ${isOwn ? 'municipal@loket.example' : 'both@loket.example'})`
  const at = sql`now() - make_interval(secs => ${seconds_ago})`
  const { id } = await rowOf<{ id: number }>(
    db,
    table === 'roll_issue'
      ? sql`insert into roll_issue (environmental_pass_id, employee_id, rolls, requested_at)
          values (${pass_id}, ${employee}, 1, ${at}) returning id`
      : sql`insert into pass_change (environmental_pass_id, kind, employee_id, old_status, changed_at)
          values (${pass_id}, 'block', ${employee}, 'active', ${at}) returning id`,
  )
  return id
}

describe.each([
  { is_own: true, seconds_ago: 0, refusal: undefined },
  { is_own: true, seconds_ago: 290, refusal: undefined },
  { is_own: true, seconds_ago: 300, refusal: late },
  { is_own: true, seconds_ago: 310, refusal: late },
  { is_own: false, seconds_ago: 0, refusal: colleague },
  { is_own: false, seconds_ago: 310, refusal: colleague },
])('an action with own $is_own, $seconds_ago seconds ago, is refused with $refusal', ({ refusal, ...action }) => {
  test('by the rule', () => {
    expect(mayUndo(action)).toBe(refusal)
  })

  test.each(['roll_issue', 'pass_change'] as const)('by the list and by the undo of a %s', async (table) => {
    await sql`delete from pass_change`.execute(db)
    await sql`delete from roll_issue`.execute(db)
    const id = await insertAction(table, action.is_own, action.seconds_ago)
    const listed = await call('municipal', listUndoable, {})
    expect(listed.map((it) => it.id)).toEqual(refusal === undefined ? [id] : [])
    const undoing =
      table === 'roll_issue'
        ? call('municipal', cancelRollIssue, { params: { request_id: String(id) } })
        : call('municipal', undoPassChange, { params: { change_id: String(id) } })
    if (refusal === undefined) await undoing
    else await expect(undoing).rejects.toMatchObject({ status: 409, message: refusal })
  })
})
