import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DateField } from './DateField.tsx'
import { Form } from './Form.tsx'

function open(filled: Record<string, string> = {}) {
  const onSubmit = vi.fn()
  render(
    <Form label="Periode" filled={filled} onSubmit={onSubmit}>
      <DateField name="from" label="Van" />
      <button type="submit">Opslaan</button>
    </Form>,
  )
  const submit = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Opslaan' }))
    return onSubmit.mock.lastCall?.[0]
  }
  return { user: userEvent.setup(), submit, field: screen.getByLabelText('Van') }
}

test.each([
  ['4-3-2026', '2026-03-04', '4-3-2026'],
  ['04/03/26', '2026-03-04', '4-3-2026'],
  ['2026-03-04', '2026-03-04', '4-3-2026'],
  ['31-2-2026', '31-2-2026', '31-2-2026'],
  ['morgen', 'morgen', 'morgen'],
])('submits the typed date %s as %s, and shows it as %s', async (typed, value, shown) => {
  const { user, submit, field } = open()
  await user.type(field, typed)
  expect(await submit(user)).toEqual({ from: value })
  expect(field).toHaveValue(shown)
})

test('shows a stored date in the Dutch form, in a browser with another language', () => {
  expect(open({ from: '2026-12-01' }).field).toHaveValue('1-12-2026')
})

test('a date is picked with the arrow keys in a calendar with Dutch names', async () => {
  const { user, submit, field } = open({ from: '2026-03-30' })
  await user.click(screen.getByRole('button', { name: 'Kalender openen' }))
  expect(await screen.findByRole('button', { name: 'maandag 30 maart 2026' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByText('April 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'maandag 6 april 2026' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(field).toHaveValue('6-4-2026')
  expect(field).toHaveFocus()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await submit(user)).toEqual({ from: '2026-04-06' })
})

test('Escape closes the calendar and keeps the date', async () => {
  const { user, field } = open({ from: '2026-03-30' })
  await user.click(screen.getByRole('button', { name: 'Kalender openen' }))
  await screen.findByRole('dialog', { name: 'Kies een datum: Van' })
  await user.keyboard('{ArrowDown}{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(field).toHaveValue('30-3-2026')
  expect(field).toHaveFocus()
})
