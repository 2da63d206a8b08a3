import { expect, test } from 'vitest'
import { amountText, euroText } from './amounts.ts'

test.each([
  [123_456, '€\u00a01.234,56', '1.234,56'],
  [0, '€\u00a00,00', '0,00'],
  [-170, '−€\u00a01,70', '−1,70'],
  [-123_400, '−€\u00a01.234,00', '−1.234,00'],
])('writes %i cents in Dutch, with a minus sign before the symbol', (cents, euros, amount) => {
  expect(euroText(cents)).toBe(euros)
  expect(amountText(cents)).toBe(amount)
})
