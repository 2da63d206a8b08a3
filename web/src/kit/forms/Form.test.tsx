import { ApiError } from '@rd4-loket/contract/general'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopEventClock } from '../../test/event-time.ts'
import { ActionButton } from '../buttons/Button.tsx'
import { type Draft, Field, Form } from './Form.tsx'

const noDraft: Draft = { read: () => undefined, keep: () => {}, discard: () => {} }

const form = (title: string, draft?: Draft) => (
  <Form label="Mededeling" filled={{ title }} draft={draft} onSubmit={() => {}}>
    <Field name="title" label="Titel" />
  </Form>
)

test('the title of the page starts with Fout until the error of its form is gone', () => {
  document.title = 'Mededeling - Rd4 Loket'
  const withError = (error: Error | null) => (
    <Form label="Mededeling" error={error} onSubmit={() => {}}>
      Titel
    </Form>
  )
  const { rerender, unmount } = render(withError(new Error('Dit lukt niet')))
  expect(document.title).toBe('Fout: Mededeling - Rd4 Loket')
  rerender(withError(null))
  expect(document.title).toBe('Mededeling - Rd4 Loket')
  rerender(withError(new Error('Dit lukt weer niet')))
  expect(document.title).toBe('Fout: Mededeling - Rd4 Loket')
  unmount()
  expect(document.title).toBe('Mededeling - Rd4 Loket')
})

test('the fields of a form stay when an error appears above them for the first time', () => {
  const reported = vi.spyOn(console, 'error')
  onTestFinished(() => reported.mockRestore())
  const { rerender } = render(form('Balie dicht'))
  const field = screen.getByLabelText('Titel')
  rerender(
    <Form label="Mededeling" filled={{ title: 'Balie dicht' }} error={new Error('Dit lukt niet')} onSubmit={() => {}}>
      <Field name="title" label="Titel" />
    </Form>,
  )
  expect(screen.getByLabelText('Titel')).toBe(field)
  expect(reported).not.toHaveBeenCalled()
})

test('a form with a draft keeps the typed text when a reload brings other values', async () => {
  const { rerender } = render(form('Balie dicht', noDraft))
  await userEvent.type(screen.getByLabelText('Titel'), ' op vrijdag')
  rerender(form('Balie open', noDraft))
  expect(screen.getByLabelText('Titel')).toHaveValue('Balie dicht op vrijdag')
})

test('a form with a restored draft keeps that draft when a reload brings other values', () => {
  const restored = { ...noDraft, read: () => ({ title: 'Balie dicht op vrijdag' }) }
  const { rerender } = render(form('Balie dicht', restored))
  rerender(form('Balie open', restored))
  expect(screen.getByLabelText('Titel')).toHaveValue('Balie dicht op vrijdag')
})

test.each([
  ['an untouched form with a draft', noDraft],
  ['a form without a draft', undefined],
])('%s shows the new values after a reload', (_, draft) => {
  const { rerender } = render(form('Balie dicht', draft))
  rerender(form('Balie open', draft))
  expect(screen.getByLabelText('Titel')).toHaveValue('Balie open')
})

test('S3.12 the summary shows a sentence once that is the message of a call and the error of its field', () => {
  const message = 'Deze code klopt niet.'
  render(
    <Form label="Inloggen" error={new ApiError(401, message, { title: [message] })} onSubmit={() => {}}>
      <Field name="title" label="Code" />
    </Form>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Dit gaat nog niet goedCode: Deze code klopt niet.')
})

test('a double Enter submits a form once, and other values or the same values after a rejection are submitted', async () => {
  const sent: string[] = []
  const rejected = (error: Error | null) => (
    <Form label="Mededeling" error={error} onSubmit={({ title = '' }) => sent.push(title)}>
      <Field name="title" label="Titel" />
    </Form>
  )
  stopEventClock()
  const { rerender } = render(rejected(null))
  await userEvent.type(screen.getByLabelText('Titel'), 'Dicht{Enter}{Enter}')
  expect(sent).toEqual(['Dicht'])
  await userEvent.type(screen.getByLabelText('Titel'), '!{Enter}')
  expect(sent).toEqual(['Dicht', 'Dicht!'])
  rerender(rejected(new Error('De database is even niet bereikbaar.')))
  await userEvent.type(screen.getByLabelText('Titel'), '{Enter}')
  expect(sent).toEqual(['Dicht', 'Dicht!', 'Dicht!'])
})

test('a double Enter on a button acts once', async () => {
  stopEventClock()
  let count = 0
  render(<ActionButton onClick={() => (count += 1)}>Goedkeuren</ActionButton>)
  screen.getByRole('button').focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(count).toBe(1)
})
