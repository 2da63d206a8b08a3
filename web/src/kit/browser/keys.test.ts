import { afterEach, expect, test } from 'vitest'
import { isFreeKey, singleKeys } from './keys.ts'

afterEach(() => {
  document.body.replaceChildren()
  singleKeys.write(true)
})

/** Returns whether the page may handle a key that is pressed in the first element of a page with this HTML. */
function isFree(html: string, key: string, init: KeyboardEventInit = {}) {
  document.body.innerHTML = html
  let isFreeHere: boolean | undefined
  const listen = (event: KeyboardEvent) => (isFreeHere = isFreeKey(event))
  document.addEventListener('keydown', listen, { once: true })
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
  return isFreeHere
}

test.each<[boolean, string, string, string, KeyboardEventInit?]>([
  [true, 'outside a field', '<p></p>', 'm'],
  [false, 'with Ctrl', '<p></p>', 'm', { ctrlKey: true }],
  [false, 'with Cmd', '<p></p>', 'm', { metaKey: true }],
  [false, 'with Alt', '<p></p>', 'm', { altKey: true }],
  [true, 'beside a closed dialog', '<p></p><dialog></dialog>', 'm'],
  [false, 'beside an open dialog', '<p></p><dialog open></dialog>', 'm'],
  [false, 'in a text field', '<input>', '/'],
  [false, 'in a text area', '<textarea></textarea>', '/'],
  [false, 'in a choice', '<select></select>', '/'],
  [false, 'in rich text', '<div contenteditable="true"></div>', '/'],
  [true, 'in an empty code field', '<input data-code>', '/'],
  [true, 'in an empty code field', '<input data-code>', '?'],
  [false, 'in an empty code field', '<input data-code>', 'm'],
  [false, 'after the text of a code field', '<input data-code value="01">', '/'],
  [false, 'on a page with a pass field', '<p></p><input data-scan>', '/'],
  [false, 'on a page with a pass field', '<p></p><input data-scan>', '?'],
  [true, 'on a page with a pass field', '<p></p><input data-scan>', 'm'],
])('%s: the page may handle a key %s (%s) %s', (expected, _, html, key, init) => {
  expect(isFree(html, key, init)).toBe(expected)
})

test('the page may handle a key that replaces the whole text of a code field, and no key after they are switched off', () => {
  document.addEventListener('keydown', ({ target }) => (target as HTMLInputElement).select(), { once: true })
  expect(isFree('<input data-code value="01">', '/')).toBe(true)
  singleKeys.write(false)
  expect(isFree('<p></p>', 'm')).toBe(false)
  expect(localStorage.getItem('loket.single-keys')).toBe('off')
  singleKeys.write(true)
  expect(localStorage.getItem('loket.single-keys')).toBeNull()
})
