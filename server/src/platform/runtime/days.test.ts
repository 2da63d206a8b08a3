import { expect, test } from 'vitest'
import { dayOf, dutchMoment } from './days.ts'

const dutch = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'short' })

test('dutchMoment returns 07:30 in the Netherlands for every day from 2010 to 2039', () => {
  for (let day = dayOf('2010-01-01'); day < dayOf('2040-01-01'); day += 1) {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    expect(dutch.format(dutchMoment(day, 7.5 * 3600) * 1000)).toBe(`${date} 07:30`)
  }
})
