import { ApiError } from '@rd4-loket/contract/general'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopEventClock } from '../../test/event-time.ts'
import { ActionButton } from '../buttons/Button.tsx'
import { type Draft, Field, Form, inputErrorIn, PasswordField, parseTypedNumber } from './Form.tsx'

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

test('the summary lists the errors in the order of the fields, errors without a field first, and links to each field', async () => {
  const errors = { postal_code: ['Vul een postcode in.'], other: ['Bel de beheerder.'], title: ['Vul in.', 'Nu.'] }
  const withError = (error: Error) => (
    <Form label="Mededeling" error={error} onSubmit={() => {}}>
      <Field name="title" label="Titel" />
      <Field name="postal_code" label="Postcode" />
    </Form>
  )
  const { rerender } = render(withError(new ApiError(422, 'Niet alles is goed ingevuld', errors)))
  const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(screen.getByText('Niet alles is goed ingevuld')).toBeVisible()
  expect(lines()).toEqual(['Bel de beheerder.', 'Titel: Vul in. Nu.', 'Postcode: Vul een postcode in.'])
  expect(screen.getByLabelText('Titel')).toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: /^Postcode/ }))
  expect(screen.getByLabelText('Postcode')).toHaveFocus()
  // Without a field at fault, the summary itself gets the focus.
  rerender(withError(new ApiError(409, 'Iemand was u voor.')))
  expect(lines()).toEqual(['Iemand was u voor.'])
  expect(screen.getByText('Het is niet gelukt')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveFocus()
})

test('a form stores a draft while the text differs, and a discarded draft gives back the stored text', async () => {
  const draft = { read: () => ({ title: 'Oud concept' }), keep: vi.fn(), discard: vi.fn() }
  render(form('Balie dicht', draft))
  const field = () => screen.getByLabelText('Titel')
  expect(screen.getByRole('status')).toHaveTextContent('Concept hersteld. Wat u eerder typte, staat er weer.')
  await userEvent.click(screen.getByRole('button', { name: 'Concept weggooien' }))
  expect(draft.discard).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  expect(field()).toHaveValue('Balie dicht')
  expect(field()).toHaveFocus()
  expect(draft.keep).not.toHaveBeenCalled()
  await userEvent.type(field(), '!')
  expect(draft.keep.mock.calls).toEqual([[{ title: 'Balie dicht!' }]])
  await userEvent.type(field(), '{Backspace}')
  expect(draft.discard).toHaveBeenCalledTimes(2)
  expect(draft.keep).toHaveBeenCalledTimes(1)
})

test('a check that fails sends nothing, and a button that resets the form empties its fields', async () => {
  const [onSubmit, onReset, onFill] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <Form
      label="Zoeken"
      filled={{ street: 'Markt' }}
      check={({ street }) => (street === 'Markt' ? { street: ['Te ruim'] } : undefined)}
      onSubmit={onSubmit}
      onReset={onReset}
      onFill={onFill}
    >
      <Field name="street" label="Straat" />
      <button type="submit">Zoek</button>
      <button type="reset">Leeg</button>
    </Form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Zoek' }))
  expect(onSubmit).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Straat')).toHaveAccessibleDescription('Te ruim')
  await userEvent.click(screen.getByRole('button', { name: 'Leeg' }))
  expect(screen.getByLabelText('Straat')).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect([onReset.mock.calls.length, onFill.mock.calls.length]).toEqual([1, 0])
  await userEvent.type(screen.getByLabelText('Straat'), 'A{Enter}')
  expect(onSubmit.mock.calls).toEqual([[{ street: 'A' }]])
  expect(onFill).toHaveBeenCalledTimes(1)
})

test('a password is hidden until the employee shows it, and Caps Lock gives a warning', async () => {
  render(
    <Form label="Inloggen" onSubmit={() => {}}>
      <PasswordField name="password" label="Wachtwoord" autoComplete="current-password" />
    </Form>,
  )
  const user = userEvent.setup()
  const field = screen.getByLabelText('Wachtwoord')
  const button = screen.getByRole('button', { name: 'Wachtwoord tonen' })
  const state = () => [field.getAttribute('type'), button.textContent, button.getAttribute('aria-pressed')]
  expect(state()).toEqual(['password', 'Tonen', 'false'])
  await user.click(button)
  expect(state()).toEqual(['text', 'Verberg', 'true'])
  await user.click(button)
  expect(state()).toEqual(['password', 'Tonen', 'false'])
  await user.type(field, '{CapsLock}a')
  expect(screen.getByRole('status')).toHaveTextContent(/^Caps Lock staat aan.$/)
  await user.type(field, '{CapsLock}a')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test.each([
  [undefined, undefined],
  [' ', undefined],
  ['12', 12],
  ['-1', -1],
  ['1,5', 1.5],
  [' 1.5 ', 1.5],
  ['1e1', Number.NaN],
  ['1,', Number.NaN],
  ['1.000,5', Number.NaN],
  ['5 l', Number.NaN],
])('the typed text %j is the number %s', (typed, number) => {
  expect(parseTypedNumber(typed)).toBe(number)
})

test('a form shows only a rejection of its input, before any data has arrived', () => {
  const rejected = new ApiError(422, 'Niet alles is goed ingevuld')
  expect(inputErrorIn({ error: rejected, isLoadingError: true })).toBe(rejected)
  expect(inputErrorIn({ error: rejected, isLoadingError: false })).toBeNull()
  expect(inputErrorIn({ error: new ApiError(503, 'Even niet bereikbaar'), isLoadingError: true })).toBeNull()
  expect(inputErrorIn({ error: new TypeError('x'), isLoadingError: true })).toBeNull()
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
