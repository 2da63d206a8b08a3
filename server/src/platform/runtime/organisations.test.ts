import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { loadConfig } from './config.ts'

const heerlen = {
  PUBLIC_URL: 'https://loket.example',
  OIDC_PROVIDERS: 'heerlen',
  OIDC_HEERLEN_NAME: 'Gemeente Heerlen',
  OIDC_HEERLEN_ISSUER: 'https://login.heerlen.example/realms/heerlen',
  OIDC_HEERLEN_CLIENT_ID: 'loket',
  OIDC_HEERLEN_CLIENT_SECRET: 'a secret of the provider',
  OIDC_HEERLEN_MUNICIPALITIES: 'Heerlen, Kerkrade',
}
const load = (changed: Record<string, string> = {}) => loadConfig({ ...heerlen, ...changed }).organisations

test('an organisation has defaults for its optional settings', () => {
  const [{ client_secret, ...organisation } = { client_secret: () => '' }, ...others] = load()
  expect(others).toEqual([])
  expect(organisation).toEqual({
    id: 'heerlen',
    name: 'Gemeente Heerlen',
    issuer: 'https://login.heerlen.example/realms/heerlen',
    client_id: 'loket',
    client_key: undefined,
    municipalities: ['Heerlen', 'Kerkrade'],
    has_local_login: true,
    ends_provider_session: true,
    requires_second_factor: false,
    acr_values: [],
    amr_values: [],
    granted_roles: undefined,
  })
  expect(client_secret()).toBe('a secret of the provider')
})

test('reads the optional settings of an organisation', () => {
  const [organisation] = load({
    OIDC_HEERLEN_LOCAL_LOGIN: 'off',
    OIDC_HEERLEN_LOGOUT: 'off',
    OIDC_HEERLEN_SECOND_FACTOR: 'on',
    OIDC_HEERLEN_ACR: 'gold silver',
    OIDC_HEERLEN_AMR: 'pwd mfa',
    OIDC_HEERLEN_ROLES_CLAIM: 'realm_access.roles',
    OIDC_HEERLEN_ROLES: 'cn=balie,dc=heerlen=municipal_employee; beheer=administrator',
  })
  expect(organisation).toMatchObject({
    has_local_login: false,
    ends_provider_session: false,
    requires_second_factor: true,
    acr_values: ['gold', 'silver'],
    amr_values: ['pwd', 'mfa'],
    granted_roles: {
      claim: ['realm_access', 'roles'],
      mapping: [
        { value: 'cn=balie,dc=heerlen', role: 'municipal_employee' },
        { value: 'beheer', role: 'administrator' },
      ],
    },
  })
})

test('reads a secret from its file at every use', () => {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, 'the first secret of the provider\n')
  const [organisation] = load({ OIDC_HEERLEN_CLIENT_SECRET: '', OIDC_HEERLEN_CLIENT_SECRET_FILE: file })
  expect(organisation?.client_secret()).toBe('the first secret of the provider')
  writeFileSync(file, 'the second secret of the provider')
  expect(organisation?.client_secret()).toBe('the second secret of the provider')
})

const second = { OIDC_PROVIDERS: 'heerlen,bsgw' }
describe('invalid settings stop the start', () => {
  test.each<[Record<string, string>, string]>([
    [{ OIDC_PROVIDERS: 'Heerlen' }, 'OIDC_PROVIDERS klopt niet'],
    [{ OIDC_PROVIDERS: 'heerlen,heerlen' }, 'OIDC_PROVIDERS klopt niet'],
    [{ PUBLIC_URL: '' }, 'De instelling PUBLIC_URL ontbreekt'],
    [{ OIDC_HEERLEN_NAME: '' }, 'De instelling OIDC_HEERLEN_NAME ontbreekt.'],
    [{ OIDC_HEERLEN_ISSUER: '' }, 'De instelling OIDC_HEERLEN_ISSUER ontbreekt.'],
    [{ OIDC_HEERLEN_CLIENT_ID: '' }, 'De instelling OIDC_HEERLEN_CLIENT_ID ontbreekt.'],
    [{ OIDC_HEERLEN_MUNICIPALITIES: '' }, 'De instelling OIDC_HEERLEN_MUNICIPALITIES ontbreekt.'],
    [{ OIDC_HEERLEN_ISSUER: 'http://login.heerlen.example' }, 'OIDC_HEERLEN_ISSUER klopt niet'],
    [{ OIDC_HEERLEN_ISSUER: 'https://login.heerlen.example/?realm=1' }, 'OIDC_HEERLEN_ISSUER klopt niet'],
    [{ OIDC_HEERLEN_ISSUER: 'heerlen' }, 'OIDC_HEERLEN_ISSUER klopt niet'],
    [{ OIDC_HEERLEN_CLIENT_SECRET: 'short' }, 'OIDC_HEERLEN_CLIENT_SECRET klopt niet'],
    [{ OIDC_HEERLEN_CLIENT_SECRET: '' }, 'Geef precies één van deze instellingen: OIDC_HEERLEN_CLIENT_SECRET, '],
    [{ PUBLIC_URL: 'http://loket.example' }, 'De instelling PUBLIC_URL klopt niet: gebruik https://'],
    [
      { OIDC_HEERLEN_CLIENT_SECRET: '', OIDC_HEERLEN_CLIENT_KEY_FILE: import.meta.filename },
      'OIDC_HEERLEN_CLIENT_KEY_FILE klopt niet',
    ],
    [{ OIDC_HEERLEN_CLIENT_SECRET_FILE: '/nowhere' }, 'Geef precies één van deze instellingen'],
    [
      { OIDC_HEERLEN_CLIENT_SECRET: '', OIDC_HEERLEN_CLIENT_SECRET_FILE: '/nowhere' },
      'OIDC_HEERLEN_CLIENT_SECRET_FILE klopt niet: het bestand kan niet worden gelezen',
    ],
    [{ OIDC_HEERLEN_LOCAL_LOGIN: 'nee' }, 'OIDC_HEERLEN_LOCAL_LOGIN klopt niet: gebruik on of off.'],
    [{ OIDC_HEERLEN_ROLES_CLAIM: 'groups' }, 'OIDC_HEERLEN_ROLES_CLAIM en OIDC_HEERLEN_ROLES horen bij elkaar'],
    [{ OIDC_HEERLEN_ROLES_CLAIM: 'groups', OIDC_HEERLEN_ROLES: 'balie=chef' }, 'OIDC_HEERLEN_ROLES klopt niet'],
    [second, 'De instelling OIDC_BSGW_NAME ontbreekt.'],
    [{ ...second, OIDC_BSGW_ISSUER: heerlen.OIDC_HEERLEN_ISSUER }, 'dezelfde ISSUER'],
  ])('%j', (changed, message) => {
    expect(() => load(changed)).toThrow(message)
  })

  test('an issuer without TLS is accepted on this machine only', () => {
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(load({ OIDC_HEERLEN_ISSUER: issuer })[0]?.issuer).toBe(issuer)
  })
})
