import { endOrganisationSession, fullPath, refreshSession } from '@rd4-loket/contract'
import type { OrganisationSettings } from '../../platform/runtime/organisations.ts'
import { insertEmployee, insertRow } from '../make.ts'
import { testServer } from '../server.ts'

const portal = 'https://loket.example'

/** The settings of an organisation that logs in the employees of Heerlen. */
export const heerlenSettings = (issuer: string): OrganisationSettings => ({
  ...{ id: 'heerlen', name: 'Gemeente Heerlen', issuer, client_id: 'loket' },
  client_secret: () => 'a secret of the provider',
  client_key: undefined,
  municipalities: ['Heerlen'],
  ...{ has_local_login: true, ends_provider_session: true, requires_second_factor: false },
  ...{ acr_values: [], amr_values: [], granted_roles: undefined },
})

type Cookies = Record<string, string>

/** Starts the server with organisations, and returns the steps of a login as a browser takes them. */
export async function organisationServer(
  organisations: OrganisationSettings[],
  changed: Parameters<typeof testServer>[0] = {},
) {
  const server = await testServer({ public_url: portal, organisations, ...changed })
  const { app, db } = server
  await insertRow(db, 'municipality', { id: 928, name: 'Kerkrade' })
  const pathOf = (id: string, step: string) => `/api/v1/counter/user/auth/organisations/${id}/${step}`

  /** Sends a request with the cookies of a browser, and stores the cookies of the response. */
  async function visit(cookies: Cookies, url: string, query: Record<string, string> = {}) {
    const response = await app.inject({ url, query, cookies })
    for (const { name, value } of response.cookies) cookies[name] = value
    return response
  }
  const start = async (
    cookies: Cookies,
    { id = 'heerlen', ...query }: { id?: string; page?: string; reauthenticate?: string } = {},
  ) => (await visit(cookies, pathOf(id, 'start'), query)).headers.location ?? ''

  const finish = async (cookies: Cookies, query: Record<string, string>, id = 'heerlen') => {
    const { headers } = await visit(cookies, pathOf(id, 'callback'), query)
    const location = new URL(headers.location ?? '')
    const { organisation_login: outcome, return_to } = Object.fromEntries(location.searchParams)
    return { outcome, return_to, page: location.origin + location.pathname }
  }

  const sendLogoutForm = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })

  return {
    ...server,
    insertClerk: (email: string, columns = {}) =>
      insertEmployee(db, { email, roles: ['municipal_employee'], municipality_id: 917, ...columns }),
    /** Opens the start of a login. Returns the URL to which the server redirects. */
    start,
    /**
     * Goes from the provider back to the server. Returns the outcome and the page to open, from the redirect to the
     * login page.
     */
    finish,
    /** Renews the session of a browser, and returns the employee; undefined without a live session. */
    employeeOf: async (cookies: Cookies) => {
      const headers = { origin: portal }
      const renewed = await app.inject({ method: 'POST', url: fullPath(refreshSession), cookies, headers })
      for (const { name, value } of renewed.cookies) cookies[name] = value
      if (renewed.statusCode !== 200) return undefined
      const authorization = `Bearer ${renewed.json().data.access_token}`
      const { data } = (await app.inject({ url: '/api/v1/user/auth/user', headers: { authorization } })).json()
      return { ...data, authorization }
    },
    sendLogoutForm,
    sendLogoutToken: (logout_token: string, id = 'heerlen') =>
      sendLogoutForm(
        fullPath(endOrganisationSession).replace(':organisation', id),
        new URLSearchParams({ logout_token }).toString(),
      ),
  }
}
