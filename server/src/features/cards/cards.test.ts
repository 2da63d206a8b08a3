import {
  addCard,
  addNotice,
  type CardPlace,
  changeCard,
  changeNotice,
  fullPath,
  listCards,
  listCardsToEdit,
  listNotices,
  listNoticesToEdit,
  readCard,
  removeCard,
  removeNotice,
} from '@rd4-loket/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db, send } = await testServer()
await insertAddress(db, { street: 'Markt', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
const onDashboard: CardPlace[] = ['dashboard']
const always = {
  ...{ title: 'Balie dicht', html: '<p>Maandag is de balie dicht.</p>', spoken: '', places: onDashboard },
  ...{ important: false, shown_from: '2020-01-01T00:00', shown_until: '2099-12-31T12:30' },
}
const stored = (title: string, municipality_id: number | null) => ({
  ...{ title, html: '<p>Tekst</p>', places: ['dashboard'], municipality_id },
  ...{ shown_from: '2020-01-01T00:00Z', shown_until: '2099-12-31T00:00Z' },
})

beforeEach(async () => {
  await sql`delete from card`.execute(db)
  await sql`update employee set municipality_id = 917 where email like '%@loket.example'`.execute(db)
})

test('S2.12 a card is shown to employees of the municipality from its first until its last moment', async () => {
  const card = await call('municipal', addCard, { body: always })
  expect(card).toMatchObject({
    ...{ title: 'Balie dicht', municipality: { id: 917, name: 'Heerlen' }, version: 1 },
    ...{ shown_from: '2020-01-01T00:00:00+01:00', shown_until: '2099-12-31T12:30:00+01:00' },
  })
  const { read_by, readers, ...shown } = card
  expect(await call('municipal', listCards, {})).toEqual([{ ...shown, is_read: false }])
  const params = { card_id: String(card.id) }
  await call('municipal', changeCard, { params, body: { ...always, shown_until: '2020-12-31T00:00' } })
  expect(await call('municipal', listCards, {})).toEqual([])
  expect(await call('municipal', listCardsToEdit, {})).toMatchObject([
    { id: card.id, shown_until: '2020-12-31T00:00:00+01:00' },
  ])
  await call('municipal', removeCard, { params })
  expect(await call('municipal', listCardsToEdit, {})).toEqual([])
})

test('a card is not shown at its end, and not before its begin, to the second', async () => {
  const periods: [title: string, from: string, until: string][] = [
    ['over', "now() - interval '1 day'", 'now()'],
    ['later', "now() + interval '5 seconds'", "now() + interval '1 day'"],
    ['now', "now() - interval '1 second'", "now() + interval '1 minute'"],
  ]
  for (const [title, from, until] of periods)
    await sql`
      insert into card (title, html, places, shown_from, shown_until)
      values (${title}, '<p>x</p>', '{dashboard}', ${sql.raw(from)}, ${sql.raw(until)})`.execute(db)
  expect((await call('bsgw', listCards, {})).map(({ title }) => title)).toEqual(['now'])
  expect((await call('bsgw', listNotices, {})).map(({ title }) => title)).toEqual(['now'])
})

test('returns 304 without a reply while the cards and read marks stay the same', async () => {
  const { id } = await call('municipal', addCard, { body: always })
  const first = await send('municipal', listCards, {})
  expect(first.headers['cache-control']).toBe('private, no-cache')
  expect(first.headers.vary).toContain('authorization')
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect(await send('municipal', listCards, {}, headers)).toMatchObject({ statusCode: 304, body: '' })
  await call('municipal', readCard, { params: { card_id: String(id) }, body: { version: 1 } })
  expect((await send('municipal', listCards, {}, headers)).statusCode).toBe(200)
})

test('a card is read until its title or a text changes, and its editor sees only how many employees read it', async () => {
  const { id } = await call('municipal', addCard, { body: { ...always, important: true } })
  const params = { card_id: String(id) }
  const isRead = async () => (await call('municipal', listCards, {}))[0]?.is_read
  const readers = async () => (await call('municipal', listCardsToEdit, {}))[0]
  const { readers: all } = (await readers()) ?? {}
  expect(await call('municipal', readCard, { params, body: { version: 1 } })).toMatchObject({ is_read: true })
  expect(await readers()).toMatchObject({ read_by: 1, readers: all })
  expect(JSON.stringify(await readers())).not.toContain('loket.example')
  await call('municipal', changeCard, { params, body: { ...always, important: false } })
  expect(await isRead()).toBe(true)
  await call('municipal', changeCard, { params, body: { ...always, html: '<p>Toch open.</p>' } })
  expect(await isRead()).toBe(false)
  expect(await readers()).toMatchObject({ read_by: 0, version: 2 })
  // The employee marks the text that was on the screen, which is not the new text.
  await call('municipal', readCard, { params, body: { version: 1 } })
  expect(await isRead()).toBe(false)
  // A version that does not exist yet cannot be marked in advance.
  await call('municipal', readCard, { params, body: { version: 9 } })
  await call('municipal', changeCard, { params, body: { ...always, title: 'Balie open' } })
  expect(await isRead()).toBe(false)
})

test('counts as readers the employees of the municipality and of all municipalities, without blocked ones', async () => {
  await call('municipal', addCard, { body: always })
  const count = async () => (await call('municipal', listCardsToEdit, {}))[0]?.readers ?? 0
  const before = await count()
  const employee = (email: string, municipality_id: number | null, blocked_at: string | null) =>
    insertRow(db, 'employee', {
      ...{ email, name: email, password_hash: '', roles: ['administrator'], municipality_id, blocked_at },
    })
  await employee('own@elsewhere.example', 917, null)
  await employee('all@elsewhere.example', null, null)
  await employee('other@elsewhere.example', 928, null)
  await employee('blocked@elsewhere.example', 917, '2026-01-01T00:00Z')
  expect(await count()).toBe(before + 2)
})

test('an employee of a counter writes cards for the dashboard only; an administrator for every place', async () => {
  const bill: CardPlace[] = ['bill', 'dashboard']
  await expect(call('municipal', addCard, { body: { ...always, places: bill } })).rejects.toMatchObject({
    status: 422,
    errors: { places: ['Alleen een beheerder kiest een andere plaats dan het dashboard'] },
  })
  const { id } = await call('administrator', addCard, { body: { ...always, places: bill } })
  const params = { card_id: String(id) }
  expect(await call('municipal', listCardsToEdit, {})).toEqual([])
  const ofNotice = { params: { notice_id: String(id) } }
  for (const change of [
    () => call('municipal', changeCard, { params, body: always }),
    () => call('municipal', removeCard, { params }),
    () => call('municipal', changeNotice, { ...ofNotice, body: days }),
    () => call('municipal', removeNotice, ofNotice),
  ])
    await expect(change()).rejects.toMatchObject({ status: 404 })
  expect(await call('administrator', listCardsToEdit, {})).toMatchObject([{ id, places: bill }])
})

test('a card has no direction marks and no unreadable characters, however they are written', async () => {
  const html = '<p>Dicht\u202e&#x202d;&rlm;</p>\n<p>Morgen</p>'
  expect((await call('municipal', addCard, { body: { ...always, html } })).html).toBe('<p>Dicht</p>\n<p>Morgen</p>')
  await expect(call('municipal', addCard, { body: { ...always, html: '<p>Dicht&#x1b;</p>' } })).rejects.toMatchObject({
    status: 422,
    errors: { html: ['Hier staat een teken dat niet gelezen kan worden'] },
  })
})

test('a card may have only a text to read aloud, but not only markup', async () => {
  const spoken = 'De balie is dicht.'
  expect(await call('municipal', addCard, { body: { ...always, html: '<p></p>', spoken } })).toMatchObject({
    html: '',
    spoken,
  })
  const html = '<p><script>x</script></p>'
  await expect(call('municipal', addCard, { body: { ...always, html } })).rejects.toMatchObject({
    status: 422,
    errors: { html: ['Dit veld is verplicht'] },
  })
})

test('a change and a removal leave another card of the municipality as it is', async () => {
  const first = await call('municipal', addCard, { body: { ...always, title: 'Een' } })
  const second = await call('municipal', addCard, { body: { ...always, title: 'Twee' } })
  for (const { id, title } of [first, second])
    expect(
      await call('municipal', changeCard, {
        params: { card_id: String(id) },
        body: { ...always, title: `${title}!`, waste_type: 'gft' },
      }),
    ).toMatchObject({ id, title: `${title}!`, waste_type: 'gft' })
  await call('municipal', removeCard, { params: { card_id: String(first.id) } })
  expect(await call('municipal', listCardsToEdit, {})).toMatchObject([{ id: second.id, title: 'Twee!' }])
})

test('S2.12 an employee of all municipalities sees the cards of all municipalities', async () => {
  await sql`update employee set municipality_id = null where email = 'bsgw@loket.example'`.execute(db)
  await insertRow(db, 'card', stored('Heerlen', 917))
  await insertRow(db, 'card', stored('Kerkrade', 928))
  await insertRow(db, 'card', stored('Allen', null))
  const titles = async (person: 'bsgw' | 'municipal') =>
    (await call(person, listCards, {})).map(({ title }) => title).sort()
  expect(await titles('bsgw')).toEqual(['Allen', 'Heerlen', 'Kerkrade'])
  expect(await titles('municipal')).toEqual(['Allen', 'Heerlen'])
})

test('returns at most 300 cards, the important ones first', async () => {
  await sql`
    insert into card (title, html, places, important, shown_from, shown_until)
    select 'Kaart ' || number, '<p>x</p>', '{dashboard}', number = 1,
      now() - interval '1 day' + number * interval '1 second', now() + interval '1 day'
    from generate_series(1, 310) as number`.execute(db)
  const found = await call('bsgw', listCards, {})
  expect(found).toHaveLength(300)
  expect(found.slice(0, 2).map(({ title }) => title)).toEqual(['Kaart 1', 'Kaart 310'])
})

test('S5.2 stores rich text without unsafe markup, and prepends https:// to a bare link', async () => {
  const html = '<p>Zie <a href="www.rd4.nl" onclick="x()">Rd4</a></p><script>x()</script>'
  const card = await call('municipal', addCard, { body: { ...always, html } })
  expect(card.html).toBe('<p>Zie <a href="https://www.rd4.nl" rel="noopener noreferrer">Rd4</a></p>')
  const plain = '<p>Zie <a href="http://rd4.nl" rel="noopener noreferrer">Rd4</a></p>'
  expect((await call('municipal', addCard, { body: { ...always, html: plain } })).html).toBe(plain)
})

test('an employee of all municipalities adds a card for all of them, but not for an unknown municipality', async () => {
  await sql`update employee set municipality_id = null where email = 'administrator@loket.example'`.execute(db)
  await expect(call('administrator', addCard, { body: { ...always, municipality_id: 9 } })).rejects.toMatchObject({
    status: 404,
    message: 'Deze gemeente is niet bekend',
  })
  const { id } = await call('administrator', addCard, { body: always })
  const { rows } = await sql`
    select new_values ->> 'municipality' as logged from audit_event
    where action = 'change_card' and object_key = ${`${id}`}`.execute(db)
  expect(rows).toEqual([{ logged: 'Alle gemeenten' }])
})

test.each([
  [{ title: '' }, 'title', 'Dit veld is verplicht'],
  [{ title: 'a'.repeat(101) }, 'title', 'Gebruik hier ten hoogste 100 tekens'],
  [{ title: 'Dag {straat}' }, 'title', 'Accolades kunnen alleen in de tekst om voor te lezen'],
  [{ html: '<p> </p>' }, 'html', 'Dit veld is verplicht'],
  [{ html: '<p>{datum}</p>' }, 'html', 'Accolades kunnen alleen in de tekst om voor te lezen'],
  [{ shown_until: '2019-12-31T00:00' }, 'shown_until', 'Het einde ligt voor het begin'],
  [{ shown_from: 'morgen' }, 'shown_from', 'Vul een datum en een tijd in'],
  [{ shown_from: '2026-02-31T00:00' }, 'shown_from', 'Vul een datum en een tijd in'],
  [{ shown_from: '0000-01-01T00:00' }, 'shown_from', 'Vul een datum en een tijd in'],
  [{ places: [] }, 'places', 'Dit veld is verplicht'],
  [{ places: onDashboard.concat('dashboard') }, 'places', 'Een plaats staat hier twee keer'],
  [{ code: 'te_zwaar' }, 'code', 'Deze reden hoort niet bij de gekozen plaatsen'],
  [{ spoken: 'x'.repeat(601) }, 'spoken', 'Gebruik hier ten hoogste 600 tekens'],
  [{ spoken: 'U woont in {straat}.' }, 'spoken', '{straat} kan hier niet. Schrijf de tekst zonder accolades.'],
])('S5.3 rejects a card with %j at its field', async (wrong, field, message) => {
  await expect(call('municipal', addCard, { body: { ...always, ...wrong } })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [message] },
  })
})

const days = { title: 'Balie dicht', html: '<p>Maandag</p>', valid_from: '2020-01-01', valid_to: '2099-12-31' }

test('the calls of the previous release read and write the cards of the dashboard, by days', async () => {
  const notice = await call('municipal', addNotice, { body: days })
  expect(notice).toEqual({ id: notice.id, ...days, municipality: { id: 917, name: 'Heerlen' } })
  expect(await call('municipal', listNotices, {})).toEqual([notice])
  expect(await call('municipal', listCards, {})).toMatchObject([
    { id: notice.id, places: ['dashboard'], shown_until: '2100-01-01T00:00:00+01:00' },
  ])
  const params = { notice_id: String(notice.id) }
  const body = { ...always, spoken: 'De balie is dicht.', important: true }
  await call('municipal', changeCard, { params: { card_id: String(notice.id) }, body })
  await call('municipal', changeNotice, { params, body: { ...days, title: 'Open' } })
  // A change by the previous release keeps the fields that it does not have.
  expect(await call('municipal', listCards, {})).toMatchObject([
    { title: 'Open', spoken: body.spoken, important: true },
  ])
  expect(await call('municipal', listNoticesToEdit, {})).toMatchObject([{ id: notice.id, title: 'Open' }])
  await call('municipal', removeNotice, { params })
  expect(await call('municipal', listNoticesToEdit, {})).toEqual([])
  expect(fullPath(listNotices)).toBe('/api/v1/counter/notices')
})
