import {
  addPasskey,
  addTotp,
  changePassword,
  type Endpoint,
  fullPath,
  listSecondFactors,
  login,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  showEmployee,
  startPasskey,
  startTotp,
} from '@rd4-loket/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { resealSecrets } from '../../domain/second-factor/reseal-secrets.ts'
import { makeSeal } from '../../domain/second-factor/seal.ts'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { sql } from '../../platform/database/sql.ts'
import { defaultSecondFactor } from '../../platform/runtime/config.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { insertEmployee } from '../../test/make.ts'
import { makePasskey } from '../../test/passkeys/soft-passkey.ts'
import { logInAs, retryWhileBusy, secret, settings, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { app, db, send, tokens } = await testServer()
const strict = await buildApp({ db, reads: db }, tokens, {
  ...settings,
  second_factor: defaultSecondFactor,
})
const administratorsOnly = await buildApp({ db, reads: db }, tokens, {
  ...settings,
  second_factor: { administrator: 0 },
})
afterAll(() => Promise.all([strict.close(), administratorsOnly.close()]))

const current_password = 'een lang wachtwoord'
const password_hash = await hashPassword(current_password)
const site = { host: 'localhost', origin: 'http://localhost:3000' }
beforeEach(async () => {
  await clearTables(db, 'attempt_budget', 'mail')
})

type FactorInput = { body?: object; params?: Record<string, string> }
/** Inserts an employee. Returns a function that makes a call in a session of this employee. */
async function newEmployee(roles = ['bsgw_employee']) {
  const { id, email } = await insertEmployee(db, { email: `${crypto.randomUUID()}@rd4.example`, password_hash, roles })
  const { access_token } = await logInAs(db, tokens, id)
  const callAs = async (
    endpoint: Endpoint,
    { body, params = {} }: FactorInput = {},
    at = app,
    token = access_token,
  ) => {
    const response = await retryWhileBusy(() =>
      at.inject({
        method: endpoint.method,
        url: fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? name),
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      }),
    )
    return { status: response.statusCode, ...response.json() }
  }
  return { id, email, callAs, access_token }
}
type NewEmployee = Awaited<ReturnType<typeof newEmployee>>

async function addApp({ callAs }: NewEmployee, name = 'Telefoon') {
  const { data } = await callAs(startTotp, { body: { current_password } })
  const body = { enrolment: data.enrolment, name, code: new TOTP({ secret: data.secret }).generate() }
  const { data: added } = await callAs(addTotp, { body })
  return { secret: String(data.secret), recovery_codes: added.recovery_codes as string[] | null }
}
const listOf = async ({ callAs }: NewEmployee) => (await callAs(listSecondFactors)).data
const mailsOf = ({ email }: NewEmployee) =>
  rowsOf<{ subject: string; body: string }>(
    db,
    sql`select subject, body from mail where recipient = ${email} order by id`,
  )
const wrong = { current_password: 'geraden' }
const wrongPassword = {
  status: 422,
  errors: { current_password: ['Dit is niet uw huidige wachtwoord'] },
}

describe('adding an authenticator app', () => {
  test('stores the app, returns ten recovery codes with the first factor only, and mails the owner', async () => {
    const kim = await newEmployee()
    const first = await addApp(kim)
    expect(first.recovery_codes?.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true)
    expect(new Set(first.recovery_codes).size).toBe(10)
    expect((await addApp(kim, 'Tablet')).recovery_codes).toBeNull()
    expect(await listOf(kim)).toMatchObject({
      factors: [
        { kind: 'totp', name: 'Telefoon', last_used_at: null },
        { kind: 'totp', name: 'Tablet', last_used_at: null },
      ],
      recovery_codes_left: 10,
      passkey_host: 'localhost',
    })
    expect((await mailsOf(kim))[0]).toEqual({
      subject: 'Uw account van het Rd4 Loket is gewijzigd',
      body: expect.stringContaining('toegevoegd aan uw account: ‘Telefoon’ (codes uit een app).'),
    })
  })

  test('encrypts the secret for its owner', async () => {
    const kim = await newEmployee()
    const added = await addApp(kim)
    const [row] = await rowsOf<{ sealed_secret: Buffer }>(
      db,
      sql`select sealed_secret from second_factor where employee_id = ${kim.id}`,
    )
    const sealed = row?.sealed_secret ?? Buffer.alloc(0)
    expect(sealed.toString('latin1')).not.toContain(added.secret)
    expect(makeSeal(() => [secret]).open(sealed, `totp of ${kim.id}`)).toBe(added.secret)
    expect(makeSeal(() => [secret]).open(sealed, `totp of ${kim.id + 1}`)).toBeUndefined()
    expect(
      makeSeal(() => ['another secret of the tests, long enough']).open(sealed, `totp of ${kim.id}`),
    ).toBeUndefined()
  })

  test('requires the password, a code of the app, and the same session', async () => {
    const kim = await newEmployee()
    expect(await kim.callAs(startTotp, { body: wrong })).toMatchObject(wrongPassword)
    const { data } = await kim.callAs(startTotp, { body: { current_password } })
    const code = new TOTP({ secret: data.secret }).generate()
    const refused = await kim.callAs(addTotp, { body: { enrolment: data.enrolment, name: 'x', code: '000000' } })
    expect(refused.errors).toEqual({ code: ['Deze code klopt niet. Wacht op de volgende code.'] })
    const { access_token } = await logInAs(db, tokens, kim.id)
    const body = { enrolment: data.enrolment, name: 'x', code }
    expect(await kim.callAs(addTotp, { body }, app, access_token)).toMatchObject({
      status: 422,
      message: 'Dit duurde te lang. Begin opnieuw met het toevoegen van de app.',
    })
    expect((await listOf(kim)).factors).toEqual([])
  })

  test('is done once with one enrolment, also in parallel calls and after the app was removed', async () => {
    const kim = await newEmployee()
    const { data } = await kim.callAs(startTotp, { body: { current_password } })
    const confirm = (name: string) =>
      kim.callAs(addTotp, {
        body: { enrolment: data.enrolment, name, code: new TOTP({ secret: data.secret }).generate() },
      })
    const replies = await Promise.all(['Telefoon', 'Kopie', 'Nog een'].map(confirm))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.message).toBe(
      'Deze app is al toegevoegd. Begin opnieuw voor een andere app.',
    )
    const [{ id }] = (await listOf(kim)).factors
    expect((await listOf(kim)).factors).toHaveLength(1)
    await kim.callAs(removeFactor, { params: { factor_id: String(id) }, body: { current_password } })
    expect((await confirm('Later')).status).toBe(409)
    expect((await listOf(kim)).factors).toEqual([])
  })

  test('is possible ten times', async () => {
    const kim = await newEmployee()
    await addApp(kim)
    await sql`
      insert into second_factor (employee_id, kind, name, sealed_secret, last_step)
      select employee_id, kind, 'Telefoon ' || number, sealed_secret, last_step
      from second_factor, generate_series(2, 9) as number where employee_id = ${kim.id}`.execute(db)
    await addApp(kim, 'Telefoon 10')
    const { data } = await kim.callAs(startTotp, { body: { current_password } })
    const body = { enrolment: data.enrolment, name: 'Telefoon 11', code: new TOTP({ secret: data.secret }).generate() }
    expect(await kim.callAs(addTotp, { body })).toMatchObject({
      status: 409,
      message: 'U hebt al 10 tweede factoren. Verwijder er eerst een.',
    })
    expect((await listOf(kim)).factors).toHaveLength(10)
  })

  test('ends the other sessions of the employee', async () => {
    const kim = await newEmployee()
    const { access_token } = await logInAs(db, tokens, kim.id)
    await addApp(kim)
    expect((await kim.callAs(showEmployee, {}, app, access_token)).status).toBe(401)
    expect((await kim.callAs(showEmployee)).status).toBe(200)
  })
})

describe('adding a passkey', () => {
  const named = { current_password, name: 'Sleutel' }
  test('is rejected from another origin, for another host, a second time, and without the password', async () => {
    const kim = await newEmployee()
    const passkey = makePasskey()
    expect(await kim.callAs(startPasskey, { body: { ...named, ...wrong } })).toMatchObject(wrongPassword)
    const challenge = async () => (await kim.callAs(startPasskey, { body: named })).data.challenge as string
    const add = async (at: typeof site, signed: string) =>
      (await kim.callAs(addPasskey, { body: { name: 'Sleutel', passkey: passkey.create(signed, at) } })).status
    expect(await add({ ...site, origin: 'http://localhost:9999' }, await challenge())).toBe(422)
    expect(await add({ ...site, host: 'loket.example' }, await challenge())).toBe(422)
    expect(await add(site, 'made-up')).toBe(422)
    const used = await challenge()
    expect(await add(site, used)).toBe(200)
    expect(await add(site, used)).toBe(422)
    expect(await add(site, await challenge()), 'the same passkey').toBe(409)
    expect((await listOf(kim)).factors).toMatchObject([{ kind: 'passkey', name: 'Sleutel' }])
  })
})

describe('changing factors', () => {
  test('renames a factor, and removes it with the password; without factors there are no recovery codes', async () => {
    const kim = await newEmployee()
    await addApp(kim)
    await addApp(kim, 'Tablet')
    const [{ id }, { id: tablet_id }] = (await listOf(kim)).factors
    const params = { factor_id: String(id) }
    expect((await kim.callAs(renameFactor, { params, body: { name: 'Werktelefoon' } })).status).toBe(200)
    expect((await listOf(kim)).factors).toMatchObject([{ name: 'Werktelefoon' }, { name: 'Tablet' }])
    const removal = { params: { factor_id: String(tablet_id) }, body: { current_password } }
    expect((await kim.callAs(removeFactor, removal)).status).toBe(200)
    expect(await listOf(kim)).toMatchObject({ factors: [{ name: 'Werktelefoon' }], recovery_codes_left: 10 })
    await sql`delete from mail where body like '%Tablet%'`.execute(db)
    expect(await kim.callAs(removeFactor, { params, body: wrong })).toMatchObject(wrongPassword)
    expect((await kim.callAs(removeFactor, { params, body: { current_password } })).status).toBe(200)
    expect(await listOf(kim)).toMatchObject({ factors: [], recovery_codes_left: 0 })
    expect((await mailsOf(kim)).map(({ body }) => body.split('\n')[2])).toEqual([
      'Er is een tweede factor toegevoegd aan uw account: ‘Telefoon’ (codes uit een app).',
      'De tweede factor ‘Telefoon’ van uw account heet nu ‘Werktelefoon’.',
      'Er is een tweede factor verwijderd van uw account: ‘Werktelefoon’ (codes uit een app).',
    ])
  })

  test('returns 404 for a factor of another employee', async () => {
    const [kim, sam] = [await newEmployee(), await newEmployee()]
    await addApp(sam)
    const [{ id }] = (await listOf(sam)).factors
    const params = { factor_id: String(id) }
    expect((await kim.callAs(renameFactor, { params, body: { name: 'x' } })).status).toBe(404)
    expect((await kim.callAs(removeFactor, { params, body: { current_password } })).status).toBe(404)
    expect((await listOf(sam)).factors).toHaveLength(1)
  })

  test('replaces the recovery codes with the password', async () => {
    const [kim, sam] = [await newEmployee(), await newEmployee()]
    await addApp(sam)
    expect((await kim.callAs(renewRecoveryCodes, { body: { current_password } })).status).toBe(409)
    const { recovery_codes: old } = await addApp(kim)
    expect(await kim.callAs(renewRecoveryCodes, { body: wrong })).toMatchObject(wrongPassword)
    const { data } = await kim.callAs(renewRecoveryCodes, { body: { current_password } })
    const statusOf = async (recovery_code: string | undefined) => {
      const body = { email: kim.email, password: current_password, recovery_code }
      return (await kim.callAs(login, { body })).status
    }
    expect(await statusOf(old?.[0])).toBe(401)
    expect(await statusOf(data.recovery_codes[0])).toBe(200)
    expect((await mailsOf(kim))[1]?.body).toContain('Er zijn nieuwe herstelcodes gemaakt voor uw account.')
    expect((await listOf(sam)).recovery_codes_left).toBe(10)
  })

  test('a password of twelve characters is enough with a second factor only', async () => {
    const kim = await newEmployee()
    const body = { current_password, password: 'groene fiets' }
    expect((await kim.callAs(changePassword, { body })).errors).toEqual({
      password: ['Gebruik ten minste 15 tekens, bijvoorbeeld een korte zin'],
    })
    await addApp(kim)
    expect((await kim.callAs(changePassword, { body: { ...body, password: 'korte fiets' } })).status).toBe(422)
    expect((await kim.callAs(changePassword, { body })).status).toBe(200)
    // That password stays too short without a factor.
    const [{ id }] = (await listOf(kim)).factors
    const removal = { params: { factor_id: String(id) }, body: { current_password: body.password } }
    expect(await kim.callAs(removeFactor, removal)).toMatchObject({
      status: 409,
      message: 'Zonder tweede factor heeft uw wachtwoord ten minste 15 tekens. Kies eerst een langer wachtwoord.',
    })
    expect(await listOf(kim)).toMatchObject({ factors: [{ id }], recovery_codes_left: 10 })
  })
})

describe('a role that requires a second factor', () => {
  const logIn = (email: string) =>
    retryWhileBusy(() =>
      strict.inject({ method: 'POST', url: fullPath(login), payload: { email, password: current_password } }),
    )
  const stateOf = async ({ callAs }: NewEmployee, at = strict) =>
    (await callAs(showEmployee, {}, at)).data.second_factor

  test('counts down fourteen days from the first login, and then requires the factor', async () => {
    const kim = await newEmployee()
    expect(await stateOf(kim)).toEqual({
      is_set: false,
      is_required: true,
      must_add: false,
      must_confirm: false,
      due_at: null,
    })
    expect((await logIn(kim.email)).statusCode).toBe(200)
    const { due_at } = await stateOf(kim)
    const days = (Date.parse(due_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
    await sql`
      update employee set second_factor_grace_from = now() - interval '13 days 23 hours'
      where id = ${kim.id}`.execute(db)
    await logIn(kim.email)
    expect(await stateOf(kim), 'another login does not start a new period').toMatchObject({ must_add: false })
    await sql`
      update employee set second_factor_grace_from = second_factor_grace_from - interval '1 hour'
      where id = ${kim.id}`.execute(db)
    expect(await stateOf(kim)).toEqual({
      is_set: false,
      is_required: true,
      must_add: true,
      must_confirm: false,
      due_at: null,
    })
    await addApp(kim)
    expect(await stateOf(kim)).toEqual({
      is_set: true,
      is_required: true,
      must_add: false,
      must_confirm: false,
      due_at: null,
    })
  })

  test('requires it at once of an administrator, and the last factor cannot be removed', async () => {
    const bo = await newEmployee(['bsgw_employee', 'administrator'])
    expect(await stateOf(bo)).toMatchObject({ must_add: true })
    await addApp(bo)
    const [{ id }] = (await listOf(bo)).factors
    const removal = { params: { factor_id: String(id) }, body: { current_password } }
    expect(await bo.callAs(removeFactor, removal, strict)).toMatchObject({
      status: 409,
      message: 'Uw rol vraagt een tweede factor. Voeg eerst een andere toe.',
    })
    // Nor after a login at an organisation: the password still logs in.
    await sql`update session set issuer = 'https://login.example' where employee_id = ${bo.id}`.execute(db)
    expect((await bo.callAs(removeFactor, removal, strict)).status).toBe(409)
    await sql`update session set issuer = null where employee_id = ${bo.id}`.execute(db)
    await addApp(bo, 'Tablet')
    expect((await bo.callAs(removeFactor, removal, strict)).status).toBe(200)
  })

  test('does not change a role that the setting omits', async () => {
    const clerk = await newEmployee(['municipal_employee', 'administrator'])
    await sql`update employee set roles = '{municipal_employee}', municipality_id = 917 where id = ${clerk.id}`.execute(
      db,
    )
    expect(await stateOf(clerk, administratorsOnly)).toEqual({
      is_set: false,
      is_required: false,
      must_add: false,
      must_confirm: false,
      due_at: null,
    })
  })
})

describe('an administrator', () => {
  test('removes the factors of an employee, who is logged out, gets a mail, and has a new period', async () => {
    const [kim, sam] = [await newEmployee(), await newEmployee()]
    for (const employee of [kim, sam]) {
      await addApp(employee)
      await employee.callAs(startPasskey, { body: { current_password, name: 'Sleutel' } })
    }
    await sql`
      update employee set municipality_id = 917, second_factor_grace_from = now() - interval '30 days'
      where id = ${kim.id}`.execute(db)
    await clearTables(db, 'mail')
    const response = await send('administrator', resetSecondFactor, { params: { employee_id: String(kim.id) } })
    expect(response.json().data).toMatchObject({ email: kim.email, has_second_factor: false })
    expect((await kim.callAs(showEmployee)).status).toBe(401)
    expect((await mailsOf(kim))[0]?.body).toContain(
      'Een beheerder heeft alle tweede factoren van uw account verwijderd.',
    )
    expect(await listOf(sam)).toMatchObject({ factors: [{ name: 'Telefoon' }], recovery_codes_left: 10 })
    const challenges = await rowsOf(
      db,
      sql`select employee_id from passkey_challenge where employee_id in (${kim.id}, ${sam.id})`,
    )
    expect(challenges).toEqual([{ employee_id: sam.id }])
    expect(
      await rowsOf(
        db,
        sql`
          select (select count(*)::int from second_factor where employee_id = ${kim.id}) as factors,
            (select count(*)::int from recovery_code where employee_id = ${kim.id}) as codes,
            (select second_factor_grace_from from employee where id = ${kim.id}) as grace_from,
            (select action from audit_event where log = 'security' order by position desc limit 1) as action`,
      ),
    ).toEqual([{ factors: 0, codes: 0, grace_from: null, action: 'reset_second_factor' }])
  })

  test('cannot remove the own factors without the password', async () => {
    const [me] = await rowsOf<{ id: number }>(
      db,
      sql`select id from employee where email = 'administrator@loket.example'`,
    )
    const response = await send('administrator', resetSecondFactor, { params: { employee_id: String(me?.id) } })
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Uw eigen tweede factoren wijzigt u op de pagina Beveiliging, met uw wachtwoord.',
    ])
  })
})

test('a start encrypts the secrets with the newest key, and counts the secrets that no key decrypts', async () => {
  const kim = await newEmployee()
  const added = await addApp(kim)
  const sam = await newEmployee()
  await addApp(sam)
  const next = 'the next secret of the tests, long enough'
  const sealedOf = async (id: number) => {
    const [row] = await rowsOf<{ sealed_secret: Buffer }>(
      db,
      sql`select sealed_secret from second_factor where employee_id = ${id}`,
    )
    return row?.sealed_secret ?? Buffer.alloc(0)
  }
  await sql`delete from second_factor where employee_id not in (${kim.id}, ${sam.id})`.execute(db)
  await sql`update second_factor set sealed_secret = '\\x00'::bytea where employee_id = ${sam.id}`.execute(db)
  expect(
    await resealSecrets(
      db,
      makeSeal(() => [next, secret]),
    ),
  ).toBe(1)
  expect(makeSeal(() => [next]).open(await sealedOf(kim.id), `totp of ${kim.id}`)).toBe(added.secret)
  const sealed = await sealedOf(kim.id)
  expect(
    await resealSecrets(
      db,
      makeSeal(() => [next, secret]),
    ),
  ).toBe(1)
  expect(await sealedOf(kim.id), 'is not encrypted twice').toEqual(sealed)
})
