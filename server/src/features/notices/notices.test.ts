import { addNotice, changeNotice, listNotices, listNoticesToEdit, removeNotice } from '@rd4-loket/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
await insertAddress(db, { street: 'Markt', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
const always = {
  title: 'Balie dicht',
  html: '<p>Maandag is de balie dicht.</p>',
  valid_from: '2020-01-01',
  valid_to: '2099-12-31',
}

beforeEach(() => sql`delete from notice`.execute(db))

test('S2.12 a notice is on the dashboard of employees of the municipality during its period', async () => {
  const notice = await call('municipal', addNotice, { body: always })
  expect(notice).toMatchObject({ ...always, municipality: { id: 917, name: 'Heerlen' } })
  expect(await call('municipal', listNotices, {})).toEqual([notice])
  await call('municipal', changeNotice, {
    params: { notice_id: String(notice.id) },
    body: { ...always, valid_to: '2020-12-31' },
  })
  expect(await call('municipal', listNotices, {})).toEqual([])
  expect(await call('municipal', listNoticesToEdit, {})).toMatchObject([{ id: notice.id, valid_to: '2020-12-31' }])
  await call('municipal', removeNotice, { params: { notice_id: String(notice.id) } })
  expect(await call('municipal', listNoticesToEdit, {})).toEqual([])
})

test('a notice has no direction marks and no unreadable characters, however they are written', async () => {
  const html = '<p>Dicht\u202e&#x202d;&rlm;</p>\n<p>Morgen</p>'
  expect((await call('municipal', addNotice, { body: { ...always, html } })).html).toBe('<p>Dicht</p>\n<p>Morgen</p>')
  await expect(call('municipal', addNotice, { body: { ...always, html: '<p>Dicht&#x1b;</p>' } })).rejects.toMatchObject(
    { status: 422, errors: { html: ['Hier staat een teken dat niet gelezen kan worden'] } },
  )
})

test('a change and a removal leave another notice of the municipality as it is', async () => {
  const [first, second] = [
    await call('municipal', addNotice, { body: { ...always, title: 'Een' } }),
    await call('municipal', addNotice, { body: { ...always, title: 'Twee' } }),
  ]
  for (const { id, title } of [first, second]) {
    const params = { notice_id: String(id) }
    expect(await call('municipal', changeNotice, { params, body: { ...always, title: `${title}!` } })).toMatchObject({
      id,
      title: `${title}!`,
    })
  }
  await call('municipal', removeNotice, { params: { notice_id: String(first.id) } })
  expect(await call('municipal', listNoticesToEdit, {})).toMatchObject([{ id: second.id, title: 'Twee!' }])
})

test('S2.12 an employee of all municipalities sees the notices of all municipalities', async () => {
  await sql`update employee set municipality_id = null where email = 'bsgw@loket.example'`.execute(db)
  await insertRow(db, 'notice', { ...always, title: 'Heerlen', municipality_id: 917 })
  await insertRow(db, 'notice', { ...always, title: 'Kerkrade', municipality_id: 928 })
  expect((await call('bsgw', listNotices, {})).map(({ title }) => title)).toEqual(['Kerkrade', 'Heerlen'])
  expect((await call('municipal', listNotices, {})).map(({ title }) => title)).toEqual(['Heerlen'])
})

test('S5.2 stores rich text without unsafe markup, and prepends https:// to a bare link', async () => {
  const html = '<p>Zie <a href="www.rd4.nl" onclick="x()">Rd4</a></p><script>x()</script>'
  const notice = await call('municipal', addNotice, { body: { ...always, html } })
  expect(notice.html).toBe('<p>Zie <a href="https://www.rd4.nl" rel="noopener noreferrer">Rd4</a></p>')
  const plain = '<p>Zie <a href="http://rd4.nl" rel="noopener noreferrer">Rd4</a></p>'
  expect((await call('municipal', addNotice, { body: { ...always, html: plain } })).html).toBe(plain)
})

test('an employee of all municipalities adds a notice for all of them, but not for an unknown municipality', async () => {
  await sql`
    update employee set municipality_id = null, roles = '{municipal_employee,administrator}'
    where email = 'administrator@loket.example'`.execute(db)
  await expect(call('administrator', addNotice, { body: { ...always, municipality_id: 9 } })).rejects.toMatchObject({
    status: 404,
    message: 'Deze gemeente is niet bekend',
  })
  const { id } = await call('administrator', addNotice, { body: always })
  const { rows } = await sql`
    select new_values ->> 'municipality' as logged from audit_event
    where action = 'change_notice' and object_key = ${`${id}`}`.execute(db)
  expect(rows).toEqual([{ logged: 'Alle gemeenten' }])
})

test.each([
  [{ title: '' }, 'title'],
  [{ html: '<p> </p>' }, 'html'],
  [{ valid_to: '2019-12-31' }, 'valid_to'],
  [{ valid_from: 'morgen' }, 'valid_from'],
  [{ valid_from: '0000-01-01' }, 'valid_from'],
  [{ title: 'a'.repeat(101) }, 'title'],
])('S5.3 rejects a notice with %j at its field', async (wrong, field) => {
  await expect(call('municipal', addNotice, { body: { ...always, ...wrong } })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.any(String)] },
  })
})
