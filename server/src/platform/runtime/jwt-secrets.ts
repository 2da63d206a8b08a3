import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/folders.ts'
import { type Config, ConfigError } from './config.ts'

/** The keys of sessions: the first one signs, all of them are accepted. */
export type Secrets = [first: string, ...others: string[]]

/** A key as good as any: 384 bits. */
export const newSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')

const fileIn = (data_dir: string) => join(data_dir, 'jwt-secret')

function write(data_dir: string, secrets: Secrets) {
  makeFolder(data_dir)
  const made = `${fileIn(data_dir)}.${process.pid}`
  writeFileSync(made, secrets.join('\n'), { mode: 0o600, flag: 'wx' })
  // At once or not at all: half a file would log everyone out.
  renameSync(made, fileIn(data_dir))
}

function read(data_dir: string): Secrets {
  if (!existsSync(fileIn(data_dir))) write(data_dir, [newSecret()])
  const [first = '', ...others] = readFileSync(fileIn(data_dir), 'utf8').split('\n').filter(Boolean)
  if (first.length < 32) throw new ConfigError(`De sleutel in ${fileIn(data_dir)} is niet heel: zet de kopie terug.`)
  return [first, ...others]
}

/** The keys of the setting, or those that are kept in the data directory, where the first start makes one. */
export function jwtSecrets({ jwt_secrets, data_dir, database_url }: Config): Secrets {
  const [first, ...others] = jwt_secrets ?? []
  if (first) return [first, ...others]
  // Several nodes may share one database, and then they need the same key.
  if (database_url)
    throw new ConfigError(
      'De instelling JWT_SECRET is verplicht bij DATABASE_URL: geef een geheim van ten minste 32 tekens.',
    )
  return read(data_dir)
}

/** Puts a new key before the one that is kept in the data directory; what was kept before that one goes. */
export function renewKeptSecret(data_dir: string) {
  const [current] = read(data_dir)
  write(data_dir, [newSecret(), current])
}
