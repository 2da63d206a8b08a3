import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { root } from './run.ts'

/** One line as it should be, the same line with a mistake in it, and what the compiler must say of that. */
type Plant = { mistake: string; right: string; wrong: string; says: string }

const showStreet = `
  import { endpoint } from '@rd4-loket/contract'
  import * as z from 'zod/mini'
  export const showStreet = endpoint({
    method: 'GET', path: '/streets/:alias', summary: 'Geeft een straat', access: 'employees',
    params: z.strictObject({ alias: z.string() }),
    data: z.object({ name: z.string(), city: z.string() }),
  })`

/** For each workspace what stands above its planted lines, and the plants. */
const workspaces: Record<string, { above: string; plants: Plant[] }> = {
  contract: {
    above: `
      import * as z from 'zod/mini'
      import { endpoint } from './endpoint.ts'
      const rest = { summary: 'Geeft de plaats', data: z.string() }`,
    plants: [
      {
        mistake: 'an endpoint without access',
        right: "export const showCity = endpoint({ ...rest, method: 'GET', path: '/city', access: 'everyone' })",
        wrong: "export const showCity = endpoint({ ...rest, method: 'GET', path: '/city' })",
        says: "'access' is missing",
      },
    ],
  },
  server: {
    above: `${showStreet}
      import type { FastifyInstance } from 'fastify'
      import { answer } from './platform/http/answer.ts'
      declare const app: FastifyInstance`,
    plants: [
      {
        mistake: 'a handler that forgets a field of the reply',
        right: "answer(app, showStreet, ({ params }) => ({ name: params.alias, city: 'Heerlen' }))",
        wrong: 'answer(app, showStreet, ({ params }) => ({ name: params.alias }))',
        says: "'city' is missing",
      },
      {
        mistake: 'a handler that reads a parameter the path does not have',
        right: "answer(app, showStreet, ({ params }) => ({ name: params.alias, city: 'Heerlen' }))",
        wrong: "answer(app, showStreet, ({ params }) => ({ name: params.street, city: 'Heerlen' }))",
        says: "'street' does not exist",
      },
    ],
  },
  web: {
    above: `${showStreet}
      import { query } from './session/api.ts'`,
    plants: [
      {
        mistake: 'a call with a misspelt field',
        right: "export const street = query(showStreet, { params: { alias: 's1' } })",
        wrong: "export const street = query(showStreet, { params: { alais: 's1' } })",
        says: "'alais' does not exist",
      },
    ],
  },
}

/** What the compiler says of files with these texts, planted in a workspace and under its settings. */
function compile(workspace: string, texts: string[]) {
  const folder = join(root, workspace)
  const planted = new Map(texts.map((text, index) => [join(folder, `src/planted-${index}.ts`), text]))
  const settings = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(settings, ts.sys, folder)
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (path) => planted.has(path) || fileExists(path)
  host.getSourceFile = (path, version) => {
    const text = planted.get(path)
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version)
  }
  const program = ts.createProgram([...planted.keys()], options, host)
  return [...planted].map(([path, text]) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path)).map(({ start = 0, messageText }) => ({
      line: text.slice(0, start).split('\n').length,
      says: ts.flattenDiagnosticMessageText(messageText, '\n'),
    })),
  )
}

describe.each(Object.entries(workspaces))('in %s the compiler', (workspace, { above, plants }) => {
  const line = above.split('\n').length + 1

  test('finds nothing in lines without a mistake', { timeout: 60_000 }, () => {
    const found = compile(
      workspace,
      plants.map(({ right }) => `${above}\n${right}`),
    )
    expect(found).toEqual(plants.map(() => []))
  })

  test(`finds ${plants.map(({ mistake }) => mistake).join(', and ')}`, { timeout: 60_000 }, () => {
    const found = compile(
      workspace,
      plants.map(({ wrong }) => `${above}\n${wrong}`),
    )
    expect(found).toEqual(plants.map(({ says }) => [{ line, says: expect.stringContaining(says) }]))
  })
})
