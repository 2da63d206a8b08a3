import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changePassword, resetPassword } from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../domain/sessions/password-hash.ts'
import { mailPasswordLink } from '../../domain/sessions/password-link.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertEmployee } from '../../test/make.ts'
import { logInAs, testServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { rowOf } from '../../test/test-database.ts'
import { checkLeakedFile, isInLeakedFile } from './leaked-passwords-file.ts'

const folder = temporaryFolder()
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
function write(text: string) {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, text)
  return path
}

const passwords = Array.from({ length: 1000 }, (_, at) => `gelekt wachtwoord ${at}`)
const hashes = passwords.map(sha1).sort()

describe('a file of leaked passwords', () => {
  test.each([
    ['hashes', hashes.join('\n')],
    ['a line end after the last hash', `${hashes.join('\n')}\n`],
    ['counts of 1 to 10 digits', hashes.map((hash, at) => `${hash}:${10 ** (at % 10)}`).join('\n')],
    ['line ends of Windows', hashes.map((hash) => `${hash}:3\r\n`).join('')],
    ['hashes in lower case', hashes.join('\n').toLowerCase()],
  ])('with %s contains each of its passwords, and no other', async (_, text) => {
    const path = write(text)
    await checkLeakedFile(path)
    const found = await Promise.all(passwords.map((password) => isInLeakedFile(path, password)))
    expect(found.filter(Boolean)).toHaveLength(1000)
    for (const other of ['mijn fiets is groen', 'gelekt wachtwoord 1000', 'Gelekt wachtwoord 1', ''])
      expect(await isInLeakedFile(path, other)).toBe(false)
  })

  test('with one hash contains that password, with its accents composed or decomposed', async () => {
    const path = write(sha1('één café in Mheer'))
    for (const form of ['NFC', 'NFD'])
      expect(await isInLeakedFile(path, 'één café in Mheer'.normalize(form))).toBe(true)
    expect(await isInLeakedFile(path, 'mijn fiets is groen')).toBe(false)
  })

  test.each([
    ['that does not exist', join(folder, 'missing')],
    ['that is a folder', folder],
    ['that is empty', write('')],
    ['of passwords instead of hashes', write(passwords.join('\n'))],
    ['of other hashes', write(hashes.map((hash) => hash.slice(0, 32)).join('\n'))],
    ['that is not sorted', write([...hashes].reverse().join('\n'))],
    ['with one long line', write('0'.repeat(1000))],
  ])('%s is rejected at the start', async (_, path) => {
    await expect(checkLeakedFile(path)).rejects.toThrow(/^De instelling LEAKED_PASSWORDS_FILE klopt niet: /)
  })
})

describe('with LEAKED_PASSWORDS_FILE, a leaked password is rejected', async () => {
  const leaked = 'een zin die ooit lekte'
  const path = write([sha1(leaked), ...hashes].sort().join('\n'))
  const { app, db, tokens, call } = await testServer({ leaked_passwords_file: path })
  const [email, old] = ['kim@heerlen.example', 'het oude wachtwoord']
  const { id } = await insertEmployee(db, { email, password_hash: await hashPassword(old) })
  const rejection = {
    status: 422,
    errors: { password: ['Dit wachtwoord staat op een lijst van gelekte wachtwoorden. Kies een ander.'] },
  }

  test('at a change', async () => {
    const change = async (password: string) => {
      const authorization = `Bearer ${(await logInAs(db, tokens, id)).access_token}`
      const payload = { current_password: old, password }
      return app.inject({ method: 'POST', url: `/api/v1${changePassword.path}`, payload, headers: { authorization } })
    }
    expect((await change(leaked)).json()).toMatchObject(rejection)
    expect((await change('mijn fiets is groen')).statusCode).toBe(200)
  })

  test('with a mailed link', async () => {
    await mailPasswordLink(db, 'https://loket.example', email, 'forgotten')
    const { body } = await rowOf<{ body: string }>(db, sql`select body from mail`)
    const token = new URLSearchParams(/resetten#(\S+)/.exec(body)?.[1]).get('token') ?? ''
    const reset = (password: string) => call('visitor', resetPassword, { body: { email, token, password } })
    await expect(reset(leaked)).rejects.toMatchObject(rejection)
    expect(await reset('vier grijze bakken op zondag')).toBeNull()
  })
})
