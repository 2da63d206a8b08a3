import { afterEach, expect, test, vi } from 'vitest'
import { clearToken, mayHaveSession, storeToken } from './api.ts'
import { clearMeta, readStoredMeta, storeMeta } from './meta-store.ts'

afterEach(() => vi.unstubAllGlobals())

const meta = { municipalities: [{ id: 917, name: 'Heerlen' }], systems: [], waste_types: [] }

test('S3.7 returns empty lists, and can start a session, in a browser that blocks storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {} })
  storeMeta(meta)
  expect(readStoredMeta()).toEqual({ municipalities: [], systems: [], waste_types: [] })
  clearMeta()
  storeToken({ access_token: 'x', token_type: 'bearer', expires_in: 3600 })
  expect(mayHaveSession()).toBe(true)
  clearToken()
  expect(mayHaveSession()).toBe(false)
})
