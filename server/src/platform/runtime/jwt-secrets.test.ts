import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { jwtSecrets, type KeyFileEvents, renewStoredSecret } from './jwt-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const configOf = (name: string) => loadConfig({ DATA_DIR: join(folder, name) })

test('requires a secret with DATABASE_URL, because nodes may share that database', () => {
  expect(() => jwtSecrets(loadConfig({ DATABASE_URL: 'postgres://x' }))).toThrow(
    'De instelling JWT_SECRET of JWT_SECRET_FILE is verplicht',
  )
})

test('returns the keys in JWT_SECRET, in the same order', () => {
  const [first, second] = ['the first key of these tests in one part', 'the second key of these tests in one part']
  expect(jwtSecrets(loadConfig({ JWT_SECRET: first }))()).toEqual([first])
  expect(jwtSecrets(loadConfig({ JWT_SECRET: `${first}, ${second}` }))()).toEqual([first, second])
})

test('stores a key at the first call, in a file that only its owner may read, and later returns that key', () => {
  const config = configOf('once')
  const [secret, ...others] = jwtSecrets(config)()
  expect(secret.length).toBeGreaterThanOrEqual(48)
  expect(others).toEqual([])
  expect(jwtSecrets(config)()).toEqual([secret])
  expect(statSync(join(config.data_dir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('stores a new key before the current key, and deletes older keys', () => {
  const config = configOf('renewed')
  const [first] = jwtSecrets(config)()
  renewStoredSecret(config.data_dir)
  const [second, previous, ...older] = jwtSecrets(config)()
  expect([previous, older]).toEqual([first, []])
  expect(second).not.toBe(first)
  renewStoredSecret(config.data_dir)
  expect(jwtSecrets(config)()).toEqual([expect.any(String), second])
  expect(readdirSync(config.data_dir)).toEqual(['jwt-secret'])
  expect(statSync(join(config.data_dir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('throws for a damaged key file, because a new key would log everyone out', () => {
  const config = configOf('cut-off')
  jwtSecrets(config)()
  writeFileSync(join(config.data_dir, 'jwt-secret'), '')
  expect(() => jwtSecrets(config)()).toThrow('is niet heel')
})

describe('a file of keys', () => {
  const [oldKey, newKey] = ['the old key of these tests in one part', 'the new key of these tests in one part']
  const file = join(folder, 'keys')
  afterEach(() => vi.useRealTimers())
  /** Writes keys to the file, and starts to follow it at a fixed moment. */
  function follow(text: string, events?: KeyFileEvents) {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
    writeFileSync(file, text)
    return jwtSecrets(loadConfig({ JWT_SECRET_FILE: file, DATABASE_URL: 'postgres://x' }), events)
  }
  /** Returns the events of a file, and the list in which they are recorded. */
  function recordEvents() {
    const events: KeyFileEvents = new EventEmitter()
    const recorded: unknown[][] = []
    events.on('invalid', () => recorded.push(['invalid']))
    events.on('renewed', (previous) => recorded.push(['renewed', ...previous]))
    return { events, recorded }
  }

  test('has one key per line, or several with commas', () => {
    expect(follow(`${newKey}\n${oldKey}\n`)()).toEqual([newKey, oldKey])
    expect(follow(`${newKey}, ${oldKey}`)()).toEqual([newKey, oldKey])
  })

  test('is read again after 5 seconds: a new first key is accepted at once, and signs a minute later', () => {
    const current = follow(oldKey)
    expect(current()).toEqual([oldKey])
    writeFileSync(file, `${newKey}\n${oldKey}\n`)
    vi.advanceTimersByTime(4999)
    expect(current()).toEqual([oldKey])
    vi.advanceTimersByTime(1)
    expect(current()).toEqual([oldKey, newKey])
    vi.advanceTimersByTime(59_999)
    expect(current()).toEqual([oldKey, newKey])
    vi.advanceTimersByTime(5000)
    expect(current()).toEqual([newKey, oldKey])
  })

  test('that lacks the signing key makes its first key sign at once', () => {
    const current = follow(oldKey)
    writeFileSync(file, newKey)
    vi.advanceTimersByTime(5000)
    expect(current()).toEqual([newKey])
  })

  test('that is missing, invalid or unreadable leaves the last keys in use, as the same list', () => {
    const current = follow(oldKey)
    const before = current()
    const damages = [() => writeFileSync(file, ''), () => writeFileSync(file, 'kort'), () => rmSync(file)]
    for (const damage of [...damages, () => mkdirSync(file)]) {
      damage()
      vi.advanceTimersByTime(5000)
      expect(current()).toBe(before)
    }
    rmSync(file, { recursive: true })
  })

  test('reports once that it became invalid, and again after it was valid', () => {
    const { events, recorded } = recordEvents()
    const current = follow(oldKey, events)
    for (const text of ['kort', '', oldKey, 'kort']) {
      writeFileSync(file, text)
      vi.advanceTimersByTime(5000)
      current()
    }
    expect(recorded).toEqual([['invalid'], ['invalid']])
  })

  test('reports the previous keys when another key signs, and not when a key is only accepted', () => {
    const { events, recorded } = recordEvents()
    const current = follow(oldKey, events)
    writeFileSync(file, `${newKey}\n${oldKey}\n`)
    vi.advanceTimersByTime(5000)
    current()
    expect(recorded).toEqual([])
    vi.advanceTimersByTime(65_000)
    current()
    expect(recorded).toEqual([['renewed', oldKey, newKey]])
    writeFileSync(file, newKey)
    vi.advanceTimersByTime(5000)
    current()
    expect(recorded).toHaveLength(1)
  })

  test.each(['', 'kort', `${oldKey}\nkort`])('with the content "%s" prevents a start', (text) => {
    expect(() => follow(text)).toThrow('(JWT_SECRET_FILE) staan geen geldige sleutels')
  })
})
