import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

/** A correct line, the same line with a mistake, and a part of the compiler's message. */
type Case = { mistake: string; right: string; wrong: string; message: string }

const showStreet = `
  import { endpoint } from '@rd4-loket/contract'
  import * as z from 'zod/mini'
  export const showStreet = endpoint('GET /streets/:alias', {
    summary: 'Geeft een straat', access: 'employees',
    params: z.strictObject({ alias: z.string() }),
    data: z.object({ name: z.string(), city: z.string() }),
  })`

/** For each workspace: the lines that precede each case, such as imports, and the cases. */
const workspaces: Record<string, { above: string; cases: Case[] }> = {
  contract: {
    above: `
      import * as z from 'zod/mini'
      import { endpoint } from '../../src/endpoint.ts'
      const rest = { summary: 'Geeft de plaats', data: z.string() }`,
    cases: [
      {
        mistake: 'an endpoint without access',
        right: "export const showCity = endpoint('GET /city', { ...rest, access: 'everyone' })",
        wrong: "export const showCity = endpoint('GET /city', { ...rest })",
        message: "'access' is missing",
      },
      {
        mistake: 'an endpoint with an option that does not exist',
        right: "export const showCity = endpoint('GET /city', { ...rest, access: 'everyone', unwrapped: true })",
        wrong: "export const showCity = endpoint('GET /city', { ...rest, access: 'everyone', unwraped: true })",
        message: "to type 'never'",
      },
    ],
  },
  server: {
    above: `${showStreet}
      import { answer } from '../../src/platform/http/answer.ts'
      import type { Api } from '../../src/platform/http/api.ts'
      declare const api: Api`,
    cases: [
      {
        mistake: 'a handler that omits a field of the response',
        right: "answer(api, showStreet, ({ params }) => ({ name: params.alias, city: 'Heerlen' }))",
        wrong: 'answer(api, showStreet, ({ params }) => ({ name: params.alias }))',
        message: "'city' is missing",
      },
      {
        mistake: 'a handler that reads a parameter that the path lacks',
        right: "answer(api, showStreet, ({ params }) => ({ name: params.alias, city: 'Heerlen' }))",
        wrong: "answer(api, showStreet, ({ params }) => ({ name: params.street, city: 'Heerlen' }))",
        message: "'street' does not exist",
      },
    ],
  },
  web: {
    above: `${showStreet}
      import { query } from '../../src/session/queries.ts'`,
    cases: [
      {
        mistake: 'a call with a misspelt field',
        right: "export const street = query(showStreet, { params: { alias: 's1' } })",
        wrong: "export const street = query(showStreet, { params: { alais: 's1' } })",
        message: "'alais' does not exist",
      },
    ],
  },
}

/**
 * Compiles files with these texts under the settings of a workspace. Returns each error with its file name and line
 * number.
 */
function compile(workspace: string, texts: Record<string, string>) {
  mkdirSync(join(root, workspace, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, workspace, '.cache/types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `${name}.ts`), text)
  const settings = { extends: '../../tsconfig.json', compilerOptions: { incremental: false }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  // A message continues on indented lines.
  return stdout.split(/\n(?=\S)/).flatMap((message) => {
    const [, name, line] = /([\w-]+)\.ts\((\d+),\d+\): error/.exec(message) ?? []
    return message.trim() ? [{ name, line: Number(line), message }] : []
  })
}

test.each(
  Object.entries(workspaces).map(([workspace, { above, cases }]) => ({
    workspace,
    above,
    cases,
    mistakes: cases.map(({ mistake }) => mistake).join(', and '),
  })),
)('in $workspace the compiler rejects $mistakes, and accepts the correct lines', ({ workspace, above, cases }) => {
  const texts = Object.fromEntries(
    cases.flatMap(({ right, wrong }, index) => [
      [`right-${index}`, `${above}\n${right}\n`],
      [`wrong-${index}`, `${above}\n${wrong}\n`],
    ]),
  )
  const line = above.split('\n').length + 1
  expect(compile(workspace, texts)).toEqual(
    cases.map(({ message }, index) => ({ name: `wrong-${index}`, line, message: expect.stringContaining(message) })),
  )
})
