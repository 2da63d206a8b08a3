import type { Examples } from './example.ts'
import type * as organisationLogin from './organisation-login.ts'

export const organisationLoginExamples = {
  startOrganisationLogin: {
    request: () => ({ params: { organisation: 'heerlen' }, query: { page: '/calendar' } }),
    reply: 'https://login.heerlen.example/authorize?client_id=loket&response_type=code',
  },
  finishOrganisationLogin: {
    request: () => ({ params: { organisation: 'heerlen' }, query: { state: 'wq3n8f0s2k' } }),
    reply: 'https://loket.example/calendar',
  },
  endOrganisationSession: {
    request: () => ({
      params: { organisation: 'heerlen' },
      body: { logout_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzaWQiOiJ2b29yYmVlbGQifQ.voorbeeld' },
    }),
    reply: null,
  },
} satisfies Examples<typeof organisationLogin>
