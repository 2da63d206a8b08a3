import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvLine, importableLine } from './csv.ts'
import { minuteCell } from './sheet.ts'

/** Parses a line with another CSV reader. */
const readBack = (line: string) => parse(line, { delimiter: ';' })[0] ?? []

describe('a CSV line for the Dutch version of Excel', () => {
  test.each(['=1+1', '+31', '-cmd', '@sum', '\t=1', '\r=1', ' =1', '\n=1'])('makes the formula %j harmless', (text) => {
    const [cell] = readBack(csvLine([text]))
    expect(cell).toMatch(/^'/)
  })

  test.each(['0045', '1-2', '12E3', '12345678901234567890', '4/5', '6.5'])('marks %s as text', (text) => {
    expect(readBack(csvLine([text]))).toEqual([`="${text}"`])
  })

  test.each(['Wieënweg', "'s-Gravenhage", 'een; twee', 'met "aanhaling"', '6411 CD', 'b-2', '0917V000096'])(
    'leaves the text %s unchanged',
    (text) => {
      expect(readBack(csvLine([text, 'erna']))).toEqual([text, 'erna'])
    },
  )

  test('writes numbers with a decimal comma, and null as an empty cell', () => {
    expect(csvLine([6.45, -3, 1000, null])).toBe('6,45;-3;1000;\r\n')
  })

  test('writes a moment in a form that a spreadsheet recognises', () => {
    expect(csvLine([minuteCell('2026-03-04T07:31:00+01:00')])).toBe('2026-03-04 07:31\r\n')
  })

  test('contains CR LF only at its end when texts contain line ends', () => {
    const line = csvLine(['een\r\ntwee', 'drie\rvier'])
    expect(line.split('\r\n')).toHaveLength(2)
    expect(readBack(line)).toEqual(['een\ntwee', 'drie\nvier'])
  })
})

describe('a CSV line that an import can read again', () => {
  test.each(['=1+1', '+31', '-cmd', '@sum', '\t=1', '\r=1', ' =1', '\n=1'])('makes the formula %j harmless', (text) => {
    expect(readBack(importableLine(['x', text]))).toEqual(['x', `'${text}`])
  })

  test.each(['0045', '1-2', '12', '6.5', "'s-Gravenhage", 'een; twee', 'met "aanhaling"', '6411 CD', 'ß', ''])(
    'returns the text %j unchanged',
    (text) => {
      expect(readBack(importableLine(['x', text]))).toEqual(['x', text])
    },
  )

  test('quotes only texts that need quotation marks', () => {
    expect(importableLine(['Akerstraat', '118', 'b; c'])).toBe('Akerstraat;118;"b; c"\n')
  })
})
