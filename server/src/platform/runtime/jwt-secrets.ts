import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import { type Config, ConfigError } from './config.ts'

/** The keys of session tokens. The first key signs. Tokens of all keys are accepted. */
export type Secrets = [first: string, ...others: string[]]

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

/**
 * Returns the keys in the setting JWT_SECRET. Without that setting, returns the keys in the data directory, where the
 * first start creates a key.
 */
export function jwtSecrets({ jwt_secrets, data_dir, database_url }: Config): Secrets {
  const [first, ...others] = jwt_secrets ?? []
  if (first) return [first, ...others]
  // Several nodes can use the database of DATABASE_URL, and they need the same key.
  if (database_url)
    throw new ConfigError(
      'De instelling JWT_SECRET is verplicht bij DATABASE_URL: geef een geheim van ten minste 32 willekeurige tekens.',
    )
  return read(data_dir)
}

/** Stores a new key before the current key in the data directory. Deletes older keys. */
export function renewStoredSecret(data_dir: string) {
  const [current] = read(data_dir)
  write(data_dir, [newSecret(), current])
}
