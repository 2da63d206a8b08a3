import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ChoiceField, Form } from './Form.tsx'

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }

test('a choice field keeps the chosen option when its options load or change later', async () => {
  const onSubmit = vi.fn()
  const filled = { municipality_id: '928' }
  const form = (options: (typeof heerlen)[]) => (
    <Form label="Proef" filled={filled} onSubmit={onSubmit}>
      <ChoiceField name="municipality_id" label="Gemeente" none="Alle" options={options} />
      <button type="submit">Opslaan</button>
    </Form>
  )
  const { rerender } = render(form([]))
  await userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(onSubmit).toHaveBeenLastCalledWith({ municipality_id: '928' })
  rerender(form([heerlen, kerkrade]))
  expect(screen.getByRole('combobox', { name: 'Gemeente' })).toHaveValue('928')
  rerender(form([kerkrade, heerlen]))
  expect(screen.getByRole('combobox', { name: 'Gemeente' })).toHaveValue('928')
})
