import { Readable } from 'node:stream'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CommandError } from '../runtime/command.ts'
import { csvFieldReader, readCsv } from './csv-rows.ts'
import { openSource } from './source.ts'

/** Returns the line number and the fields of each row. */
const rowsOf = async (...chunks: (string | Uint8Array)[]) => {
  const source = { name: 'test.csv', open: () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) }
  const rows: unknown[] = []
  for await (const { line, fields } of readCsv(source)) rows.push([line, fields?.join('|')])
  return rows
}
const csv = 'straat;nummer\nAkerstraat;118\nWieënweg;12\n'
/** A frame that decompressors ignore. The program `pzstd` writes such a frame before each frame with data. */
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
const [zstdHead, zstdTail] = [zstdCompressSync(csv.slice(0, 20)), zstdCompressSync(csv.slice(20))]
const zstdFrames = Buffer.concat([skippable, zstdHead, skippable, zstdTail, skippable])
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_contentSizeFlag]: 0 } }
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const allRows = [
  [1, 'straat|nummer'],
  [2, 'Akerstraat|118'],
  [3, 'Wieënweg|12'],
]

test.each([
  ['without compression', [csv]],
  ['in gzip', [gzipSync(csv)]],
  ['in zstd', [zstdCompressSync(csv)]],
  ['in two gzip members', [gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]],
  ['in two gzip members of one chunk', [Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))])]],
  ['in two zstd frames', [Buffer.concat([zstdHead, zstdTail])]],
  ['in zstd frames with a checksum', [Buffer.concat([zstdCompressSync(csv, checked), zstdCompressSync('')])]],
  ['in zstd frames with skippable frames', [zstdFrames]],
  ['in zstd frames, byte by byte', [...zstdFrames].map((byte) => Uint8Array.of(byte))],
  ['without a line end after the last line', [csv.trim()]],
  ['with a byte order mark', [`\ufeff${csv}`]],
  ['with commas', [csv.replaceAll(';', ',')]],
  ['with tabs', [csv.replaceAll(';', '\t')]],
  ['with vertical bars', [csv.replaceAll(';', '|')]],
  ['in UTF-16, little endian', [utf16(csv)]],
  ['in UTF-16, big endian', [utf16(csv).swap16()]],
  ['in UTF-16, byte by byte', [...utf16(csv)].map((byte) => Uint8Array.of(byte))],
  ['in UTF-16 with gzip', [gzipSync(utf16(csv))]],
  ['with quotation marks', ['"straat";"nummer"\n"Akerstraat";118\nWieënweg;"12"']],
  ['with CR LF', [csv.replaceAll('\n', '\r\n')]],
  ['with CR', [csv.replaceAll('\n', '\r')]],
  ['with mixed line ends', ['straat;nummer\r\nAkerstraat;118\rWieënweg;12\n']],
  ['byte by byte', [...Buffer.from(csv.replaceAll('\n', '\r\n'))].map((byte) => Uint8Array.of(byte))],
])('reads a file %s', async (_, chunks) => {
  expect(await rowsOf(...chunks)).toEqual(allRows)
})

test('skips empty lines, and counts them in the line numbers of rows', async () => {
  expect(await rowsOf('a;b\n\n\n1;2\n  \n3;4')).toEqual([
    [1, 'a|b'],
    [4, '1|2'],
    [6, '3|4'],
  ])
})

test('reads delimiters and quotation marks inside a quoted field', async () => {
  expect(await rowsOf('a;b\n"x;y";"say ""yes"""')).toContainEqual([2, 'x;y|say "yes"'])
})

test('detects the semicolon as the delimiter when a quoted name in the header contains commas', async () => {
  expect(await rowsOf('"a, b, c";d\n1;2')).toEqual([
    [1, 'a, b, c|d'],
    [2, '1|2'],
  ])
})

test.each(['sep=|', '"sep=|"', 'SEP=|\r'])('takes the delimiter from the first line %j', async (first) => {
  expect(await rowsOf(`${first}\na;b|c\n1;2|3`)).toEqual([
    [2, 'a;b|c'],
    [3, '1;2|3'],
  ])
})

test.each([
  ['an Excel workbook', 'PK\u0003\u0004\u0014\0\u0006\0'],
  ['UTF-16 without a byte order mark', Buffer.from(csv, 'utf16le')],
])('throws a CommandError with the name of a file that is %s', async (_, content) => {
  await expect(rowsOf(content)).rejects.toThrow(/^Het bestand test.csv is geen CSV in UTF-8/)
})

test('reads a file of one byte', async () => {
  expect(await rowsOf('a')).toEqual([[1, 'a']])
})

test.each(['"t Hof;2', '"t Hof";"2', '"t" Hof;2', ';"'])(
  'returns no fields for the line %s with a stray quotation mark, and the fields of the next line',
  async (line) => {
    expect(await rowsOf(`a;b\n${line}\n3;4`)).toEqual([
      [1, 'a|b'],
      [2, undefined],
      [3, '3|4'],
    ])
  },
)

test('reads a quotation mark inside an unquoted field as a character', async () => {
  expect(await rowsOf('a;b\n6" pijp;2')).toContainEqual([2, '6" pijp|2'])
})

test.each([';', ',', ';,\t'])(
  'splits generated lines into the same fields as the library csv-parse, with the delimiters %j',
  (delimiters) => {
    const fieldsOf = csvFieldReader(delimiters)
    const character = fc.constantFrom('a', 'ë', ' ', '"', '""', '";"', '","', ...delimiters)
    const line = fc.array(character, { minLength: 1, maxLength: 12 }).map((characters) => characters.join(''))
    const readByCsvParse = (text: string): string[] | undefined => {
      try {
        return parse(text, { delimiter: [...delimiters] })[0]
      } catch {
        return undefined
      }
    }
    let compared = 0
    fc.assert(
      fc.property(line, (text) => {
        const expected = readByCsvParse(text)
        if (expected === undefined) return
        compared += 1
        expect(fieldsOf(text)).toEqual(expected)
      }),
      { numRuns: 3000 },
    )
    expect(compared).toBeGreaterThan(300)
  },
)

test('throws a CommandError when a compressed file is incomplete', async () => {
  const packed = gzipSync(csv.repeat(1000))
  await expect(rowsOf(packed.subarray(0, packed.length - 20))).rejects.toThrow(/beschadigd of niet compleet/)
  const zst = zstdCompressSync(Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex'))
  await expect(rowsOf(zst.subarray(0, zst.length - 20))).rejects.toThrow(CommandError)
})

test('reads every zstd frame of a file with many chunks', async () => {
  const frames = Array.from({ length: 40 }, (_, frame) => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(20_000))).toString('hex')
    return zstdCompressSync(`${frame};${random}\n`)
  })
  const packed = Buffer.concat(frames)
  const chunks = Array.from({ length: Math.ceil(packed.length / 65_536) }, (_, index) =>
    packed.subarray(index * 65_536, (index + 1) * 65_536),
  )
  expect(chunks.length).toBeGreaterThan(5)
  const rows = (await rowsOf(...chunks)) as [number, string][]
  expect(rows.map(([, text]) => Number.parseInt(text, 10))).toEqual(frames.map((_, frame) => frame))
})

const compressedTwice = (compress: (text: string) => Buffer) => Buffer.concat([compress(csv), compress(csv)])
test.each([
  ['gzip', compressedTwice(gzipSync), [gzipSync(csv).length]],
  ['zstd', compressedTwice(zstdCompressSync), [zstdCompressSync(csv).length]],
  [
    'zstd with a checksum',
    compressedTwice((text) => zstdCompressSync(text, checked)),
    [zstdCompressSync(csv, checked).length],
  ],
  ['zstd with skippable frames', zstdFrames, [12, 12 + zstdHead.length, 24 + zstdHead.length, zstdFrames.length - 12]],
])('throws when a file of several parts in %s is cut off inside a part', async (_, packed, ends) => {
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
])('throws when other bytes follow a file in %s', async (_, packed) => {
  for (const garbage of ['x', 'garbage', 'more;than;a;header\n'.repeat(9), '\0garbage'])
    for (const chunks of [[Buffer.concat([packed, Buffer.from(garbage)])], [packed, garbage]])
      await expect(rowsOf(...chunks), JSON.stringify(garbage)).rejects.toThrow(/beschadigd of niet compleet/)
})

test('throws with the line number when a line is longer than 64 KB and continues in the next chunk', async () => {
  await expect(rowsOf('a;b\n\n1;2\n', 'x'.repeat(200_000), 'x')).rejects.toThrow(
    'Regel 4 van test.csv is langer dan 65.536 tekens: dit is geen CSV.',
  )
})

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
])('throws when decompression makes a file in %s more than 250 times as large', async (_, compress) => {
  const line = `${'x'.repeat(60_000)}\n`
  await expect(rowsOf(compress(line.repeat(1000)))).rejects.toThrow(/250 keer zo groot/)
  expect(await rowsOf(compress(line.repeat(100)))).toHaveLength(100)
})

test('reads a line of 60,000 delimiters as one row', async () => {
  const [, row] = await rowsOf(`a;b\n${';'.repeat(60_000)}\n1;2`)
  expect(row).toEqual([2, '|'.repeat(60_000)])
})

test('reads a line of 60,000 quotation marks without a stack overflow', async () => {
  expect(await rowsOf(`a;b\n"${'""'.repeat(30_000)}";2\n"${'""'.repeat(30_000)}`)).toEqual([
    [1, 'a|b'],
    [2, `${'"'.repeat(30_000)}|2`],
    [3, undefined],
  ])
})

test('throws an error with the path of a file that does not exist or is a folder', async () => {
  await expect(openSource('/nergens/x.csv')).rejects.toThrow('Het bestand /nergens/x.csv bestaat niet.')
  await expect(openSource('/')).rejects.toThrow('/ is een map.')
})
