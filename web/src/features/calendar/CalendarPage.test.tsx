import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bsgw, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const now = new Date('2026-11-21T12:00:00Z')
const january = '?month=2023-01&view=month'
const wideScreen = window.innerWidth

beforeEach(() => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="calendar-source" content="sample">')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
  document.querySelector('[name="calendar-source"]')?.remove()
  window.innerWidth = wideScreen
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function openCalendar(search = '', as = bsgw) {
  const page = await openPage(`/calendar${search}`, { as })
  await pass(0)
  return page
}

/** Opens the calendar and waits for its events. Then restores the timers, and only the date stays faked. */
async function openFilledCalendar(search = '', as = bsgw) {
  const page = await openCalendar(search, as)
  await pass(1510)
  vi.useFakeTimers({ toFake: ['Date'], now })
  return page
}

const day = (name: RegExp) => screen.getByRole('button', { name })
const filter = () => screen.getByRole('group', { name: 'Toon deze afvalstromen' })

describe('the sample source', () => {
  test('S1.6 S4.9 shows the spinner for 1.5 seconds, and then the events', async () => {
    await openCalendar(january)
    await pass(1490)
    expect(screen.getByText('Bezig met laden')).toBeInTheDocument()
    expect(day(/^woensdag 4 januari 2023/)).not.toHaveTextContent('GFT')
    await pass(11)
    expect(screen.queryByText('Bezig met laden')).not.toBeInTheDocument()
    expect(day(/^woensdag 4 januari 2023/)).toHaveTextContent('GFT en etensresten')
    expect(screen.getByText('6 ophaaldagen')).toBeVisible()
  })

  test('S4.9 shows the events of the selected categories only', async () => {
    await openFilledCalendar(`${january}&categories=paper,christmas_trees`)
    expect(day(/^donderdag 12 januari 2023/)).toHaveTextContent('Papierafval')
    expect(day(/^woensdag 4 januari 2023/)).not.toHaveTextContent('GFT')
    expect(screen.getByText('2 ophaaldagen')).toBeVisible()
  })

  test('S1.6 shows in another year that the days are sample data of 2023, with a button to 2023', async () => {
    const { user, place } = await openFilledCalendar()
    expect(screen.getByRole('heading', { name: 'November 2026' })).toBeVisible()
    expect(screen.getByText('Geen ophaaldagen')).toBeVisible()
    expect(screen.getByText(/Dit zijn voorbeeldgegevens uit 2023/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ga naar 2023' }))
    expect(await screen.findByRole('heading', { name: 'November 2023' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ga naar 2023' })).not.toBeInTheDocument()
    expect(place()).toBe('/calendar?month=2023-11')
  })
})

describe('the category filter', () => {
  test('S2.11 S3.10 has seven labelled categories, all checked at the start', async () => {
    await openFilledCalendar()
    const boxes = within(filter()).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ labels }) => labels?.[0]?.lastChild?.textContent)).toEqual([
      'Restafval',
      'GFT en etensresten',
      'Snoeiafval op afspraak',
      'Papierafval',
      'PMD-verpakkingen',
      'BEST-tas',
      'Kerstbomen',
    ])
    for (const box of boxes) expect(box).toBeChecked()
  })

  test('S2.11 hides an unchecked category at once, and shows it again', async () => {
    const { user, place } = await openFilledCalendar(january)
    await user.click(within(filter()).getByLabelText('Kerstbomen'))
    await waitFor(() => expect(day(/^maandag 16 januari/)).not.toHaveTextContent('Kerstbomen'))
    expect(place()).not.toContain('christmas_trees')
    expect(screen.getByText('5 ophaaldagen')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Alles tonen' }))
    await waitFor(() => expect(day(/^maandag 16 januari/)).toHaveTextContent('Kerstbomen'))
    expect(place()).toBe('/calendar?month=2023-01&view=month')
  })

  test('S2.11 shows no events when no category is checked', async () => {
    const { user } = await openFilledCalendar(`${january}&categories=gft`)
    await user.click(within(filter()).getByLabelText('GFT en etensresten'))
    expect(await screen.findByText('Geen ophaaldagen')).toBeVisible()
    for (const box of within(filter()).getAllByRole('checkbox')) expect(box).not.toBeChecked()
  })

  test('S1.9 marks pruning waste as collected by appointment', async () => {
    await openFilledCalendar()
    expect(within(filter()).getByTitle('Ophaalafspraak')).toBeInTheDocument()
  })
})

describe('the days', () => {
  test('S3.9 shows an event on its day, with its title', async () => {
    await openFilledCalendar('?month=2023-01&view=list')
    const title = screen.getByRole('heading', { name: 'maandag 16 januari 2023' })
    expect(title.closest('li')).toHaveTextContent('Kerstbomen')
  })

  test('the calendar opens as a list on a small screen', async () => {
    window.innerWidth = 360
    await openFilledCalendar('?month=2023-01')
    expect(screen.getByRole('link', { name: 'Lijst' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('heading', { name: 'woensdag 4 januari 2023' })).toBeVisible()
  })

  test('the year view shows the collection days of each month', async () => {
    await openFilledCalendar('?month=2023-01&view=year')
    expect(screen.getAllByRole('table')).toHaveLength(12)
    expect(screen.getByText('69 ophaaldagen en 9 dagen op afspraak')).toBeVisible()
    const december = screen.getByRole('table', { name: 'December 2023' })
    expect(within(december).getByRole('cell', { name: /^14/ })).toHaveTextContent('Papierafval')
  })

  test('marks the current day', async () => {
    await openFilledCalendar()
    expect(day(/^zaterdag 21 november 2026/)).toHaveAttribute('aria-current', 'date')
    expect(day(/^vrijdag 20 november 2026/)).not.toHaveAttribute('aria-current')
  })

  test('moves through the days and to the next month with arrow keys and Page Down', async () => {
    const { user } = await openFilledCalendar('?month=2023-01')
    act(() => day(/^zondag 1 januari 2023/).focus())
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
    expect(day(/^maandag 16 januari 2023/)).toHaveFocus()
    await user.keyboard('{PageDown}')
    await waitFor(() => expect(day(/^donderdag 16 februari 2023/)).toHaveFocus())
    await user.keyboard('{End}{ArrowRight}{ArrowDown}')
    await waitFor(() => expect(day(/^maandag 27 februari 2023/)).toHaveFocus())
    expect(screen.getAllByRole('button', { name: /februari 2023/ }).filter(({ tabIndex }) => tabIndex === 0)).toEqual([
      day(/^maandag 27 februari 2023/),
    ])
  })

  test('links to the previous and next month, and back to today', async () => {
    const { user } = await openFilledCalendar(january)
    await user.click(screen.getByRole('link', { name: 'Vorige maand' }))
    expect(await screen.findByRole('heading', { name: 'December 2022' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Volgende maand' }))
    expect(await screen.findByRole('heading', { name: 'Januari 2023' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Vandaag' }))
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible()
  })

  test('shows the current month with all categories when the URL has invalid values', async () => {
    await openFilledCalendar('?month=2023-13&view=week&categories=snow')
    expect(screen.getByRole('heading', { name: 'November 2026' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Maand' })).toHaveAttribute('aria-current', 'page')
    for (const box of within(filter()).getAllByRole('checkbox')) expect(box).toBeChecked()
  })
})

test('S2.3 the menu of a municipal employee contains the calendar', async () => {
  await openFilledCalendar('', municipal)
  expect(screen.getByRole('link', { name: 'Kalender' })).toHaveAttribute('href', '/calendar')
})
