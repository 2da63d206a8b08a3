import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Gallery } from './Gallery.tsx'

/** Parts that have no place of their own here, and why. */
const seenElsewhere: Record<string, string> = {
  'AfterPaint.tsx': 'draws nothing of its own; DetailPage leaves its panels to it',
  'LongTableBody.tsx': 'a list of thousands, which LinkTable shows from 200 rows on',
  'PaperNote.tsx': 'stands on paper alone',
  'refusal.tsx': 'draws the error of a field, which FormsChapter shows',
  'map/MapButtons.tsx': 'stands on PlaceMap',
  'map/MapMeasures.tsx': 'stands on PlaceMap',
  'map/MapTiles.tsx': 'lies below PlaceMap, where a setting names a server of tiles',
}

const shared = join(import.meta.dirname, '../src/shared')
const parts = globSync('**/*.tsx', { cwd: shared }).filter((file) => !file.includes('.test.'))
const chapters = globSync('*Chapter.tsx', { cwd: import.meta.dirname })
const text = chapters.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
const isShown = (part: string) => text.includes(`'../src/shared/${part}'`)

test('every shared part has its place in the gallery, or a reason to have none', () => {
  expect(parts.length).toBeGreaterThan(40)
  expect(parts.filter((part) => !isShown(part) && !seenElsewhere[part])).toEqual([])
})

test('no part is excused that is gone, or that has a place after all', () => {
  expect(Object.keys(seenElsewhere).filter((part) => isShown(part) || !parts.includes(part))).toEqual([])
})

test('every chapter of the gallery can be reached and drawn, without a server', async () => {
  render(<Gallery />)
  const contents = await screen.findByRole('navigation', { name: 'Chapters' })
  const links = within(contents).getAllByRole('link')
  expect(links).toHaveLength(chapters.length)
  for (const link of links) {
    const chapter = document.querySelector(link.getAttribute('href') ?? '')
    expect(within(chapter as HTMLElement).getAllByRole('figure').length).toBeGreaterThan(3)
  }
})

test('a choice between faces of a page marks the one that was chosen, and no other', async () => {
  render(<Gallery />)
  const years = within(await screen.findByRole('navigation', { name: 'Jaren' }))
  const marked = () => years.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)
  expect(marked()).toEqual(['Meest recent'])
  await userEvent.click(years.getByRole('link', { name: '2025' }))
  expect(marked()).toEqual(['2025'])
})
