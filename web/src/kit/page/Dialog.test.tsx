import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'

test('only an open dialog names the heading that labels it, because a closed dialog has no heading', () => {
  const dialog = (open: boolean) => (
    <Dialog open={open} title="Toetsen op deze pagina" size="small">
      Inhoud
    </Dialog>
  )
  const { rerender } = render(dialog(false))
  expect(screen.getByRole('dialog', { hidden: true })).not.toHaveAttribute('aria-labelledby')
  rerender(dialog(true))
  const { id } = screen.getByRole('heading', { name: 'Toetsen op deze pagina' })
  expect(screen.getByRole('dialog')).toHaveAttribute('aria-labelledby', id)
})
