import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { showEmployee } from '@rd4-loket/contract'
import { beforeAll, expect, test } from 'vitest'
import { insertEmployee } from '../../test/make.ts'
import { logInAs, secret, testServer } from '../../test/server.ts'

const { app, db, tokens } = await testServer()
const employee = await insertEmployee(db, { email: 'kim@rd4.example' })
const { access_token: real } = await logInAs(db, tokens, employee.id)
const session = { id: (await tokens.sessionOf(real)) ?? '' }
const [realHeader = '', realPayload = '', realSignature = ''] = real.split('.')

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const now = Math.floor(Date.now() / 1000)
const header = { alg: 'HS256', typ: 'at+jwt' }
const payload = { sid: session.id, iss: 'rd4-loket', aud: 'rd4-loket-api', iat: now, exp: now + 3600 }

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const mac = (text: string, key: string, hash: string) => createHmac(hash, key).update(text).digest('base64url')

/** Returns a token of these parts. Signs it with the portal's key and hash, unless `parts` has another key or hash. */
function make(parts: { header?: object; payload?: unknown; key?: string; hash?: string }) {
  const text = `${encode({ ...header, ...parts.header })}.${encode(parts.payload ?? payload)}`
  return `${text}.${mac(text, parts.key ?? secret, parts.hash ?? 'sha256')}`
}
const claim = (claims: object) => make({ payload: { ...payload, ...claims } })
const without = (name: keyof typeof payload) => claim({ [name]: undefined })
const unsigned = (alg: unknown) => `${encode({ ...header, alg })}.${encode(payload)}.`
const byPublicKey = (head: object) => {
  const text = `${encode({ ...header, alg: 'RS256', ...head })}.${encode(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
}
const jwk = rsa.publicKey.export({ format: 'jwk' })
const otherKey = 'another secret that is long enough to be one'

const attacks: Record<string, string> = {
  'no signature, alg none': unsigned('none'),
  'no signature, alg None': unsigned('None'),
  'no signature, alg NONE': unsigned('NONE'),
  'no signature, alg empty': unsigned(''),
  'no signature, alg null': unsigned(null),
  'valid parts without the signature': `${realHeader}.${realPayload}.`,
  'valid parts without the signature and its dot': `${realHeader}.${realPayload}`,
  'alg none and a valid signature': `${encode({ ...header, alg: 'none' })}.${realPayload}.${realSignature}`,
  'RS256 and a key of the attacker': byPublicKey({}),
  'RS256 with the key in the header': byPublicKey({ jwk }),
  'RS256 and the URL of the key': byPublicKey({ jku: 'https://attacker.example/keys.json' }),
  'RS256 with a certificate': byPublicKey({ x5u: 'https://attacker.example/cert.pem', x5c: [publicPem] }),
  'a public key used as the secret': make({ key: publicPem }),
  'alg RS256 but an HMAC signature': make({ header: { alg: 'RS256' } }),
  'HS384 and the secret of the portal': make({ header: { alg: 'HS384' }, hash: 'sha384' }),
  'HS512 and the secret of the portal': make({ header: { alg: 'HS512' }, hash: 'sha512' }),
  'alg in lower case': make({ header: { alg: 'hs256' } }),
  'alg as a list': make({ header: { alg: ['HS256'] } }),
  'no alg': make({ header: { alg: undefined } }),
  'another secret': make({ key: otherKey }),
  'an empty secret': make({ key: '' }),
  'a guessed secret': make({ key: 'secret' }),
  'a symmetric key in the header': make({ header: { jwk: { kty: 'oct', k: encode(otherKey) } }, key: otherKey }),
  'kid as a path': make({ header: { kid: '../../../../dev/null' }, key: '' }),
  'kid as SQL': make({ header: { kid: "x' union select 'known" }, key: 'known' }),
  'kid as a command': make({ header: { kid: '|/usr/bin/id' }, key: otherKey }),
  'a critical extension': make({ header: { crit: ['loket'], loket: true } }),
  'an unencoded payload': make({ header: { crit: ['b64'], b64: false } }),
  'another issuer': claim({ iss: 'rd5-loket' }),
  'issuers as a list': claim({ iss: ['rd4-loket'] }),
  'another audience': claim({ aud: 'rd4-loket-mail' }),
  'no issuer': without('iss'),
  'no audience': without('aud'),
  'no session': without('sid'),
  'no exp': without('exp'),
  'no iat': without('iat'),
  'an exp one minute ago': claim({ iat: now - 3600, exp: now - 60 }),
  'an iat too long ago and an exp in the future': claim({ iat: now - 4000, exp: now + 1_000_000 }),
  'an iat in the future': claim({ iat: now + 1200, exp: now + 4800 }),
  'an nbf in the future': claim({ nbf: now + 1200 }),
  'an exp that is text': claim({ exp: 'never' }),
  'an exp that is too large for a number': make({
    payload: JSON.stringify(payload).replace(/"exp":\d+/, '"exp":1e999'),
  }),
  'a negative exp': claim({ exp: -1 }),
  'an iat that is text': claim({ iat: 'now' }),
  'a session in a list': claim({ sid: [session.id] }),
  'a session as a number': claim({ sid: 1 }),
  'a session as an object': claim({ sid: { $ne: null } }),
  'a session as SQL': claim({ sid: `${session.id}' or '1'='1` }),
  'a session in capitals': claim({ sid: session.id.toUpperCase() }),
  'an unknown session': claim({ sid: crypto.randomUUID() }),
  'a payload that is a list': make({ payload: [payload] }),
  'a payload that is null': make({ payload: 'null' }),
  'a payload that is no JSON': make({ payload: '{"sid":' }),
  'another typ and a valid signature': make({ header: { typ: 'reset+jwt' } }),
  'typ JWT and a valid signature': make({ header: { typ: 'JWT' } }),
  'no typ': make({ header: { typ: undefined } }),
  'a renewal cookie': tokens.renewalCookie(session.id, 1),
  'the id of a session': session.id,
  'a reset token': Buffer.alloc(32, 7).toString('base64url'),
  'another payload and the original signature': `${realHeader}.${encode({ ...payload, exp: now + 7200 })}.${realSignature}`,
  'a signature that is cut off': real.slice(0, -1),
  'a signature with padding': `${real}=`,
  'a signature with another last letter': real.slice(0, -1) + String.fromCharCode(real.charCodeAt(real.length - 1) + 1),
  'two signatures': `${real}.${realSignature}`,
  'two tokens': `${real}${real}`,
  'the five parts of an encrypted token': `${encode({ alg: 'dir', enc: 'A256GCM' })}..${encode('iv')}.${encode('text')}.${encode('tag')}`,
  'the JSON form': JSON.stringify({ protected: realHeader, payload: realPayload, signature: realSignature }),
  'plain base64': real.replaceAll('-', '+').replaceAll('_', '/').concat('=='),
  'a payload of 12,000 letters': make({ payload: { ...payload, pad: 'x'.repeat(12_000) } }),
  'only dots': '...',
  'no text': '',
  'letters outside ASCII': 'é'.repeat(50),
  'a hundred spaces': ' '.repeat(100),
  'percent signs': encodeURIComponent(`${real}\n`),
}

const send = (authorization: string) => app.inject({ url: `/api/v1${showEmployee.path}`, headers: { authorization } })
const problemOf = (response: { body: string }) => ({ ...JSON.parse(response.body), request_id: '' })
let rejection: object

beforeAll(async () => {
  expect((await send(`Bearer ${real}`)).statusCode).toBe(200)
  expect((await send(`Bearer ${make({})}`)).statusCode, 'the attacks change a token that is otherwise valid').toBe(200)
  rejection = problemOf(await app.inject({ url: `/api/v1${showEmployee.path}` }))
})

test.each(Object.entries(attacks))(
  'S6.3 returns the same 401 for a token with %s as for no token',
  async (_, token) => {
    const response = await send(`Bearer ${token}`)
    expect(response.statusCode).toBe(401)
    expect(problemOf(response)).toEqual(rejection)
  },
)

test.each([
  ['another scheme', `Basic ${real}`],
  ['no scheme', real],
  ['the scheme twice', `Bearer Bearer ${real}`],
  ['two tokens with a comma', `Bearer ${real}, Bearer ${real}`],
  ['text after the token', `Bearer ${real} x`],
])('S6.3 rejects a valid token with %s', async (_, authorization) => {
  const response = await send(authorization)
  expect([response.statusCode, problemOf(response)]).toEqual([401, rejection])
})

test('S6.3 returns 401 for a valid token in the URL, a cookie or another header than Authorization', async () => {
  const url = `/api/v1${showEmployee.path}`
  for (const elsewhere of [
    { url: `${url}?access_token=${real}` },
    { url, headers: { cookie: `access_token=${real}; __Host-auth.loket.session=${real}` } },
    { url, headers: { 'x-access-token': real, 'proxy-authorization': `Bearer ${real}` } },
  ])
    expect((await app.inject(elsewhere)).statusCode).toBe(401)
})
