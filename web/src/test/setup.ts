import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { resetMessages } from '../kit/page/Messages.tsx'
import { clearToken, connectionLost } from '../session/api.ts'
import { settleLogin } from '../session/login-request.ts'

// Long enough for a loaded machine. An element that never appears still fails the test.
configure({ asyncUtilTimeout: 15_000 })

// Browser features that jsdom lacks.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
HTMLElement.prototype.hidePopover = () => {}
Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
Range.prototype.getBoundingClientRect = () => new DOMRect()
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

afterEach(() => {
  cleanup()
  clearToken()
  settleLogin(false)
  connectionLost.write(false)
  resetMessages()
  localStorage.clear()
  sessionStorage.clear()
})
