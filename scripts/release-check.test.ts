import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runSteps } from './release.ts'
import { ReleaseError, verifyRelease } from './release-check.ts'

/** Packs a release whose program prints its help, and runs these shell commands when it starts. */
function release(start: string, help = "exec echo 'rd4-loket <opdracht>'") {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-fake-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'rd4-loket/bin/rd4-loket')
  mkdirSync(join(folder, 'rd4-loket/bin'), { recursive: true })
  writeFileSync(program, `#!/bin/sh\n[ "$1" = start ] || ${help}\n${start}\n`)
  chmodSync(program, 0o755)
  execFileSync('tar', ['-C', folder, '-czf', join(folder, 'release.tar.gz'), 'rd4-loket'])
  return join(folder, 'release.tar.gz')
}

/** A portal that answers with these pages. */
const portal = (pages: Record<string, string>) => `exec ${process.execPath} -e '
  const pages = ${JSON.stringify(pages)}
  const server = require("node:http").createServer(({ url }, reply) => {
    reply.statusCode = url in pages ? 200 : 503
    reply.end(pages[url])
  })
  server.listen(0, () => console.log("Het loket staat klaar op http://localhost:" + server.address().port))'`
const login = { '/login': 'Rd4 Loket' }

test('a release that shows its pages passes', async () => {
  await expect(verifyRelease(release(portal({ '/readyz': '', ...login })), 30)).resolves.toBeUndefined()
})

test.each([
  ['is not ready', portal(login), 'De release geeft voor /readyz een andere pagina, met status 503.'],
  [
    'shows another page',
    portal({ '/readyz': '', '/login': 'Welkom' }),
    'De release geeft voor /login een andere pagina, met status 200.',
  ],
  ['has no command', 'exit 4', 'De release kan geen opdracht uitvoeren (exitcode 4).\n', 'exit 4'],
  ['has another command', '', 'De release kan geen opdracht uitvoeren (exitcode 0).\nhallo\n', 'exec echo hallo'],
  ['does not start in time', 'echo busy\nexec sleep 60', 'De release is na 1 seconden nog niet gestart.'],
  [
    'does not reply in time, and does not stop',
    portal({}).replace('reply.end(pages[url])', 'process.on("SIGTERM", () => {})'),
    'De release geeft voor /readyz na 2 seconden nog geen antwoord.',
  ],
  ['ends while it starts', 'echo no disk', 'De release is bij het starten gestopt.\nno disk\n'],
])('says in one Dutch sentence that a release %s, and removes its files', async (_, start, message, help?: string) => {
  const archive = release(start, help)
  const temporary = mkdtempSync(join(tmpdir(), 'rd4-loket-verify-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })
  const [, limit_s = '30'] = /na ([12]) seconden/.exec(message) ?? []
  await expect(verifyRelease(archive, Number(limit_s))).rejects.toThrow(
    expect.objectContaining({ constructor: ReleaseError, message: expect.stringContaining(message) }),
  )
  expect(readdirSync(temporary)).toEqual([])
})

test.each([
  [0, {}, 'De release is gemaakt en gestart: dist/a.tar.gz'],
  [
    1,
    { Inpakken: () => Promise.reject(new Error('tar eindigde.\ndisk full')) },
    /^Er is geen release .*: Inpakken\. tar eindigde\.$/,
  ],
])('ends with exit code %s and one last line, and leaves no failed archive', async (code, failing, lastLine) => {
  const lines: string[] = []
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line) => void lines.push(line))
  onTestFinished(() => void vi.restoreAllMocks())
  const made = mkdtempSync(join(tmpdir(), 'rd4-loket-made-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  const steps = { Inpakken: () => {}, Starten: () => 'De release is gemaakt en gestart: dist/a.tar.gz', ...failing }
  expect(await runSteps(steps, made)).toBe(code)
  expect(lines.at(-1)).toMatch(lastLine)
  expect(existsSync(made)).toBe(code === 0)
})
