import { fireEvent } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { takeEarlyKeys, watchEarlyKeys } from './early-keys.ts'

afterEach(() => {
  takeEarlyKeys()
  document.body.replaceChildren()
})

/** Puts a control on the page, and gives it the focus. */
function focusOn(name: string, type = '') {
  const control = document.createElement(name)
  if (type !== '') control.setAttribute('type', type)
  document.body.append(control)
  control.focus()
  return control
}
const press = (text: string, target: Element = document.body) => {
  for (const key of text) fireEvent.keyDown(target, { key })
}
const taken = () =>
  takeEarlyKeys()
    .map(({ key }) => key)
    .join('')

test('keeps the keys that are pressed outside fields, until they are taken', () => {
  watchEarlyKeys()
  press('01')
  press('02', focusOn('button'))
  expect(taken()).toBe('0102')
  press('03')
  expect(taken()).toBe('')
})

test('keeps the keys of the first script of the page', () => {
  window.earlyKeys = [new KeyboardEvent('keydown', { key: '7' })]
  watchEarlyKeys()
  press('8')
  expect(taken()).toBe('78')
  watchEarlyKeys()
  expect(taken()).toBe('')
})

test.each([
  ['input', 'password'],
  ['input', 'text'],
  ['textarea', ''],
])('keeps no key of a field (%s %s), and drops the earlier keys when the field gets the focus', (name, type) => {
  watchEarlyKeys()
  press('01')
  const field = focusOn(name, type)
  press('02', field)
  expect(taken()).toBe('')
})
