import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { addChecksum, archiveLine, endOfRows } from '../../backup/backup-archive.ts'
import { restore } from '../../backup/restore.ts'
import { effort, testSeed as seed } from '../../test/effort.ts'
import { readMigrations } from '../database/migrate.queries.ts'
import { DamagedSource, readSource } from './source.ts'

/** The number of generated containers per test. */
const numRuns = 20 * effort

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-containers-'))
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

/** A part of a container, which a program can decompress by itself. Several parts in a row are one file. */
type Part = { compress: (content: Buffer) => Buffer; share: number }

const share = fc.integer({ min: 0, max: 9 })
const gzipPart = fc
  .record({ level: fc.integer({ min: 0, max: 9 }), share })
  .map(({ level, share }): Part => ({ share, compress: (content) => gzipSync(content, { level }) }))
const zstdPart = fc
  .record({ level: fc.integer({ min: 1, max: 19 }), checksum: fc.boolean(), contentSize: fc.boolean(), share })
  .map(({ level, checksum, contentSize, share }): Part => {
    const params = {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_checksumFlag]: Number(checksum),
      [constants.ZSTD_c_contentSizeFlag]: Number(contentSize),
    }
    return { share, compress: (content) => zstdCompressSync(content, { params }) }
  })
const skippablePart = fc
  .record({ kind: fc.integer({ min: 0, max: 15 }), bytes: fc.uint8Array({ maxLength: 20 }) })
  .map(({ kind, bytes }): Part => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(0x184d2a50 + kind)
    head.writeUInt32LE(bytes.length, 4)
    return { share: 0, compress: () => Buffer.concat([head, bytes]) }
  })

const several = { minLength: 1, maxLength: 5 }
const gzipParts = fc.array(gzipPart, several)
const zstdParts = fc
  .tuple(
    fc.array(fc.oneof(zstdPart, skippablePart), { maxLength: 5 }),
    zstdPart,
    fc.array(skippablePart, { maxLength: 2 }),
  )
  .map((groups) => groups.flat())

/** Splits a content over the parts by their shares. Returns the compressed parts. The last share gets the rest. */
function pack(content: Buffer, parts: Part[]) {
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  const last = parts.findLastIndex(
    ({ compress }) => compress(Buffer.from('a')).length !== compress(Buffer.alloc(0)).length,
  )
  let start = 0
  return parts.map(({ compress, share }, index) => {
    const end = index === last ? content.length : start + Math.floor((content.length * share) / Math.max(total, 1))
    const packed = compress(content.subarray(start, end))
    start = Math.max(start, end)
    return packed
  })
}

const inChunks = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )

/** Returns what an import reads from a file that arrives in chunks of this length. */
async function contentOf(packed: Buffer, chunkLength: number) {
  const source = { name: 'test', open: () => Readable.from(inChunks(packed, chunkLength)) }
  const chunks: Buffer[] = []
  for await (const chunk of readSource(source, () => {})) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const content = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 200 }))
  .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)))
const chunkLength = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(65_536))

describe.each([
  ['gzip', gzipParts],
  ['zstd', zstdParts],
])('a generated %s file', (_, partsOf) => {
  test('is read completely', async () => {
    await fc.assert(
      fc.asyncProperty(content, partsOf, chunkLength, async (content, parts, length) => {
        const read = await contentOf(Buffer.concat(pack(content, parts)), length)
        expect(read.equals(content)).toBe(true)
      }),
      { numRuns, seed },
    )
  })

  test('is rejected when it ends inside its last part, at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(content, partsOf, async (content, parts) => {
        const packed = pack(content.subarray(0, 200), parts)
        const before = Buffer.concat(packed.slice(0, -1))
        const last = packed.at(-1) ?? Buffer.alloc(0)
        // Without any bytes the file is empty, which is valid. With fewer than four bytes it is not recognised as
        // compressed.
        for (let length = before.length > 0 ? 1 : 4; length < last.length; length += 1) {
          const cut = Buffer.concat([before, last.subarray(0, length)])
          await expect(contentOf(cut, 65_536), `${length} of ${last.length} bytes`).rejects.toThrow(DamagedSource)
        }
      }),
      { numRuns: Math.ceil(numRuns / 6), seed },
    )
  })
})

const file = join(folder, 'archive.zst')
const runRestore = () =>
  restore.run({
    args: [file],
    options: {},
    onProgress: () => {},
    signal: new AbortController().signal,
    openDatabase: () => Promise.reject(new Error('A restore opens its own database')),
  })

async function archiveContent() {
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }))
  async function* lines() {
    yield archiveLine({
      archive: 'rd4-loket',
      form: 1,
      made_at: new Date(0).toISOString(),
      migrations,
      clearance_years: [],
    })
    yield archiveLine({ table: 'demo', columns: ['only'] })
    yield endOfRows
  }
  const chunks: Buffer[] = []
  for await (const chunk of addChecksum(lines())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// Without a server on this port, an archive that passes the check ends in a refused connection.
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'

test('a restore accepts an archive in any generated zstd parts', async () => {
  vi.stubEnv('DATABASE_URL', nowhere)
  const content = await archiveContent()
  await fc.assert(
    fc.asyncProperty(zstdParts, async (parts) => {
      await writeFile(file, Buffer.concat(pack(content, parts)))
      await expect(runRestore()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }),
    { numRuns: Math.ceil(numRuns / 2), seed },
  )
})

test('a restore rejects an archive that ends inside its last part with data, before it opens the database', async () => {
  vi.stubEnv('DATABASE_URL', nowhere)
  const content = await archiveContent()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(zstdPart, skippablePart), { maxLength: 3 }), zstdPart, async (parts, part) => {
      // Without a share the last part could be empty, and an archive without it is complete.
      const packed = pack(content, [...parts, { ...part, share: part.share + 1 }])
      const before = Buffer.concat(packed.slice(0, -1))
      const last = packed.at(-1) ?? Buffer.alloc(0)
      for (let length = 0; length < last.length; length += Math.ceil(8 / effort)) {
        await writeFile(file, Buffer.concat([before, last.subarray(0, length)]))
        await expect(runRestore(), `${length} of ${last.length} bytes`).rejects.toThrow('is beschadigd')
      }
    }),
    { numRuns: Math.ceil(numRuns / 20), seed },
  )
})
