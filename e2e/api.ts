import type { APIRequestContext } from '@playwright/test'

/** Logs in with a demo account. Returns a function that makes calls of the API for a purpose, without a browser. */
export async function apiOf(request: APIRequestContext, email: string, purpose: string) {
  const data = { email, password: 'Loket-demo-2026!' }
  const { data: token } = await (await request.post('/api/v1/counter/user/auth/login', { data })).json()
  const headers = { authorization: `Bearer ${token.access_token}`, 'processing-purpose': purpose }
  return (method: string, path: string, data: object) =>
    request.fetch(`/api/v1/counter${path}`, { method, headers, data })
}
