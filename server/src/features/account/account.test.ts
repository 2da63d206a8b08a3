import { login, logout, refreshSession, showEmployee } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../domain/sessions/passwords.ts'
import { insertEmployee } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { app, call, db, send, tokens } = await testServer()
const kim = { email: 'kim@heerlen.example', password: 'een lang wachtwoord' }
const api = '/api/v1'

const post = (
  path: string,
  { cookie = '', token = '', body }: { cookie?: string; token?: string; body?: object | string } = {},
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
const cookieOf = (response: { cookies: { name: string; value: string }[] }) => {
  const [set] = response.cookies
  return `${set?.name}=${set?.value}`
}
const logIn = async () => {
  const response = await post(`${api}/counter/user/auth/login`, { body: kim })
  return { response, cookie: cookieOf(response), token: response.json().data.access_token as string }
}
const refresh = (cookie: string) => post('/api/auth/refresh', { cookie })
const user = (token: string) =>
  app.inject({ url: `${api}/user/auth/user`, headers: { authorization: `Bearer ${token}` } })

beforeAll(async () => {
  await insertEmployee(db, {
    email: kim.email,
    name: 'Kim de Vries',
    password_hash: await hashPassword(kim.password),
    roles: ['municipal_employee'],
    municipality_id: 917,
  })
})

describe('S7.1 logging in', () => {
  test('gives a token for 60 minutes and a cookie for 14 days that scripts cannot read (S9.1)', async () => {
    const { response } = await logIn()
    expect(response.statusCode).toBe(200)
    expect(response.json().data).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      session_expires_in: 1_209_600,
    })
    expect(response.cookies).toEqual([
      {
        name: expect.stringContaining('auth.loket'),
        value: expect.any(String),
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 1_209_600,
      },
    ])
  })

  test('takes the e-mail address without regard to case and spaces', async () => {
    const response = await post(`${api}/counter/user/auth/login`, { body: { ...kim, email: ' Kim@Heerlen.EXAMPLE ' } })
    expect(response.statusCode).toBe(200)
  })

  test('answers the same for a wrong password and for an unknown e-mail address', async () => {
    const wrong = await post(`${api}/counter/user/auth/login`, { body: { ...kim, password: 'iets anders' } })
    const unknown = await post(`${api}/counter/user/auth/login`, { body: { ...kim, email: 'niemand@heerlen.example' } })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.cookies).toEqual([])
    const { request_id: _, ...answer } = wrong.json()
    expect(unknown.json()).toMatchObject(answer)
    expect(answer.message).toBe('Dit e-mailadres en wachtwoord horen niet bij elkaar')
  })

  test('S5.1 says which fields are required', async () => {
    await expect(call('visitor', login, { body: { email: '', password: '' } })).rejects.toMatchObject({
      status: 422,
      errors: { email: expect.arrayContaining(['Dit veld is verplicht']), password: ['Dit veld is verplicht'] },
    })
  })

  test.each([
    ['not json', 'body'],
    ['[]', 'body'],
    ['"text"', 'body'],
    ['{"__proto__":{"a":1}}', 'body'],
    ['', 'body'],
  ])('refuses the body %s as unreadable or incomplete', async (body, field) => {
    const response = await post(`${api}/counter/user/auth/login`, { body })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors)).toContain(field)
  })

  test('refuses a blocked employee like a wrong password', async () => {
    await insertEmployee(db, {
      email: 'blocked@heerlen.example',
      password_hash: await hashPassword(kim.password),
      blocked_at: new Date(),
    })
    const response = await post(`${api}/counter/user/auth/login`, {
      body: { ...kim, email: 'blocked@heerlen.example' },
    })
    expect(response.statusCode).toBe(401)
  })
})

test('S7.3 S3.8 shows the employee of the token', async () => {
  const { token } = await logIn()
  expect((await user(token)).json().data).toEqual({
    email: kim.email,
    name: 'Kim de Vries',
    roles: ['municipal_employee'],
    renew_password: false,
    municipality: { id: 917, name: 'Heerlen' },
  })
})

describe('S7.4 staying logged in', () => {
  test('renews the token by the cookie alone, and gives the next cookie', async () => {
    const { cookie } = await logIn()
    const renewed = await refresh(cookie)
    expect(renewed.json().data.session_expires_in).toBeLessThanOrEqual(1_209_600)
    expect(renewed.statusCode).toBe(200)
    expect(cookieOf(renewed)).not.toBe(cookie)
    expect((await user(renewed.json().data.access_token)).statusCode).toBe(200)
    expect((await refresh(cookieOf(renewed))).statusCode).toBe(200)
  })

  test('lets ten tabs renew at once, and gives a lost answer again', async () => {
    const { cookie } = await logIn()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(cookieOf)).size).toBe(1)
  })

  test('ends the session when an old cookie comes back later: somebody has a copy', async () => {
    const { cookie, token } = await logIn()
    const renewed = await refresh(cookie)
    await db.updateTable('session').set({ renewed_at: sql`now() - interval '3 seconds'` }).execute()
    const replayed = await refresh(cookie)
    expect(replayed.statusCode).toBe(401)
    expect((await refresh(cookieOf(renewed))).statusCode).toBe(401)
    expect((await user(token)).statusCode).toBe(401)
  })

  test('lasts 14 days and not longer, however often it is renewed (S9.1)', async () => {
    const { cookie } = await logIn()
    await db.updateTable('session').set({ expires_at: sql`now() + interval '10 seconds'` }).execute()
    const renewed = await refresh(cookie)
    expect(renewed.cookies[0]?.maxAge).toBeLessThanOrEqual(10)
    await db.updateTable('session').set({ expires_at: sql`now()` }).execute()
    expect((await refresh(cookieOf(renewed))).statusCode).toBe(401)
  })

  test.each([
    '',
    '__Host-auth.loket.session=',
    '__Host-auth.loket.session=00000000-0000-0000-0000-000000000000.1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('refuses the cookie "%s", which we did not make, and takes it away', async (cookie) => {
    const response = await refresh(cookie)
    expect(response.statusCode).toBe(401)
    expect(response.cookies[0]).toMatchObject({ value: '', httpOnly: true, secure: true })
  })

  test('keeps a session over a change of the code that wrote its cookie, as long as the secret stays', () => {
    const cookie = tokens.renewalCookie('00000000-0000-0000-0000-000000000000', 7)
    expect(tokens.readRenewalCookie(cookie)).toEqual({
      session_id: '00000000-0000-0000-0000-000000000000',
      generation: 7,
    })
  })
})

test('S7.2 logging out ends the session at once: neither its token nor its cookie works', async () => {
  const { cookie, token } = await logIn()
  const response = await post(`${api}/counter/user/auth/logout`, { cookie, token })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ data: null })
  expect(response.cookies[0]).toMatchObject({ value: '', path: '/' })
  expect((await user(token)).statusCode).toBe(401)
  expect((await refresh(cookie)).statusCode).toBe(401)
})

test('a block takes effect on a live token', async () => {
  const { token, cookie } = await logIn()
  await db.updateTable('employee').set({ blocked_at: new Date() }).where('email', '=', kim.email).execute()
  expect((await user(token)).statusCode).toBe(401)
  expect((await refresh(cookie)).statusCode).toBe(401)
  await db.updateTable('employee').set({ blocked_at: null }).where('email', '=', kim.email).execute()
})

test.each([
  ['no token', ''],
  ['half a token', 'eyJhbGciOiJIUzI1NiJ9'],
  [
    'a token without signature',
    'eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIiwiaXNzIjoicmQ0LWxva2V0IiwiYXVkIjoicmQ0LWxva2V0LWFwaSIsImV4cCI6NDA3MDkwODgwMH0.',
  ],
])('S6.3 asks who sends %s to log in', async (_, token) => {
  const response = await user(token)
  expect(response.statusCode).toBe(401)
  expect(response.json().message).toBe('Log in om verder te gaan')
})

test('S7.2 S7.3 a visitor has nobody to show or to log out', async () => {
  expect((await send('visitor', showEmployee, {})).statusCode).toBe(401)
  expect((await send('visitor', logout, {})).statusCode).toBe(401)
  expect((await send('visitor', refreshSession, {})).statusCode).toBe(401)
})
