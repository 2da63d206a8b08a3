import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { newVersion } from '../app/follow-version.ts'
import { isKeysDialogOpen } from '../app/layout/KeysDialog.tsx'
import { singleKeys } from '../kit/browser/keys.ts'
import { resetMessages } from '../kit/page/Messages.tsx'
import { clearToken, connectionLost } from '../session/api.ts'
import { clearCarried } from '../session/carried-pass.ts'
import { settleLogin } from '../session/login-request.ts'
import { hasExtraCalls } from '../session/offered.tsx'

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

// Test files that run in one process share the modules and their state. This restores that state.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  resetMessages()
  clearCarried()
  newVersion.write(false)
  isKeysDialogOpen.write(false)
  singleKeys.write(true)
  clearToken()
  settleLogin(false)
  connectionLost.write(false)
  hasExtraCalls.write(true)
  localStorage.clear()
  sessionStorage.clear()
})
