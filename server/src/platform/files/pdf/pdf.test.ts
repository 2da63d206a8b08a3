import { execFileSync } from 'node:child_process'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { programEnvironment } from '../../../test/program-environment.ts'
import { type PdfNode, readPdf } from '../../../test/read-pdf.ts'
import { makePdf, type PdfContent } from './pdf.ts'

const content = (blocks: PdfContent['blocks']): PdfContent => ({
  title: 'Brief over A & B <1>',
  author: 'Voorbeeld',
  subject: 'Proef',
  created: new Date('2025-12-31T11:00:00Z'),
  letterhead: ['Voorbeeld', 'Straat 1\n6411 CD Heerlen'],
  footer: 'Onderaan',
  mark: { Mark: 'proef-1' },
  blocks,
})

const table = (rows: number): PdfContent['blocks'][number] => ({
  caption: 'Lijst',
  columns: [
    { heading: 'Naam', share: 3 },
    { heading: 'Bedrag', share: 1, align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, at) => [`rij ${at + 1}`, '9,90']),
  total: ['Samen', '19,80'],
})

const childrenOf = ([, ...children]: PdfNode) => children as PdfNode[]

describe('a PDF', () => {
  test('has its headings, texts and tables as a structure for screen readers, in reading order', async () => {
    const { pages } = await readPdf(
      await makePdf(
        content([
          { heading: 'Kop', level: 1 },
          { text: 'Een alinea.', style: 'strong' },
          { heading: 'Tweede kop', level: 2 },
          table(1),
        ]),
      ),
    )
    expect(pages[0]?.structure).toEqual([
      'Root',
      [
        'Document',
        ['P', 'Voorbeeld'],
        ['P', 'Straat 1\n6411 CD Heerlen'],
        ['H1', 'Kop'],
        ['P', 'Een alinea.'],
        ['H2', 'Tweede kop'],
        [
          'Table',
          ['Caption', 'Lijst'],
          ['TR', ['TH', 'Naam'], ['TH', 'Bedrag']],
          ['TR', ['TH', 'rij 1'], ['TD', '9,90']],
          ['TR', ['TH', 'Samen'], ['TD', '19,80']],
        ],
      ],
    ])
  })

  test('has headings of a continued table, footers and page numbers on each page, which screen readers skip', async () => {
    const { pages } = await readPdf(await makePdf(content([table(60)])))
    expect(pages).toHaveLength(2)
    const [first, second] = pages
    expect(first?.texts.slice(-2)).toEqual(['Onderaan', 'bladzijde 1 van 2'])
    expect(second?.texts.slice(0, 2)).toEqual(['Naam', 'Bedrag'])
    expect(second?.texts.slice(-2)).toEqual(['Onderaan', 'bladzijde 2 van 2'])
    const structure = JSON.stringify([first?.structure, second?.structure])
    expect(structure).toContain('rij 60')
    expect(structure.match(/Naam/g)).toHaveLength(1)
    expect(structure).not.toMatch(/Onderaan|bladzijde/)
  })

  test('continues a long paragraph on the next page', async () => {
    const text = Array.from({ length: 1500 }, (_, at) => `woord${at}`).join(' ')
    const { pages } = await readPdf(await makePdf(content([{ text }])))
    expect(pages.length).toBeGreaterThan(1)
    const parts = pages.map(({ structure }) => childrenOf(childrenOf(structure)[0] as PdfNode).at(-1)?.[1])
    expect(parts.join(' ').split(/\s/)).toEqual(text.split(' '))
  })

  test('breaks a word that is wider than its cell', async () => {
    const long = 'A1B2'.repeat(40)
    const { pages } = await readPdf(
      await makePdf(content([{ caption: 'Lijst', columns: [{ heading: '', share: 1 }], rows: [[long]] }])),
    )
    const [, row] = childrenOf(childrenOf(childrenOf(pages[0]?.structure as PdfNode)[0] as PdfNode).at(-1) as PdfNode)
    expect(JSON.stringify(row).replaceAll('\\n', '')).toBe(JSON.stringify(['TR', ['TH', long]]))
  })

  test('moves a heading to the next page together with its table', async () => {
    const { pages } = await readPdf(
      await makePdf(
        content(Array.from({ length: 24 }, (_, at) => [{ heading: `Kop ${at}`, level: 2 } as const, table(1)]).flat()),
      ),
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const { texts } of pages) expect(texts.at(-3)).toBe('19,80')
  })

  test('does not break a line inside an amount', async () => {
    const text = `Het bedrag is ${'€\u00a0100,00 '.repeat(60)}`
    const { pages } = await readPdf(await makePdf(content([{ text }])))
    for (const line of pages[0]?.texts ?? []) expect(line).not.toMatch(/€$|^100/)
  })

  test.each([
    'Nguyễn',
    'Wie\u0308nweg',
    'Łódź',
    'Şimşek',
    'Đặng Thị Thảo',
    'Παπαδόπουλος',
    'Ἀθῆναι',
    'Шевченко',
    'Ґалаґан',
  ])('shows %s in the text, a heading and a table, with embedded fonts', async (name) => {
    const bytes = await makePdf(
      content([
        { heading: name, level: 2 },
        { text: `Beste ${name}, dit is een brief.` },
        { caption: name, columns: [{ heading: name, share: 1 }], rows: [[name]] },
      ]),
    )
    const text = JSON.stringify((await readPdf(bytes)).pages[0]?.structure)
    const right = name.normalize('NFC')
    expect(text).toContain(`Beste ${right}, dit is een brief.`)
    for (const element of ['H2', 'Caption', 'TH']) expect(text).toContain(`["${element}","${right}"]`)
    const file = bytes.toString('latin1')
    expect(file.match(/\/FontFile2/g)).toHaveLength(new Set(file.match(/\/BaseFont \/\S+/g)).size)
  })

  test('shows a replacement for each character that no font has', async () => {
    const { pages } = await readPdf(await makePdf(content([{ text: 'Łódź 日 😀 €' }])))
    expect(JSON.stringify(pages[0]?.structure)).toContain('Łódź \ufffd \ufffd €')
  })

  test('states its title, language, archive format and accessibility format', async () => {
    const bytes = await makePdf(content([{ text: 'Tekst' }]))
    const { metadata } = await readPdf(bytes)
    expect(metadata.info).toMatchObject({
      PDFFormatVersion: '1.7',
      Title: 'Brief over A & B <1>',
      Author: 'Voorbeeld',
      Language: 'nl-NL',
      CreationDate: 'D:20251231110000Z',
      Custom: { Mark: 'proef-1' },
    })
    const file = bytes.toString('latin1')
    expect(file).toMatch(/<pdfaid:part>2<.*\s*<pdfaid:conformance>A</)
    expect(file).toMatch(/<pdfuaid:part>1</)
    expect(file).toContain('Brief over A &amp; B &lt;1&gt;')
    expect(file).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(file).toMatch(/\/DisplayDocTitle true/)
    expect(file).toMatch(/\/OutputConditionIdentifier \(sRGB IEC61966-2.1\)/)
    expect(file).toMatch(/\/Scope \/Column|\/Lang \(nl-NL\)/)
  })

  test('marks each table heading as the heading of a column or of a row', async () => {
    const file = (await makePdf(content([table(2)]))).toString('latin1')
    expect(file.match(/\/Scope \/Column/g)).toHaveLength(2)
    expect(file.match(/\/Scope \/Row/g)).toHaveLength(3)
  })

  test('contains its fonts', async () => {
    const file = (await makePdf(content([{ text: 'Tekst' }]))).toString('latin1')
    const fonts = [...file.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
    expect(new Set(fonts)).toEqual(new Set(['CZZZZZ+Figtree-Bold', 'DZZZZZ+Figtree-Regular']))
    expect(file.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(2)
  })

  test('has compressed pages that zlib reads', async () => {
    const bytes = await makePdf(content([{ text: 'Tekst' }]))
    const begin = bytes.indexOf('stream\n', bytes.indexOf('/FlateDecode')) + 'stream\n'.length
    expect(inflateSync(bytes.subarray(begin)).toString('latin1')).toContain('BDC')
  })

  test('has the same bytes for the same content, even after other documents', async () => {
    const first = await makePdf(content([table(30), { text: 'a-b\u00ad·' }]))
    await makePdf({ ...content([{ text: 'iets anders: \u00ad \u2010 Łódź' }]), created: new Date() })
    expect((await makePdf(content([table(30), { text: 'a-b\u00ad·' }]))).equals(first)).toBe(true)
  })

  test('has the same bytes in a process with another time zone and language', async () => {
    const module = new URL('pdf.ts', import.meta.url).href
    const program = `
      const { makePdf } = await import(${JSON.stringify(module)})
      const content = ${JSON.stringify(content([table(30)]))}
      process.stdout.write(await makePdf({ ...content, created: new Date(content.created) }))`
    const bytes = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...programEnvironment, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' },
      maxBuffer: 1e8,
    })
    expect(bytes.equals(await makePdf(content([table(30)])))).toBe(true)
  })

  test('yields to other work between the rows of a long table', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await makePdf(content([table(400)]))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(20)
  })
})
