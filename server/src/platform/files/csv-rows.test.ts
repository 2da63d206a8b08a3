import { Readable } from 'node:stream'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CommandError } from '../runtime/command.ts'
import { openSource, readCsv } from './csv-rows.ts'

const rowsOf = async (...chunks: (string | Uint8Array)[]) => {
  const source = { name: 'test.csv', open: () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) }
  const rows: unknown[] = []
  for await (const { line, fields } of readCsv(source)) rows.push([line, fields?.join('|')])
  return rows
}
const csv = 'straat;nummer\nAkerstraat;118\nWieënweg;12\n'
/** A frame that a decoder passes over: `pzstd` writes one before each of its frames. */
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
const [zstdHead, zstdTail] = [zstdCompressSync(csv.slice(0, 20)), zstdCompressSync(csv.slice(20))]
const zstdFrames = Buffer.concat([skippable, zstdHead, skippable, zstdTail, skippable])
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_contentSizeFlag]: 0 } }
const both = [
  [1, 'straat|nummer'],
  [2, 'Akerstraat|118'],
  [3, 'Wieënweg|12'],
]

test.each([
  ['as it is', [csv]],
  ['packed by gzip', [gzipSync(csv)]],
  ['packed by zstd', [zstdCompressSync(csv)]],
  ['packed in two parts', [gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]],
  ['packed in two parts of one chunk', [Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))])]],
  ['packed in two zstd frames', [Buffer.concat([zstdHead, zstdTail])]],
  ['packed in zstd frames with a checksum', [Buffer.concat([zstdCompressSync(csv, checked), zstdCompressSync('')])]],
  ['packed in zstd frames with skippable frames', [zstdFrames]],
  ['packed in zstd frames, byte by byte', [...zstdFrames].map((byte) => Uint8Array.of(byte))],
  ['without a line end at the end', [csv.trim()]],
  ['with a byte order mark', [`\ufeff${csv}`]],
  ['with commas', [csv.replaceAll(';', ',')]],
  ['with quotes', ['"straat";"nummer"\n"Akerstraat";118\nWieënweg;"12"']],
  ['with the line ends of Windows', [csv.replaceAll('\n', '\r\n')]],
  ['with the line ends of an old Mac', [csv.replaceAll('\n', '\r')]],
  ['with mixed line ends', ['straat;nummer\r\nAkerstraat;118\rWieënweg;12\n']],
  ['byte by byte', [...Buffer.from(csv.replaceAll('\n', '\r\n'))].map((byte) => Uint8Array.of(byte))],
])('a file is read %s', async (_, chunks) => {
  expect(await rowsOf(...chunks)).toEqual(both)
})

test('a row has the number of its line, whatever empty lines come before it', async () => {
  expect(await rowsOf('a;b\n\n\n1;2\n  \n3;4')).toEqual([
    [1, 'a|b'],
    [4, '1|2'],
    [6, '3|4'],
  ])
})

test('a quoted field may have the delimiter and quotes in it', async () => {
  expect(await rowsOf('a;b\n"x;y";"say ""yes"""')).toContainEqual([2, 'x;y|say "yes"'])
})

test('a header may have the other delimiter in its quoted names', async () => {
  expect(await rowsOf('"a, b, c";d\n1;2')).toEqual([
    [1, 'a, b, c|d'],
    [2, '1|2'],
  ])
})

test('a stray quote spoils its own line and no other', async () => {
  expect(await rowsOf('a;b\n"t Hof;2\n3;4')).toEqual([
    [1, 'a|b'],
    [2, undefined],
    [3, '3|4'],
  ])
})

test('a file that is not complete is refused in one sentence', async () => {
  const packed = gzipSync(csv.repeat(1000))
  await expect(rowsOf(packed.subarray(0, packed.length - 20))).rejects.toThrow(/beschadigd of niet compleet/)
  const zst = zstdCompressSync(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex'))
  await expect(rowsOf(zst.subarray(0, zst.length - 20))).rejects.toThrow(CommandError)
})

test('every frame is read of a file that is larger than one chunk', async () => {
  const frames = Array.from({ length: 40 }, (_, frame) => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(20_000))).toString('hex')
    return zstdCompressSync(`${frame};${random}\n`)
  })
  const packed = Buffer.concat(frames)
  const chunks = Array.from({ length: Math.ceil(packed.length / 65_536) }, (_, at) =>
    packed.subarray(at * 65_536, (at + 1) * 65_536),
  )
  expect(chunks.length).toBeGreaterThan(5)
  const rows = (await rowsOf(...chunks)) as [number, string][]
  expect(rows.map(([, text]) => Number.parseInt(text, 10))).toEqual(frames.map((_, frame) => frame))
})

const packedTwice = (pack: (text: string) => Buffer) => Buffer.concat([pack(csv), pack(csv)])
test.each([
  ['gzip', packedTwice(gzipSync), [gzipSync(csv).length]],
  ['zstd', packedTwice(zstdCompressSync), [zstdCompressSync(csv).length]],
  [
    'zstd with a checksum',
    packedTwice((text) => zstdCompressSync(text, checked)),
    [zstdCompressSync(csv, checked).length],
  ],
  ['zstd with skippable frames', zstdFrames, [12, 12 + zstdHead.length, 24 + zstdHead.length, zstdFrames.length - 12]],
])('a file of several parts in %s is refused wherever it is cut off within a part', async (_, packed, ends) => {
  for (let length = 4; length < packed.length; length += 1) {
    const cut = packed.subarray(0, length)
    if (ends.includes(length)) await expect(rowsOf(cut), `${length} bytes`).resolves.toBeDefined()
    else
      await expect(rowsOf(cut), `${length} bytes`).rejects.toThrow(/^Het bestand test.csv is na regel \d+ beschadigd/)
  }
})

test.each([
  ['gzip', gzipSync(csv)],
  ['zstd', zstdCompressSync(csv)],
  ['zstd with a skippable frame', zstdFrames],
])('a file in %s is refused when something else follows', async (_, packed) => {
  for (const garbage of ['x', 'garbage', 'more;than;a;header\n'.repeat(9), '\0garbage'])
    for (const chunks of [[Buffer.concat([packed, Buffer.from(garbage)])], [packed, garbage]])
      await expect(rowsOf(...chunks), JSON.stringify(garbage)).rejects.toThrow(/beschadigd of niet compleet/)
})

test('a file without line ends does not fill the memory', async () => {
  await expect(rowsOf('x'.repeat(200_000), 'x')).rejects.toThrow(/veel te lange regel/)
})

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('a file that %s blows up out of all proportion is refused', async (_, pack) => {
  const line = `${'x'.repeat(60_000)}\n`
  await expect(rowsOf(pack(line.repeat(1000)))).rejects.toThrow(/250 keer zo groot/)
  expect(await rowsOf(pack(line.repeat(100)))).toHaveLength(100)
})

test('a line of nothing but delimiters is a row, however many', async () => {
  const [, row] = await rowsOf(`a;b\n${';'.repeat(60_000)}\n1;2`)
  expect(row).toEqual([2, '|'.repeat(60_000)])
})

test('a file that does not exist, or is a folder, is named', async () => {
  await expect(openSource('/nergens/x.csv')).rejects.toThrow('Het bestand /nergens/x.csv bestaat niet.')
  await expect(openSource('/')).rejects.toThrow('/ is een map.')
})
