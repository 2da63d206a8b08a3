import { describe, expect, test } from 'vitest'
import {
  combinedPassForm,
  defaultPassForm,
  type PassForm,
  type PassMiss,
  passFormText,
  passNumberIn,
  readPassNumber,
} from './pass-number.ts'

const tenDigits: PassForm = { ...defaultPassForm, characters: 'digits', min_length: 10, max_length: 10 }
const withStar: PassForm = { ...tenDigits, prefixes: ['*', '*P'], suffixes: ['#'] }

describe('a text with the form of the municipality is its pass number', () => {
  test.each<[string, PassForm, string]>([
    ['0101010101', tenDigits, '0101010101'],
    [' 01 01-0101 01 ', tenDigits, '0101010101'],
    ['ab-12 34', defaultPassForm, 'AB1234'],
    ['０１０１－０１０１０１', tenDigits, '0101010101'],
    ['٠١٠١٠١٠١٠١', tenDigits, '0101010101'],
    ['*0101010101', withStar, '0101010101'],
    ['*p0101010101#', withStar, '0101010101'],
    ['0101010101#', withStar, '0101010101'],
    // A number of exact length keeps characters that are also a prefix.
    ['0101010101', { ...tenDigits, prefixes: ['01'] }, '0101010101'],
    ['P01010101', { ...defaultPassForm, prefixes: ['P'] }, 'P01010101'],
    ['010101010101', { ...tenDigits, prefixes: ['01'] }, '0101010101'],
  ])('%j', (typed, form, number) => {
    expect(readPassNumber(typed, form)).toEqual({ number })
  })
})

describe('S5.1 each near miss of a pass number has its own advice', () => {
  test.each<[string, PassMiss, string]>([
    ['*0101010101', 'marks', 'Voor het pasnummer staat *. Haal dit weg, of vraag een beheerder om dit in te stellen.'],
    [
      '=0101010101#',
      'marks',
      'Voor het pasnummer staat =. Na het pasnummer staat #. Haal dit weg, of vraag een beheerder om dit in te stellen.',
    ],
    ['X0101010101', 'marks', 'Voor het pasnummer staat X. Haal dit weg, of vraag een beheerder om dit in te stellen.'],
    ['0101010101\u0003', 'marks', 'Na het pasnummer staat een onzichtbaar teken.'],
    [
      'à&à&à&à&à&',
      'keyboard',
      'Het pasnummer is getypt op een Frans of Belgisch toetsenbord. Stel Nederlands of Amerikaans in als toetsenbord. Scan de pas opnieuw.',
    ],
    ['à&é"\'(§è!ç', 'keyboard', 'Het pasnummer is getypt op een Frans of Belgisch toetsenbord.'],
    ['à&é"\'(-è_ç', 'keyboard', 'Het pasnummer is getypt op een Frans of Belgisch toetsenbord.'],
    ['  à&à   ', 'keyboard', 'Het pasnummer is getypt op een Frans of Belgisch toetsenbord.'],
    ['-_-_-_-_-_', 'not_a_number', 'Dit is geen pasnummer.'],
    ['à&é01010101', 'not_a_number', 'Dit is geen pasnummer.'],
    ['À&À&À&À&À&', 'keyboard', 'Het pasnummer is getypt op een Frans of Belgisch toetsenbord.'],
    ['01010101010101010101', 'doubled', 'Het pasnummer staat er meer dan één keer. Scan de pas één keer.'],
    ['0101010101'.repeat(3), 'doubled', 'Het pasnummer staat er meer dan één keer. Scan de pas één keer.'],
    ['0101010101'.repeat(4), 'doubled', 'Het pasnummer staat er meer dan één keer. Scan de pas één keer.'],
    ['*0101010101*0101010101', 'doubled', 'Het pasnummer staat er meer dan één keer. Scan de pas één keer.'],
    [
      '101010103',
      'too_short',
      'Het pasnummer mist mogelijk een nul vooraan. Een pasnummer heeft 10 cijfers. Dit zijn er 9.',
    ],
    [
      '10101013',
      'too_short',
      'Het pasnummer mist mogelijk nullen vooraan. Een pasnummer heeft 10 cijfers. Dit zijn er 8.',
    ],
    ['10101', 'too_short', 'Het pasnummer mist mogelijk nullen vooraan.'],
    ['1010', 'too_short', 'Het pasnummer heeft te weinig tekens. Een pasnummer heeft 10 cijfers. Dit zijn er 4.'],
    [
      '010101010',
      'too_short',
      'Het pasnummer heeft te weinig tekens. Een pasnummer heeft 10 cijfers. Dit zijn er 9. Scan de pas opnieuw.',
    ],
    [
      '01010101011',
      'too_long',
      'Het pasnummer heeft te veel tekens. Een pasnummer heeft 10 cijfers. Dit zijn er 11. Scan de pas opnieuw.',
    ],
    [
      '1,01E+09',
      'scientific',
      'Excel heeft van het pasnummer een afgerond getal met E+ gemaakt. Zet de kolom in Excel op Tekst, en vul de nummers opnieuw in.',
    ],
    ['1.01e+9', 'scientific', 'Excel heeft van het pasnummer een afgerond getal met E+ gemaakt.'],
    [
      '01O1010101',
      'letters',
      'In het pasnummer staat een letter. Een pasnummer heeft 10 cijfers. Let op O en 0, en op I en 1.',
    ],
    ['Jansen', 'not_a_number', 'Dit is geen pasnummer. Een pasnummer heeft 10 cijfers.'],
    ['Akerstraat 118', 'not_a_number', 'Dit is geen pasnummer. Een pasnummer heeft 10 cijfers.'],
    ['', 'not_a_number', 'Dit is geen pasnummer. Een pasnummer heeft 10 cijfers.'],
    ['01.0101.0101', 'not_a_number', 'Dit is geen pasnummer. Een pasnummer heeft 10 cijfers.'],
  ])('%j is %s', (typed, miss, advice) => {
    const read = readPassNumber(typed, tenDigits)
    expect(read).toMatchObject({ miss, advice: expect.stringContaining(advice) })
  })
})

test('a prefix that the form does not have is never removed', () => {
  expect(readPassNumber('%0101010101', withStar)).toMatchObject({ miss: 'marks' })
  expect(readPassNumber('0101010101*', withStar)).toMatchObject({ miss: 'marks' })
})

test('a text in which two different numbers remain is not read', () => {
  const form: PassForm = { ...defaultPassForm, min_length: 10, max_length: 10, prefixes: ['A'], suffixes: ['B'] }
  expect(readPassNumber('A123456789B', form)).toMatchObject({ miss: 'too_long' })
  expect(readPassNumber('A0123456789B', form)).toEqual({ number: '0123456789' })
})

test('no reason contains the typed text, because it can be the number of an existing pass', () => {
  for (const typed of ['*0101010101', '101010103', '01010101011', '01O1010101', '01010101010101010101']) {
    const { reason = '' } = { reason: '', ...readPassNumber(typed, tenDigits) }
    expect(reason).not.toBe('')
    expect(reason).not.toMatch(/\d/)
  }
})

test('describes a form in words', () => {
  expect(passFormText(tenDigits)).toBe('10 cijfers')
  expect(passFormText(defaultPassForm)).toBe('6 tot 20 cijfers of letters')
})

test('an employee of several municipalities reads the numbers of all their forms', () => {
  expect(combinedPassForm([tenDigits, tenDigits])).toEqual(tenDigits)
  expect(combinedPassForm([])).toEqual(defaultPassForm)
  const eightLetters: PassForm = { ...defaultPassForm, min_length: 8, max_length: 8, suffixes: ['#'] }
  expect(combinedPassForm([withStar, eightLetters])).toEqual({
    characters: 'letters_and_digits',
    min_length: 8,
    max_length: 10,
    prefixes: ['*', '*P'],
    suffixes: ['#'],
  })
})

test('a search line is a pass number when it has the form of the municipality and mostly digits', () => {
  expect(passNumberIn('0101010101', tenDigits)).toBe('0101010101')
  expect(passNumberIn('01 0101 0101', tenDigits)).toBe('0101010101')
  expect(passNumberIn('*0101010101', withStar)).toBe('0101010101')
  expect(passNumberIn('101010103', tenDigits)).toBeUndefined()
  expect(passNumberIn('101010103', defaultPassForm)).toBe('101010103')
  expect(passNumberIn('Aker 118', defaultPassForm)).toBeUndefined()
})

test('a number of a form with several lengths that is too short does not miss zeros', () => {
  const form: PassForm = { ...tenDigits, min_length: 8 }
  expect(readPassNumber('1010101', form)).toMatchObject({ reason: 'het pasnummer heeft te weinig tekens' })
  expect(readPassNumber('10101010', form)).toEqual({ number: '10101010' })
})

test('a search line with a word without digits is no pass number, and spaces around a number are ignored', () => {
  expect(passNumberIn('Ab 118118', defaultPassForm)).toBeUndefined()
  expect(passNumberIn(' 0101010101 ', tenDigits)).toBe('0101010101')
})

test('a search line of which half is digits is a pass number, and a line with fewer digits is not', () => {
  expect(passNumberIn('ABC123', defaultPassForm)).toBe('ABC123')
  expect(passNumberIn('ABCD123', defaultPassForm)).toBeUndefined()
})

test('S5.1 a text of which half is digits is a pass number with letters, and a text with fewer digits is not', () => {
  expect(readPassNumber('ABCDE01234', tenDigits)).toMatchObject({ miss: 'letters' })
  expect(readPassNumber('ABCDEF0123', tenDigits)).toMatchObject({ miss: 'not_a_number' })
})
