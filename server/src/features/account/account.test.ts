import { login, logout, refreshSession, saveDisplay, showEmployee } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
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

describe('S7.1 login', () => {
  test('accepts the e-mail address of an employee who was added before the grammar of addresses', async () => {
    const { password } = kim
    const email = 'kim,piet;"balie"@heerlen.example'
    await insertEmployee(db, { email, password_hash: await hashPassword(password) })
    const response = await post(`${api}/counter/user/auth/login`, { body: { email, password } })
    expect(response.statusCode).toBe(200)
    expect((await user(response.json().data.access_token)).json().data).toMatchObject({ email })
  })

  test('S9.1 returns a token that expires in 60 minutes and an HttpOnly cookie that expires in 14 days', async () => {
    const { response } = await logIn()
    expect(response.statusCode).toBe(200)
    expect(response.json().data).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      session_expires_in: 12 * 3600,
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

  test('ignores case and spaces in the e-mail address', async () => {
    const response = await post(`${api}/counter/user/auth/login`, { body: { ...kim, email: ' Kim@Heerlen.EXAMPLE ' } })
    expect(response.statusCode).toBe(200)
  })

  test('returns the same response for a wrong password and an unknown e-mail address', async () => {
    const wrong = await post(`${api}/counter/user/auth/login`, { body: { ...kim, password: 'iets anders' } })
    const unknown = await post(`${api}/counter/user/auth/login`, { body: { ...kim, email: 'niemand@heerlen.example' } })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.cookies).toEqual([])
    const { request_id: _, ...answer } = wrong.json()
    expect(unknown.json()).toMatchObject(answer)
    expect(answer.message).toBe('Dit e-mailadres en wachtwoord horen niet bij elkaar')
  })

  test('S5.1 returns 422 with an error at each empty field', async () => {
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
  ])('returns 422 for the unreadable or incomplete body %s', async (body, field) => {
    const response = await post(`${api}/counter/user/auth/login`, { body })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors)).toContain(field)
  })

  test('rejects a blocked employee in the same way as a wrong password', async () => {
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

test('S7.3 S3.8 the call for the current employee returns the employee of the token', async () => {
  const { token } = await logIn()
  expect((await user(token)).json().data).toEqual({
    email: kim.email,
    name: 'Kim de Vries',
    roles: ['municipal_employee'],
    renew_password: false,
    municipality: { id: 917, name: 'Heerlen' },
    second_factor: { is_set: false, is_required: false, must_add: false, must_confirm: false, due_at: null },
    row_height: null,
  })
})

test('stores the height of rows that an employee chose, for that employee only', async () => {
  const heights = async () => [
    (await call('municipal', showEmployee, {})).row_height,
    (await call('bsgw', showEmployee, {})).row_height,
  ]
  expect(await heights()).toEqual([null, null])
  await call('municipal', saveDisplay, { body: { row_height: 'roomy' } })
  expect(await heights()).toEqual(['roomy', null])
})

describe('S7.4 renewal of a session', () => {
  test('returns a new token and sets the next cookie when the request has only a cookie', async () => {
    const { cookie } = await logIn()
    const renewed = await refresh(cookie)
    expect(renewed.json().data.session_expires_in).toBeLessThanOrEqual(12 * 3600)
    expect(renewed.statusCode).toBe(200)
    expect(cookieOf(renewed)).not.toBe(cookie)
    expect((await user(renewed.json().data.access_token)).statusCode).toBe(200)
    expect((await refresh(cookieOf(renewed))).statusCode).toBe(200)
  })

  test('returns a new token and no cookie to a live token alone, until the session ends', async () => {
    const { token, cookie } = await logIn()
    const withToken = (given: string) => post('/api/auth/refresh', { token: given })
    const renewed = await withToken(token)
    expect([renewed.statusCode, renewed.cookies]).toEqual([200, []])
    const { access_token, session_expires_in } = renewed.json().data
    expect(session_expires_in).toBeLessThanOrEqual(12 * 3600)
    expect((await user(access_token)).statusCode).toBe(200)
    // The generation did not rise, so the first cookie is still the current one.
    await sql`update session set renewed_at = now() - interval '3 seconds'`.execute(db)
    expect((await refresh(cookie)).statusCode).toBe(200)
    await post(`${api}/counter/user/auth/logout`, { token })
    for (const ended of [token, access_token]) expect((await withToken(ended)).statusCode).toBe(401)
  })

  test.each([
    ['expired', sql`update session set expires_at = now()`],
    ['ended', sql`update session set ended_at = now()`],
    ['of a blocked employee', sql`update employee set blocked_at = now() where email = ${kim.email}`],
  ])('returns 401 to a live token alone of a session that is %s', async (_, change) => {
    const { token } = await logIn()
    await change.execute(db)
    expect((await post('/api/auth/refresh', { token })).statusCode).toBe(401)
    await sql`update employee set blocked_at = null where email = ${kim.email}`.execute(db)
  })

  test.each(['', 'half.a.token', 'eyJhbGciOiJub25lIn0.e30.'])('returns 401 to the token "%s" alone', async (token) => {
    expect((await post('/api/auth/refresh', { token })).statusCode).toBe(401)
  })

  test('ends the session for an old cookie, also beside a live token', async () => {
    const { cookie, token } = await logIn()
    await refresh(cookie)
    await sql`update session set renewed_at = now() - interval '3 seconds'`.execute(db)
    expect((await post('/api/auth/refresh', { cookie, token })).statusCode).toBe(401)
    expect((await user(token)).statusCode).toBe(401)
  })

  test('S9.1 ends the session after 14 days, whatever the number of renewals', async () => {
    const { cookie } = await logIn()
    await sql`
      update session set started_at = now() - interval '14 days' + interval '10 seconds',
        expires_at = now() + interval '10 seconds'`.execute(db)
    const renewed = await refresh(cookie)
    expect(renewed.cookies[0]?.maxAge).toBeLessThanOrEqual(10)
    await sql`update session set expires_at = now()`.execute(db)
    expect((await refresh(cookieOf(renewed))).statusCode).toBe(401)
  })

  test.each([
    '',
    '__Host-auth.loket.session=',
    '__Host-auth.loket.session=00000000-0000-0000-0000-000000000000.1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('rejects the forged cookie "%s" and clears it', async (cookie) => {
    const response = await refresh(cookie)
    expect(response.statusCode).toBe(401)
    expect(response.cookies[0]).toMatchObject({ value: '', httpOnly: true, secure: true })
  })

  test('reads the session and the generation from a cookie that was made with the same secret', () => {
    const cookie = tokens.renewalCookie('00000000-0000-0000-0000-000000000000', 7)
    expect(tokens.readRenewalCookie(cookie)).toEqual({
      session_id: '00000000-0000-0000-0000-000000000000',
      generation: 7,
    })
  })
})

test('S7.2 logout ends the session at once: calls with its token or its cookie return 401', async () => {
  const { cookie, token } = await logIn()
  const response = await post(`${api}/counter/user/auth/logout`, { cookie, token })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ data: null })
  expect(response.cookies[0]).toMatchObject({ value: '', path: '/' })
  expect((await user(token)).statusCode).toBe(401)
  expect((await refresh(cookie)).statusCode).toBe(401)
})

test('a block of the employee invalidates the token and the cookie at once', async () => {
  const { token, cookie } = await logIn()
  await sql`update employee set blocked_at = now() where email = ${kim.email}`.execute(db)
  expect((await user(token)).statusCode).toBe(401)
  expect((await refresh(cookie)).statusCode).toBe(401)
  await sql`update employee set blocked_at = null where email = ${kim.email}`.execute(db)
})

test.each([
  ['no token', ''],
  ['half a token', 'eyJhbGciOiJIUzI1NiJ9'],
  [
    'a token without signature',
    'eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIiwiaXNzIjoicmQ0LWxva2V0IiwiYXVkIjoicmQ0LWxva2V0LWFwaSIsImV4cCI6NDA3MDkwODgwMH0.',
  ],
])('S6.3 returns 401 for %s', async (_, token) => {
  const response = await user(token)
  expect(response.statusCode).toBe(401)
  expect(response.json().message).toBe('Log in om verder te gaan')
})

test('S7.2 S7.3 logout, renewal and the call for the current employee return 401 without a login', async () => {
  expect((await send('visitor', showEmployee, {})).statusCode).toBe(401)
  expect((await send('visitor', logout, {})).statusCode).toBe(401)
  expect((await send('visitor', refreshSession, {})).statusCode).toBe(401)
})
