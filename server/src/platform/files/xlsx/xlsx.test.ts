import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import readSheets from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { type Cell, minuteCell, secondCell } from '../sheet.ts'
import { xlsxFile } from './xlsx.ts'

const bytesOf = (pages: Cell[][][], headings = ['Kop']) =>
  buffer(
    xlsxFile({
      name: 'lijst',
      headings,
      sample: pages[0] ?? [],
      pages: (async function* () {
        yield* pages
      })(),
    }),
  )

/** Writes rows to a file, and returns the rows that another XLSX library reads from that file. */
const readBack = async (rows: Cell[][]) => {
  const headings = Array.from({ length: rows[0]?.length ?? 1 }, (_, at) => `Kop ${at}`)
  const [sheet] = await readSheets(await bytesOf([rows], headings), { trim: false })
  return sheet?.data.slice(1)
}

describe('an Excel sheet', () => {
  test.each([
    '=1+1',
    '+31',
    '-cmd',
    '@sum',
    '0045',
    '1-2',
    '12E3',
    '12345678901234567890',
    '_x0041_',
    '_x0041\x01',
    '_x0041\uFFFE',
    '_x0041_x0042\x1f',
    ' a ',
    'één\ntwee',
    '<&>"\'',
  ])('contains the text %j unchanged', async (text) => {
    expect(await readBack([[text, 'erna']])).toEqual([[text, 'erna']])
  })

  test('contains generated texts unchanged, except CR and half surrogate pairs', async () => {
    const odd = fc.constantFrom(
      '\r',
      '\r\n',
      '\0',
      '\x1f',
      '\uD800',
      '\uDC00',
      '\uFFFE',
      '_x0041_',
      '_x0041',
      '_x005F_',
      ']]>',
      '😀',
      ' ',
    )
    const text = fc
      .array(fc.oneof(odd, fc.string({ unit: 'binary' }), fc.string()), { minLength: 1 })
      .map((it) => it.join(''))
    const expectedText = (it: string) => it.replace(/\r\n?/g, '\n').toWellFormed()
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const rows = await readBack(texts.map((it) => [it, 'erna']))
        expect(rows?.map(([it]) => it ?? '')).toEqual(texts.map(expectedText))
      }),
      { seed: 20_261_122, numRuns: 200 },
    )
  })

  test('truncates a text that is too long for a cell, and ends the text with …', async () => {
    const [[text] = []] = (await readBack([[`${'a'.repeat(32_766)}bc`]])) ?? []
    expect(text).toBe(`${'a'.repeat(32_766)}…`)
  })

  test('contains numbers as numbers, moments as dates, and null as an empty cell', async () => {
    const row = [6.45, -3, null, minuteCell('2026-03-04T07:31:00+01:00'), secondCell('2026-07-04T07:31:12+02:00')]
    const [cells = []] = (await readBack([[...row, { dateTime: '2026-12-31' }]])) ?? []
    expect(cells.slice(0, 3)).toEqual([6.45, -3, null])
    // The reader truncates moments, so they can be one millisecond too early.
    const moments = cells.slice(3).map((moment) => new Date(Math.round(Number(moment) / 1000) * 1000).toJSON())
    expect(moments).toEqual(['2026-03-04T07:31:00.000Z', '2026-07-04T07:31:12.000Z', '2026-12-31T00:00:00.000Z'])
  })

  test('shows amounts in euros with two decimals, and contains them as numbers', async () => {
    const bytes = await bytesOf([[[{ cents: 990 }, { cents: -5 }, { cents: 123_400 }]]])
    expect((await readSheets(bytes))[0]?.data[1]).toEqual([9.9, -0.05, 1234])
    const parts = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))
    const [, style] = /<c r="A2" s="(\d)">/.exec(parts['xl/worksheets/sheet1.xml'] ?? '') ?? []
    const formats = [...(parts['xl/styles.xml']?.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)]
    // ECMA-376, 18.8.30: format 4 is #,##0.00.
    expect(formats[Number(style)]?.[1]).toBe('4')
  })

  test('has rows above its headings and a total below its rows, outside the filter', async () => {
    const file = xlsxFile({
      name: 'lijst',
      about: [['Adres', 'Akerstraat 1']],
      headings: ['Kop', 'Getal'],
      sample: [],
      pages: (async function* () {
        yield [['een', 1]]
        yield [['twee', 2]]
      })(),
      total: ['Samen', 3],
    })
    const bytes = await buffer(file)
    expect((await readSheets(bytes))[0]?.data).toEqual([
      ['Adres', 'Akerstraat 1'],
      [null, null],
      ['Kop', 'Getal'],
      ['een', 1],
      ['twee', 2],
      ['Samen', 3],
    ])
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(xml).toContain('<autoFilter ref="A3:B5"/>')
    expect(xml).toContain('<pane ySplit="3" topLeftCell="A4"')
  })

  test('fails with the same error when reading its rows fails', async () => {
    const file = xlsxFile({
      name: 'lijst',
      headings: ['Kop'],
      sample: [],
      pages: (async function* () {
        yield [['een']]
        throw new Error('broken off')
      })(),
    })
    await expect(buffer(file)).rejects.toThrow('broken off')
  })

  test('stops reading rows when the file is destroyed', async () => {
    let ended = false
    let read = 0
    const file = xlsxFile({
      name: 'lijst',
      headings: ['Kop'],
      sample: [],
      pages: (async function* () {
        try {
          for (;;) {
            read += 1
            yield Array.from({ length: 1000 }, () => [crypto.randomUUID()])
          }
        } finally {
          ended = true
        }
      })(),
    })
    await new Promise((resolve) => file.once('readable', resolve))
    await expect.poll(() => read).toBeGreaterThan(0)
    file.destroy()
    await expect.poll(() => ended).toBe(true)
    // The file was destroyed before any data was taken, so only a few buffers were filled.
    expect(read).toBeLessThan(20)
  })
})
