import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openEmbeddedEngine } from '../shared/embedded/embedded.ts'

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-command-'))
afterAll(() => rm(folder, { recursive: true }))

/** Types a command in a shell of its own, on an embedded database. */
function type(line: string, input = '') {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...line.split(' ')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    texts.out += text
  })
  child.stderr.on('data', (text) => {
    texts.err += text
  })
  child.stdin.end(input)
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...texts }))
  })
}

test('addresses go in from standard input, unless a running portal has the database', async () => {
  const lines = 'straat,huisnummer,postcode,woonplaats,gemeente\nAkerstraat,118,6417AT,Heerlen,Heerlen\n'
  const imported = await type('import addresses -', lines)
  expect(imported).toMatchObject({
    code: 0,
    out: expect.stringMatching(/standaardinvoer: 1 regels .*\n +toegevoegd +1\n/),
  })

  const engine = await openEmbeddedEngine({ directory: join(folder, 'postgres') })
  const refused = await type('import addresses -', lines)
  await engine.close()
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('in gebruik') })
}, 60_000)

test('the document of the API is printed without a database', async () => {
  const { code, out } = await type('openapi')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
})
