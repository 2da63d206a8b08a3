import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { loadConfig, settings, unknownSettings } from './config.ts'
import { organisationSettings } from './organisations.ts'

test('without settings, the server listens on 127.0.0.1:3000 and loads demo data', () => {
  expect(loadConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    demo: true,
    jwt_ttl_minutes: 60,
    trust_proxy: false,
    calendar_source: 'api',
  })
})

test('S9.1 settings are read from environment variables, and an empty value is the default', () => {
  const config = loadConfig({
    PORT: '8080',
    DATABASE_URL: 'postgres://loket@db/loket',
    JWT_SECRET: 'a secret of the tests that is long enough',
    JWT_TTL: '5',
    PUBLIC_URL: 'https://loket.example/portaal',
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
    API_HOST: '',
  })
  expect(config).toMatchObject({
    port: 8080,
    demo: false,
    jwt_ttl_minutes: 5,
    public_url: 'https://loket.example',
    trust_proxy: ['10.0.0.1', '10.1.0.0/16'],
    api_host: undefined,
  })
})

test('S9.1 a session may be idle for 14 days, and for 12 hours without a setting', () => {
  expect(loadConfig({ SESSION_IDLE_HOURS: '336' }).session_idle_hours).toBe(336)
  expect(loadConfig({}).session_idle_hours).toBe(12)
})

test.each([
  [{ PORT: 'drie' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x', JWT_SECRET: 'a secret of the tests that is long enough' }, 'DATABASE_URL'],
  [{ JWT_SECRET: 'kort' }, 'JWT_SECRET'],
  [{ JWT_SECRET: ' '.repeat(40) }, 'JWT_SECRET'],
  [{ SUBJECT_SECRET: 'abcdefg'.repeat(5) }, 'SUBJECT_SECRET'],
  [{ JWT_SECRET: 'a secret of the tests that is long enough,kort' }, 'JWT_SECRET'],
  [{ SECOND_FACTOR: 'ja' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'administrator' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'administrator:100' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'administrator:-1' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'beheerder:0' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'administrator:0;bsgw_employee:14' }, 'SECOND_FACTOR'],
  [{ SECOND_FACTOR: 'optional,administrator:0' }, 'SECOND_FACTOR'],
  [{ JWT_TTL: '0' }, 'JWT_TTL'],
  [{ SESSION_IDLE_HOURS: '337' }, 'SESSION_IDLE_HOURS'],
  [{ JWT_SECRET: 'a secret of the tests that is long enough', JWT_SECRET_FILE: '/x' }, 'JWT_SECRET_FILE'],
  [{ DEMO: 'misschien' }, 'DEMO'],
  [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'loket.example' }, 'PUBLIC_URL'],
  [{ MAIL_FROM: 'Loket <loket>' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'Loket <a@rd4.example>, <b@rd4.example>' }, 'MAIL_FROM'],
  [{ DATABASE_URL: 'postgres://een,twee/loket' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://een:5432,twee:5432/loket' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres:///loket?host=een,twee' }, 'DATABASE_URL'],
  [{ LETTERHEAD: 'een;;drie' }, 'LETTERHEAD'],
  [{ LETTERHEAD: '1;2;3;4;5;6;7' }, 'LETTERHEAD'],
  [{ LETTERHEAD: 'Rd4\x1b[2J' }, 'LETTERHEAD'],
  [{ MAP_CREDIT: 'Kaart: \x07' }, 'MAP_CREDIT'],
  [{ MAIL_FROM: 'Loket \x9b <a@rd4.example>' }, 'MAIL_FROM'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '999.1.1.1' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.0/0' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.1, fe80::/129' }, 'TRUST_PROXY'],
  [{ CALENDAR_SOURCE: 'agenda' }, 'CALENDAR_SOURCE'],
  [{ MAP_TILES: 'osm' }, 'MAP_TILES'],
  [{ MAP_TILES: 'https://tiles.example/{z}/{x}.png' }, 'MAP_TILES'],
  [{ MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png; script-src *' }, 'MAP_TILES'],
])('the settings %j cause an error that contains the name %s', (environment, name) => {
  expect(() => loadConfig(environment)).toThrow(`De instelling ${name} `)
})

test.each([
  [{ DATABASE_URL: 'mysql://x' }, 'gebruik een adres van één server, dat begint met postgres:// of postgresql://.'],
  [{ PORT: '70000' }, 'gebruik een getal van 0 tot en met 65535.'],
  [{ TRUST_PROXY: 'true' }, 'gebruik een lijst van IP-adressen of netwerken, zoals 10.0.0.1 of 10.0.0.0/8.'],
  [{ SMTP_URL: 'mail' }, 'gebruik een adres met smtp:// of smtps://.'],
])('the settings %j cause a sentence that says what to use', (environment, advice) => {
  expect(() => loadConfig(environment)).toThrow(new RegExp(`^De instelling \\w+ klopt niet: ${advice}$`))
})

test('every requirement completes the sentence "gebruik …"', () => {
  const rules = Object.entries<{ requirement: string }>({ ...settings, ...organisationSettings })
  const start = /^(een|één|ten minste|on of|api of|pdok|optional|fatal|paren|namen)\b/
  const isPhrase = (text: string) => start.test(text) && !/[.,]$| zijn\b| lang\b/.test(text)
  expect(rules.filter(([, { requirement }]) => !isPhrase(requirement)).map(([name]) => name)).toEqual([])
})

test('names a variable that resembles a setting, and no variable of another program', () => {
  const environment = {
    TRUST_PROXI: '10.0.0.1',
    TRSUT_PROXY: '10.0.0.1',
    trust_proxy: '10.0.0.1',
    PORTT: '80',
    OIDC_PROVIDERS: 'heerlen',
    OIDC_HEERLEN_ISUER: 'x',
    ...{ HOME: '/', HOST: '::1', PATH: '/', TERM: 'x', USER: 'x', SHELL: 'x', HOSTNAME: 'x', LOGNAME: 'x', PWD: '/' },
    ...{ NODE_ENV: 'production', KUBERNETES_PORT: 'x', TEST_DATABASE_URL: 'x', PGHOST: 'x', DEBUG: 'x' },
  }
  expect(unknownSettings(environment)).toEqual([
    'Onbekende instelling TRUST_PROXI; bedoelt u TRUST_PROXY?',
    'Onbekende instelling TRSUT_PROXY; bedoelt u TRUST_PROXY?',
    'Onbekende instelling trust_proxy; bedoelt u TRUST_PROXY?',
    'Onbekende instelling PORTT; bedoelt u PORT?',
    'Onbekende instelling OIDC_HEERLEN_ISUER; bedoelt u OIDC_HEERLEN_ISSUER?',
  ])
})

test('names every unknown setting in the settings file', () => {
  const file = join(temporaryFolder(), 'settings')
  writeFileSync(file, '# a comment\nPORT=80\nPROXY_ADDRESS=10.0.0.1\nNODE_ENV=production\nJWT_TTLL="5"\n')
  const found = unknownSettings({ LOKET_SETTINGS: file, PORT: '80', PROXY_ADDRESS: '10.0.0.1', OTHER: 'x' })
  expect(found).toEqual(['Onbekende instelling PROXY_ADDRESS.', 'Onbekende instelling JWT_TTLL; bedoelt u JWT_TTL?'])
  expect(unknownSettings({ LOKET_SETTINGS: '/dev/null', PROXY_ADDRESS: '10.0.0.1' })).toEqual([])
})

test('MAP_TILES accepts the name pdok, or the URL of another map', () => {
  expect(loadConfig({ MAP_TILES: 'pdok' })).toMatchObject({
    map_tiles: expect.stringMatching(/^https:\/\/service\.pdok\.nl\/.*\{z\}\/\{x\}\/\{y\}\.png$/),
    map_credit: expect.stringContaining('Kadaster'),
  })
  const own = { MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png', MAP_CREDIT: 'Kaart: wij' }
  expect(loadConfig(own)).toMatchObject({ map_tiles: own.MAP_TILES, map_credit: 'Kaart: wij' })
  expect(loadConfig({})).toMatchObject({ map_tiles: undefined, map_credit: '' })
})

test('the sender of mails is MAIL_FROM, or without that setting an address at the host of the portal', () => {
  const public_url = 'https://loket.example:8443/'
  const senderOf = (MAIL_FROM: string) => loadConfig({ PUBLIC_URL: public_url, MAIL_FROM }).mail_from
  expect(senderOf('')).toEqual({ name: 'Rd4 Loket', address: 'loket@loket.example' })
  expect(loadConfig({ PORTAL_NAME: 'Balie' }).mail_from.name).toBe('Balie')
  expect(senderOf('balie@rd4.example')).toEqual({ name: 'Rd4 Loket', address: 'balie@rd4.example' })
  expect(senderOf('Balie Zuid <balie@rd4.example>')).toEqual({ name: 'Balie Zuid', address: 'balie@rd4.example' })
  expect(senderOf('Balie, Zuid <balie@rd4.example>')).toEqual({ name: 'Balie, Zuid', address: 'balie@rd4.example' })
})

test.each([
  ...['a@rd4.example, b@rd4.example', 'a;b@rd4.example', 'a b@rd4.example', '"a"@rd4.example', 'a(b)@rd4.example'],
  ...['Loket <a,b@rd4.example>', 'Loket <a@[10.0.0.1]>', 'Loket <a\\b@rd4.example>', 'Loket <<a@rd4.example>>'],
])('MAIL_FROM rejects %j, which is not one sender', (MAIL_FROM) => {
  expect(() => loadConfig({ MAIL_FROM })).toThrow('De instelling MAIL_FROM ')
})

test.each([
  ...['lek@rd4.example', 'mailto:lek', 'mailto:a@rd4.example,b@rd4.example', 'mailto:a@rd4.example\nExpires: nu'],
  ...['http://rd4.example/lek', 'https://rd4.example/lek\nExpires: nu'],
])('SECURITY_CONTACT rejects %j, which is not one contact', (SECURITY_CONTACT) => {
  expect(() => loadConfig({ SECURITY_CONTACT })).toThrow('De instelling SECURITY_CONTACT ')
})

test.each(['mailto:lek+loket@rd4.example', 'https://rd4.example/lek'])('SECURITY_CONTACT accepts %s', (contact) => {
  expect(loadConfig({ SECURITY_CONTACT: contact }).security_contact).toBe(contact)
})

test.each([
  'postgres://loket@/loket?host=/var/run/postgresql',
  'postgres:///loket?host=/var/run/postgresql&user=loket',
  'postgresql://loket@%2Fvar%2Frun%2Fpostgresql/loket',
  'postgres://loket:p%40ss@db.example:6432/loket?sslmode=verify-full',
  'postgres://loket@[::1]/loket',
])('DATABASE_URL accepts %s, as libpq does', (DATABASE_URL) => {
  expect(loadConfig({ DATABASE_URL }).database_url).toBe(DATABASE_URL)
})

test('throws one error with the names of all invalid settings', () => {
  expect(() => loadConfig({ PORT: 'x', JWT_TTL: 'y' })).toThrow(/PORT[\s\S]*JWT_TTL/)
})

test.each([
  ['optional', {}],
  ['administrator:0', { administrator: 0 }],
  [
    'administrator:7, bsgw_employee:99,municipal_employee:14',
    { administrator: 7, bsgw_employee: 99, municipal_employee: 14 },
  ],
])('SECOND_FACTOR accepts %s', (SECOND_FACTOR, rule) => {
  expect(loadConfig({ SECOND_FACTOR }).second_factor).toEqual(rule)
})

test('the letterhead has one line for each part between semicolons', () => {
  expect(loadConfig({}).letterhead).toEqual(['Rd4 Loket'])
  expect(loadConfig({ PORTAL_NAME: 'Balie' }).letterhead).toEqual(['Balie'])
  expect(loadConfig({ LETTERHEAD: 'Rd4; Weg 1, Heerlen' }).letterhead).toEqual(['Rd4', 'Weg 1, Heerlen'])
})

test('settings that are printed lose direction marks and line ends', () => {
  const config = loadConfig({
    LETTERHEAD: 'Rd4\u202e;Weg\u200f 1',
    MAP_CREDIT: 'Kaart\n\u2066wij',
    MAIL_FROM: 'Lo\u202eket <a@rd4.example>',
  })
  expect(config).toMatchObject({
    letterhead: ['Rd4', 'Weg 1'],
    map_credit: 'Kaart wij',
    mail_from: { name: 'Loket', address: 'a@rd4.example' },
  })
})

const settingRow = (name: string, { description, requirement }: { description: string; requirement: string }) =>
  `| \`${name}\` | ${description} | ${requirement} |`
const tableOf = (rows: string[]) => ['| setting | purpose | value |', '|---|---|---|', ...rows].join('\n')

const settingsPage = `# Settings

All settings are environment variables. A clone of the project also reads the file \`.env\`, and a release reads
\`/etc/rd4-loket/settings\`, one setting per line. A variable overrides the line with its name. An invalid setting stops
the start with a sentence that names it, and a misspelt setting is reported. This page is generated from the code that
reads the settings, with the Dutch texts of \`--help\`; a test compares them.

${tableOf(Object.entries(settings).map(([name, setting]) => settingRow(name, setting)))}

## Login at an organisation
An organisation can log in its employees at its own OpenID Connect provider, such as Keycloak or Entra. Each
organisation in \`OIDC_PROVIDERS\` has its own settings, for example \`OIDC_HEERLEN_NAME\`. Such a login needs
\`PUBLIC_URL\`. [operations.md](operations.md#login-at-an-organisation) describes how to register the portal at the
provider.

${tableOf(Object.entries(organisationSettings).map(([name, setting]) => settingRow(`OIDC_…_${name}`, setting)))}
`

test('docs/settings.md has all settings, as the code reads them (vitest -u renews the page)', async () => {
  await expect(settingsPage).toMatchFileSnapshot('../../../../docs/settings.md')
})
