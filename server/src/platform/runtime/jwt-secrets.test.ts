import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { jwtSecrets, renewStoredSecret } from './jwt-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const keptIn = (name: string) => loadConfig({ DATA_DIR: join(folder, name) })

test('asks for a secret where several nodes may share a database', () => {
  expect(() => jwtSecrets(loadConfig({ DATABASE_URL: 'postgres://x' }))).toThrow(
    'De instelling JWT_SECRET is verplicht',
  )
})

test('takes the keys of the setting in their order: the first one signs', () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)]
  expect(jwtSecrets(loadConfig({ JWT_SECRET: first }))).toEqual([first])
  expect(jwtSecrets(loadConfig({ JWT_SECRET: `${first}, ${second}` }))).toEqual([first, second])
})

test('makes a secret once, keeps it, and lets nobody else read it', () => {
  const config = keptIn('once')
  const [secret, ...others] = jwtSecrets(config)
  expect(secret.length).toBeGreaterThanOrEqual(48)
  expect(others).toEqual([])
  expect(jwtSecrets(config)).toEqual([secret])
  expect(statSync(join(config.data_dir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('puts a new key before the one that is kept, and lets go of an older one', () => {
  const config = keptIn('renewed')
  const [first] = jwtSecrets(config)
  renewStoredSecret(config.data_dir)
  const [second, previous, ...older] = jwtSecrets(config)
  expect([previous, older]).toEqual([first, []])
  expect(second).not.toBe(first)
  renewStoredSecret(config.data_dir)
  expect(jwtSecrets(config)).toEqual([expect.any(String), second])
  expect(readdirSync(config.data_dir)).toEqual(['jwt-secret'])
  expect(statSync(join(config.data_dir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('stops at a kept key that is cut off, rather than making another that logs everyone out', () => {
  const config = keptIn('cut-off')
  jwtSecrets(config)
  writeFileSync(join(config.data_dir, 'jwt-secret'), '')
  expect(() => jwtSecrets(config)).toThrow('is niet heel')
})
