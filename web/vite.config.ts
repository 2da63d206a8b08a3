import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { slowness } from '../scripts/slowness.ts'
import { screenPaths } from './screen-paths.ts'
import { brandTokens } from './src/kit/theme/brand.ts'

/** Puts a brotli copy beside every text file, so that the server compresses nothing while somebody waits. */
const brotliCopies = (): Plugin => ({
  name: 'brotli-copies',
  apply: 'build',
  // Only on disk is the code final.
  async writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name)))
      await writeFile(join(dir, `${file}.br`), brotliCompressSync(await readFile(join(dir, file))))
  },
})

/** Lets the browser fetch the font at once, so that no text jumps when it arrives. */
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

/** Puts the brand's colours in the page itself: what is painted before a script is there has them. */
const brandColours = (): Plugin => ({
  name: 'brand-colours',
  transformIndexHtml: () => [
    {
      tag: 'style',
      attrs: { nonce: '%CSP_NONCE%' },
      children: `:root{${Object.entries(brandTokens)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`,
      injectTo: 'head',
    },
  ],
})

// What every page needs, and only a change of dependencies changes: packed as one it is smaller, and kept over releases.
const everyPage = [
  '(react|react-dom|scheduler|use-sync-external-store|zod)',
  '@tanstack/(query-core|react-query|router-core|react-router|history|store|react-store)',
]
const libraries = { name: 'libraries', test: new RegExp(`/node_modules/(${everyPage.join('|')})/`) }

// What many screens share: packed as one it is smaller than in a file for each, and one screen fetches it for the next.
const parts = { name: 'parts', test: /\/web\/src\/(kit|session|domain)\//, minShareCount: 6 }

/** Tells the server which addresses have a screen, so that it answers 404 to the others. */
const screenList = (): Plugin => ({
  name: 'screen-list',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screenPaths()) })
  },
})

export default defineConfig({
  plugins: [react(), brandColours(), brotliCopies(), fontPreload(), screenList()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // To describe a shape does nothing else: what is described and not used need not be sent.
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: [libraries, parts] } },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
  test: {
    name: 'web',
    testTimeout: 20_000 * slowness(),
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://loket.example/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
  },
})
