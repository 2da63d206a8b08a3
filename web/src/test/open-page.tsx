import {
  type Employee,
  type LoadedKind,
  listMunicipalities,
  type PassForm,
  type RollWords,
  refreshSession,
  showEmployee,
  showMeta,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../app/App.tsx'
import { makeQueryClient } from '../app/query-client.ts'
import { makeRouter } from '../app/router.tsx'
import type { Screen } from '../app/screen.ts'
import { fakeServer } from './fake-server.ts'
import { accessToken } from './make.ts'

/** What the first call states about each municipality. */
type MunicipalitySettings = { pass_form?: PassForm; loaded?: LoadedKind[]; roll_words?: RollWords }

const municipalities = [
  { id: 917, name: 'Heerlen' },
  { id: 928, name: 'Kerkrade' },
]

/** Sets the server's replies for a logged-in employee, or for a visitor. Each municipality gets these settings. */
export function sessionOn(
  server: ReturnType<typeof fakeServer>,
  employee: Employee | undefined,
  settings: MunicipalitySettings = {},
) {
  if (!employee) return server.fail(refreshSession, 401, 'Uw sessie is afgelopen. Log opnieuw in.')
  server.answer(refreshSession, () => accessToken())
  server.answer(showEmployee, () => employee)
  if (employee.renew_password) return server.fail(showMeta, 403, 'Kies eerst een nieuw wachtwoord')
  if (employee.second_factor?.must_add) return server.fail(showMeta, 403, 'Voeg eerst een tweede factor toe')
  if (employee.second_factor?.must_confirm) return server.fail(showMeta, 403, 'Bevestig eerst met uw tweede factor')
  server.answer(listMunicipalities, () => municipalities)
  server.answer(showMeta, () => ({
    user: employee,
    municipalities: municipalities.map((municipality) => ({ ...municipality, ...settings })),
    systems: [{ id: 1, name: 'Ondergrondse container' }],
    waste_types: WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] })),
  }))
}

/** Opens the portal at a path, as an employee or a visitor, with a fake server. */
export async function openPage(
  path: string,
  {
    as,
    server = fakeServer(),
    table,
    ...settings
  }: { as?: Employee; server?: ReturnType<typeof fakeServer>; table?: Screen[] } & MunicipalitySettings = {},
) {
  sessionOn(server, as, settings)
  const client = makeQueryClient()
  const router = makeRouter(client, { history: createMemoryHistory({ initialEntries: [path] }), table })
  await router.load()
  // Silences React's console output for errors that an error page catches.
  render(<App client={client} router={router} />, { onCaughtError: () => {} })
  return {
    server,
    client,
    router,
    user: userEvent.setup(),
    /** The current URL of the page. */
    place: () => router.state.location.href,
  }
}
