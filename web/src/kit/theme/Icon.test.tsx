import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon } from './Icon.tsx'

test('an icon grows with the text size of the browser', () => {
  const { container } = render(<Icon name="info" />)
  expect(container.querySelector('svg')).toHaveAttribute('width', '1.5rem')
})
