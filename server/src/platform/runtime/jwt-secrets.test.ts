import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { jwtSecrets, renewStoredSecret } from './jwt-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const configOf = (name: string) => loadConfig({ DATA_DIR: join(folder, name) })

test('requires a secret with DATABASE_URL, because nodes may share that database', () => {
  expect(() => jwtSecrets(loadConfig({ DATABASE_URL: 'postgres://x' }))).toThrow(
    'De instelling JWT_SECRET is verplicht',
  )
})

test('returns the keys in JWT_SECRET, in the same order', () => {
  const [first, second] = ['the first key of these tests in one part', 'the second key of these tests in one part']
  expect(jwtSecrets(loadConfig({ JWT_SECRET: first }))).toEqual([first])
  expect(jwtSecrets(loadConfig({ JWT_SECRET: `${first}, ${second}` }))).toEqual([first, second])
})

test('stores a key at the first call, in a file that only its owner may read, and later returns that key', () => {
  const config = configOf('once')
  const [secret, ...others] = jwtSecrets(config)
  expect(secret.length).toBeGreaterThanOrEqual(48)
  expect(others).toEqual([])
  expect(jwtSecrets(config)).toEqual([secret])
  expect(statSync(join(config.data_dir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('stores a new key before the current key, and deletes older keys', () => {
  const config = configOf('renewed')
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

test('throws for a damaged key file, because a new key would log everyone out', () => {
  const config = configOf('cut-off')
  jwtSecrets(config)
  writeFileSync(join(config.data_dir, 'jwt-secret'), '')
  expect(() => jwtSecrets(config)).toThrow('is niet heel')
})
