import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import { type Config, ConfigError } from './config.ts'

/** The keys of session tokens. The first one signs; all are accepted. */
export type Secrets = [first: string, ...others: string[]]

/** Returns a random key of 384 bits. */
export const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')

const fileIn = (data_dir: string) => join(data_dir, 'jwt-secret')

function write(data_dir: string, secrets: Secrets) {
  makeFolder(data_dir)
  const temporary = `${fileIn(data_dir)}.${process.pid}`
  writeFileSync(temporary, secrets.join('\n'), { mode: 0o600, flag: 'wx' })
  // An atomic rename: half a file would log everyone out.
  renameSync(temporary, fileIn(data_dir))
}

function read(data_dir: string): Secrets {
  if (!existsSync(fileIn(data_dir))) write(data_dir, [newSecret()])
  const [first = '', ...others] = readFileSync(fileIn(data_dir), 'utf8').split('\n').filter(Boolean)
  if (first.length < 32) throw new ConfigError(`De sleutel in ${fileIn(data_dir)} is niet heel: zet de kopie terug.`)
  return [first, ...others]
}

/** Returns the keys of the setting, or of the data directory. The first start creates a key there. */
export function jwtSecrets({ jwt_secrets, data_dir, database_url }: Config): Secrets {
  const [first, ...others] = jwt_secrets ?? []
  if (first) return [first, ...others]
  // Nodes that share a database need the same key.
  if (database_url)
    throw new ConfigError(
      'De instelling JWT_SECRET is verplicht bij DATABASE_URL: geef een geheim van ten minste 32 tekens.',
    )
  return read(data_dir)
}

/** Stores a new key in the data directory before the current one. Older keys are dropped. */
export function renewStoredSecret(data_dir: string) {
  const [current] = read(data_dir)
  write(data_dir, [newSecret(), current])
}
