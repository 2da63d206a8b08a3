import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Messages, resetMessages, showMessage } from './Messages.tsx'

test('S3.12 S9.3 a message appears in a live region that already exists, and has no button', () => {
  render(<Messages />)
  const region = screen.getByRole('status')
  act(() => showMessage('De mededeling is opgeslagen'))
  expect(region).toHaveTextContent('De mededeling is opgeslagen')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('S4.8 removes every message', () => {
  render(<Messages />)
  act(() => {
    showMessage('Een')
    showMessage('Twee')
  })
  act(() => resetMessages())
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
