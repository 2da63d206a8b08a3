import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

const printDatabase = 'console.log(process.env.DATABASE_URL, process.env.JWT_SECRET, process.env.LOKET_SETTINGS)'

/** Creates a project with the real scripts and fake programs, which print two settings and the settings file. */
function project(settings: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  for (const name of ['node_modules', 'contract', 'package.json', 'package-lock.json'])
    symlinkSync(join(root, name), join(folder, name))
  const files = {
    '.env': settings,
    'server/src/main.ts': printDatabase,
    'server/src/cli/loket.ts': printDatabase,
    // `dev` stops all programs when one ends, so the fake vite must run longer than the fake server.
    'machine/vite': '#!/bin/sh\n[ "$1" = build ] || exec sleep 60\n',
    'machine/node': '#!/bin/sh\necho "$DATABASE_URL $JWT_SECRET $LOKET_SETTINGS"\n',
    'web/dist/index.html': '',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const program of ['vite', 'node']) chmodSync(join(folder, 'machine', program), 0o755)
  return (verb: string, environment = {}) => {
    const env = { PATH: `${join(folder, 'machine')}:/usr/bin:/bin`, ...environment }
    const { stdout } = spawnSync(process.execPath, [join(folder, 'scripts/verbs.ts'), verb], { env, encoding: 'utf8' })
    return stdout.trim().replace(folder, '')
  }
}

test('the portal and the commands read the same settings from .env', () => {
  const run = project('# the production database\nDATABASE_URL=postgres://db.example/loket\nJWT_SECRET="a key"\n')
  for (const verb of ['start', 'dev', 'loket']) expect(run(verb), verb).toBe('postgres://db.example/loket a key /.env')
})

test('an environment variable overrides the same setting in .env', () => {
  const run = project('DATABASE_URL=postgres://db.example/loket\nJWT_SECRET=key\n')
  const environment = { DATABASE_URL: 'postgres://other.example/loket' }
  expect(run('loket', environment)).toBe('postgres://other.example/loket key /.env')
})
