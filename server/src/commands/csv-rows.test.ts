import { Readable } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CommandFailed } from './command.ts'
import { openSource, readCsv } from './csv-rows.ts'

const rowsOf = async (...chunks: (string | Uint8Array)[]) => {
  const source = { name: 'test.csv', open: () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) }
  const rows: unknown[] = []
  for await (const { line, fields } of readCsv(source)) rows.push([line, fields?.join('|')])
  return rows
}
const csv = 'straat;nummer\nAkerstraat;118\nWieënweg;12\n'
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
  await expect(rowsOf(zst.subarray(0, zst.length - 20))).rejects.toThrow(CommandFailed)
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
