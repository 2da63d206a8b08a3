import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Draft, Field, Form } from './Form.tsx'

const noDraft: Draft = { read: () => undefined, keep: () => {}, discard: () => {} }

const form = (title: string, draft?: Draft) => (
  <Form label="Mededeling" filled={{ title }} draft={draft} onSubmit={() => {}}>
    <Field name="title" label="Titel" />
  </Form>
)

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
