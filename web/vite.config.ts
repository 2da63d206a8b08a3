/// <reference types="vitest/config" />
// The build uses only packages that `npm start` installs, so it imports types of Vitest alone.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { brandTokens, themeMark } from '@rd4-loket/contract/general'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite'
import { requireNode, slowness } from '../slowness.ts'
import { failingCalls } from './failing-calls.ts'
import { screenPaths } from './screen-paths.ts'

requireNode()

/** Writes a brotli copy beside every text file, so that the server compresses nothing per request. */
const brotliCopies = (): Plugin => ({
  name: 'brotli-copies',
  apply: 'build',
  // Reads the files from disk, because the code in `bundle` is not final.
  async writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name)))
      await writeFile(join(dir, `${file}.br`), brotliCompressSync(await readFile(join(dir, file))))
  },
})

/** Preloads the font, so that the first text is already set in it. */
const fontPreload = (): Plugin => ({
  name: 'font-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.includes('figtree-latin-wght'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})

/**
 * Writes the brand's tokens into the page, for the first paint before any script has loaded. The server writes the
 * tokens of a theme behind them.
 */
const brandColours = (): Plugin => ({
  name: 'brand-colours',
  transformIndexHtml: () => [
    {
      tag: 'style',
      attrs: { nonce: '%CSP_NONCE%' },
      children: `:root{${Object.entries(brandTokens)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}${themeMark}`,
      injectTo: 'head',
    },
  ],
})

/** What takes the place of the properties of an endpoint that only the server reads in full. */
const ofServer = new Map<string, (property: string) => string>([
  ['summary', () => ''],
  ['conflict', () => ''],
  // The portal reads whether a reply can be null, and whether it has `meta`.
  ['data', (property: string) => (/^data: z\.null(able)?\(/.test(property) ? 'data: z.null(),' : 'data: z.unknown(),')],
  ['meta', () => 'meta: true,'],
])

/**
 * Leaves out of the portal what only the server reads of a call: the texts of the API document, and the schemas of the
 * reply. A schema that no request has is then unused, and the build drops it.
 */
const noServerParts = (): Plugin => ({
  name: 'no-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\// },
    handler(code, id) {
      let left = ''
      let from = 0
      new Visitor({
        CallExpression({ callee, arguments: [, value] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || value?.type !== 'ObjectExpression') return
          for (const property of value.properties) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
            const replacement = ofServer.get(property.key.name)
            if (replacement === undefined) continue
            left += code.slice(from, property.start) + replacement(code.slice(property.start, property.end))
            const [comma = ''] = code.slice(property.end).match(/^\s*,/) ?? []
            from = property.end + comma.length
          }
        },
      }).visit(parseSync(id, code).program)
      return { code: left + code.slice(from), map: null }
    },
  },
})

// The libraries of every page, in one chunk. Browsers cache the chunk across releases: only a newer library changes it.
// One page reads several queries at once, so that part of a library is not in it.
const everyPage = [
  '(react|react-dom|scheduler|use-sync-external-store|zod)',
  '@tanstack/(query-core|react-query|router-core|react-router|history|store|react-store)',
]
const libraries = { name: 'libraries', test: new RegExp(`/node_modules/(${everyPage.join('|')})/(?!.*[qQ]ueries)`) }

// Code that many screens share, in one chunk, which is smaller than separate files and stays cached between screens.
const parts = { name: 'parts', test: /\/web\/src\/(kit|session|domain)\//, minShareCount: 20 }

// What the header of every screen needs. Its files of a few hundred bytes would be larger apart.
const header = {
  name: 'parts',
  test: /\/(web\/src\/(session\/(logout|menu)|domain\/tasks\/task-counts)|contract\/src\/(search|undo|task-counts))\.ts/,
}

/** Lists the paths of all screens for the server, which returns 404 for other paths. */
const screenList = (): Plugin => ({
  name: 'screen-list',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screenPaths()) })
  },
})

export default defineConfig({
  plugins: [react(), brandColours(), brotliCopies(), fontPreload(), noServerParts(), screenList(), failingCalls()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every supported browser preloads modules. In an older browser the portal works, and loads a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Creating a schema has no side effects, so unused schemas can be dropped.
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: [libraries, header, parts] } },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  test: {
    name: 'web',
    testTimeout: 40_000 * slowness(),
    environment: 'jsdom',
    // Loading the libraries takes longer than running most files. So each worker loads them once, and the setup clears
    // state.
    isolate: false,
    // Equal to the number for the other tests, in vitest.config.ts.
    maxWorkers: 3,
    environmentOptions: { jsdom: { url: 'http://loket.example/' } },
    // jsdom runs animation frames by its own interval. If that interval is fake, no later file of the worker gets
    // a frame.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
  },
})
