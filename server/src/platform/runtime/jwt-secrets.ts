import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import { type Config, ConfigError, keysIn } from './config.ts'
import { intervals } from './limits.ts'

/** The keys of session tokens. The first key signs. Tokens of all keys are accepted. */
export type Secrets = [first: string, ...others: string[]]

/**
 * What happens to JWT_SECRET_FILE while the server runs. `invalid`: the file became unreadable or invalid. `renewed`:
 * another key signs now; `previous` are the keys before.
 */
export type KeyFileEvents = EventEmitter<{ invalid: []; renewed: [previous: Secrets] }>

/** Returns a random key of 384 bits. */
export const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')

const fileIn = (data_dir: string) => join(data_dir, 'jwt-secret')

function write(data_dir: string, secrets: Secrets) {
  makeFolder(data_dir)
  const temporary = `${fileIn(data_dir)}.${process.pid}`
  writeFileSync(temporary, secrets.join('\n'), { mode: 0o600, flag: 'wx' })
  // A rename is atomic. An incomplete file would log everyone out.
  renameSync(temporary, fileIn(data_dir))
}

function read(data_dir: string): Secrets {
  if (!existsSync(fileIn(data_dir))) write(data_dir, [newSecret()])
  const [first = '', ...others] = readFileSync(fileIn(data_dir), 'utf8').split('\n').filter(Boolean)
  if (first.length < 32) throw new ConfigError(`De sleutel in ${fileIn(data_dir)} is niet heel: zet de kopie terug.`)
  return [first, ...others]
}

/** Returns the keys in a file; undefined when the file cannot be read or has an invalid key. */
function keysOf(file: string): Secrets | undefined {
  try {
    const [first, ...others] = keysIn(readFileSync(file, 'utf8')) ?? []
    return first ? [first, ...others] : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns a function that returns the keys in a file. It reads the file again after some seconds, so that a vault can
 * rewrite the file. The last valid keys stay in use while the file is unreadable or invalid. A new first key signs a
 * minute after it was read, because other nodes may read it later.
 */
function followFile(file: string, events: KeyFileEvents): () => Secrets {
  const atStart = keysOf(file)
  if (!atStart) throw new ConfigError(`In ${file} (JWT_SECRET_FILE) staan geen geldige sleutels.`)
  let listed = atStart
  let inUse = atStart
  let readAt = Date.now()
  let changedAt = 0
  let isValid = true
  return () => {
    const now = Date.now()
    if (now - readAt < intervals.secretFile_ms) return inUse
    readAt = now
    const read = keysOf(file)
    if (!read && isValid) events.emit('invalid')
    isValid = read !== undefined
    const found = read ?? listed
    if (found.join() !== listed.join()) changedAt = now
    listed = found
    const [signing] = inUse
    const isKnownEverywhere = now - changedAt >= intervals.newSigningKey_ms || !listed.includes(signing)
    const [first, ...others]: Secrets = isKnownEverywhere
      ? listed
      : [signing, ...listed.filter((key) => key !== signing)]
    // Returns the same array while the keys are the same, so that callers can compare by reference.
    if ([first, ...others].join() === inUse.join()) return inUse
    const previous = inUse
    inUse = [first, ...others]
    if (first !== previous[0]) events.emit('renewed', previous)
    return inUse
  }
}

/**
 * Returns a function that returns the current keys: those of JWT_SECRET_FILE, which it reads again, or of JWT_SECRET.
 * Without these settings, the keys are in the data directory, where the first start creates a key.
 */
export function jwtSecrets(config: Config, events: KeyFileEvents = new EventEmitter()): () => Secrets {
  if (config.jwt_secret_file) return followFile(config.jwt_secret_file, events)
  const secrets = fixedSecrets(config)
  return () => secrets
}

function fixedSecrets({ jwt_secrets, data_dir, database_url }: Config): Secrets {
  const [first, ...others] = jwt_secrets ?? []
  if (first) return [first, ...others]
  // Several nodes can use the database of DATABASE_URL, and they need the same key.
  if (database_url)
    throw new ConfigError(
      'De instelling JWT_SECRET of JWT_SECRET_FILE is verplicht bij DATABASE_URL: geef een geheim van ten minste 32 willekeurige tekens.',
    )
  return read(data_dir)
}

/** Stores a new key before the current key in the data directory. Deletes older keys. */
export function renewStoredSecret(data_dir: string) {
  const [current] = read(data_dir)
  write(data_dir, [newSecret(), current])
}
