import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isEmailAddress, listIn, numberOf, Role } from '@rd4-loket/contract/general'
import pg from 'pg'
import * as z from 'zod/mini'
import { defaultRates, lifetimes, stopLimits } from './limits.ts'
import { loadOrganisation, organisationSettings, printedText } from './organisations.ts'
import { findUnknownNames } from './unknown-names.ts'

/** Returns the requirement of a whole number: a Dutch text that completes 'gebruik …', and a schema. */
const wholeNumber = (min: number, max?: number) => ({
  requirement: `een getal ${max === undefined ? `vanaf ${min}` : `van ${min} tot en met ${max}`}`,
  schema: numberOf(min, max ?? 999_999_999),
})
const url = (protocols: RegExp) => z.string().check(z.refine((text) => URL.canParse(text) && protocols.test(text)))
const list = (item: z.ZodMiniType<string, string>) => listIn(z.string(), /,\s*/, item)
/** An IP address, or a network such as 10.0.0.0/8. */
const network = z.string().check(
  z.refine((text) => {
    const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/([0-9]{1,3}))?$/i.exec(text) ?? []
    const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    return maxBits > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits))
  }),
)
const onOrOff = {
  requirement: 'on of off',
  schema: z.pipe(
    z.enum(['on', 'off', 'true', 'false', '1', '0']),
    z.transform((text) => ['on', 'true', '1'].includes(text)),
  ),
}
const origin = {
  requirement: 'een adres met http:// of https://',
  schema: z.pipe(
    url(/^https?:\/\//),
    z.transform((text) => new URL(text).origin),
  ),
}
/** A connection URL that `pg` can read. As with libpq, the host may be the folder of a socket. */
const postgres = {
  requirement: 'een adres van één server, dat begint met postgres:// of postgresql://',
  schema: z.string().check(z.refine(isDatabaseUrl)),
}

/** `pg` tries only one server. The error for a list would be that the server cannot be found. */
function isDatabaseUrl(text: string) {
  try {
    return /^postgres(ql)?:\/\//.test(text) && !new pg.Client({ connectionString: text }).host.includes(',')
  } catch {
    return false
  }
}
const months = wholeNumber(1, 120)
/** A key. A text with fewer than 8 different characters, such as 40 spaces, is not random. */
const secret = z.string().check(
  z.minLength(32),
  z.refine((text) => new Set(text).size >= 8),
)
const secrets = list(secret)
const text = z.string().check(z.minLength(1))
/** A sender: an e-mail address, or a name and an address. */
const sender = z.pipe(
  printedText(z.refine((text) => isEmailAddress(/^[^<>"@]*<(.*)>$/u.exec(text)?.[1] ?? text))),
  z.transform((text) => {
    const [, name = '', address = text] = /^(.*)<(.*)>$/.exec(text) ?? []
    return { name: name.trim(), address }
  }),
)

/** The number of days that each role may work without a second factor. A role that is absent needs none. */
export type SecondFactorRule = Partial<Record<Role, number>>

/** The rule without a setting: administrators at once, other employees after two weeks. */
export const defaultSecondFactor: SecondFactorRule = { administrator: 0, bsgw_employee: 14, municipal_employee: 14 }

const roleWithDays = `(${Role.options.join('|')}):[0-9]{1,2}`
/** A list such as `administrator:0,bsgw_employee:14`. `optional`: no role needs a second factor. */
const secondFactorRule = z.pipe(
  z.string().check(z.regex(new RegExp(`^(optional|${roleWithDays}(,\\s*${roleWithDays})*)$`))),
  z.transform((typed): SecondFactorRule => {
    const parts = typed === 'optional' ? [] : typed.split(/,\s*/)
    return Object.fromEntries(parts.map((part) => part.split(':')).map(([role, days]) => [role, Number(days)]))
  }),
)

/**
 * Every setting: its purpose in Dutch, its requirement as a Dutch text that completes 'gebruik …', and its schema.
 * `--help` and docs/settings.md list the same settings.
 */
export const settings = {
  PORT: { description: 'poort van portaal en API (standaard 3000)', ...wholeNumber(0, 65_535) },
  HOST: {
    description: 'adres waarop geluisterd wordt (standaard 127.0.0.1)',
    requirement: 'een adres van deze machine',
    schema: text,
  },
  DATABASE_URL: { description: 'een PostgreSQL 15 of later; leeg: de ingebouwde database in DATA_DIR', ...postgres },
  DATABASE_PASSWORD_FILE: {
    description: 'bestand met het wachtwoord van de database, dat elke nieuwe verbinding opnieuw leest',
    requirement: 'een bestand',
    schema: text,
  },
  DATABASE_REPLICA_URL: {
    description: 'een replica waarvan zoekopdrachten lezen; valt zij uit, dan lezen ze van DATABASE_URL',
    ...postgres,
  },
  REPLICA_MAX_LAG_SECONDS: {
    description: 'achterstand in seconden waarbij zoekopdrachten niet meer van de replica lezen (standaard 10)',
    ...wholeNumber(1),
  },
  DATABASE_PREPARE: {
    description:
      'vragen één keer laten voorbereiden: on of off (standaard on; off achter een pooler die dat niet onthoudt)',
    ...onOrOff,
  },
  DATA_DIR: {
    description: 'map voor de ingebouwde database en sleutels (standaard ./.data)',
    requirement: 'een map',
    schema: text,
  },
  PUBLIC_URL: {
    description: 'het adres waarop medewerkers het portaal openen, zoals https://loket.example',
    ...origin,
  },
  SECURITY_CONTACT: {
    description: 'waar een lek gemeld kan worden (standaard mailto:security@ en de host van PUBLIC_URL)',
    requirement: 'een adres met mailto: of https://',
    schema: z
      .string()
      .check(z.refine((text) => /^https:\/\/\S+$/.test(text) || isEmailAddress(/^mailto:(.*)$/.exec(text)?.[1] ?? ''))),
  },
  JWT_SECRET: {
    description:
      'sleutel van de sessies, of meer met komma’s ertussen: de eerste tekent, alle gelden; verplicht bij DATABASE_URL, anders gemaakt en bewaard in DATA_DIR',
    requirement: 'ten minste 32 willekeurige tekens, ook in elk deel tussen komma’s',
    schema: secrets,
  },
  JWT_SECRET_FILE: {
    description:
      'bestand met de sleutels, in plaats van JWT_SECRET: één per regel of met komma’s ertussen. Het portaal leest een wijziging zelf',
    requirement: 'een bestand, en laat JWT_SECRET dan leeg',
    schema: text,
  },
  SECOND_FACTOR: {
    description:
      'rollen die een tweede factor nodig hebben, met het aantal dagen uitstel na de eerste keer inloggen (standaard administrator:0,bsgw_employee:14,municipal_employee:14; bij voorbeeldgegevens optional: niemand)',
    requirement: 'optional, of rollen met dagen, zoals administrator:0,bsgw_employee:14',
    schema: secondFactorRule,
  },
  LEAKED_PASSWORDS_FILE: {
    description:
      'bestand met gesorteerde SHA-1-hashes van gelekte wachtwoorden, één per regel, die niemand mag kiezen (leeg: alleen de meegeleverde lijst)',
    requirement: 'een bestand',
    schema: text,
  },
  JWT_TTL: { description: 'geldigheid van een toegangstoken in minuten (standaard 60)', ...wholeNumber(1, 1440) },
  SESSION_IDLE_HOURS: {
    description: 'uren zonder gebruik waarna een sessie afloopt (standaard 12; 336 is 14 dagen)',
    ...wholeNumber(1, lifetimes.session_days * 24),
  },
  SMTP_URL: {
    description:
      'de mailserver; leeg: mails komen als .eml in DATA_DIR/mail, maar bij DATABASE_URL zonder DEMO blijven ze wachten',
    requirement: 'een adres met smtp:// of smtps://',
    schema: url(/^smtps?:\/\//),
  },
  MAIL_FROM: {
    description: 'afzender van de mails (standaard PORTAL_NAME, en loket@ met de host van PUBLIC_URL)',
    requirement: 'een e-mailadres, of een naam en een e-mailadres zoals Loket <loket@rd4.example>',
    schema: sender,
  },
  LETTERHEAD: {
    description:
      'afzender boven brieven en dossiers: de naam, en regels zoals het adres, met puntkomma’s ertussen (standaard PORTAL_NAME)',
    requirement: 'één tot en met zes regels van ten hoogste 80 tekens, met puntkomma’s ertussen',
    schema: printedText(z.regex(/^[^;]{1,80}(;[^;]{1,80}){0,5}$/u)),
  },
  TRUST_PROXY: {
    description: 'adressen van de proxy waarvan X-Forwarded-* geloofd wordt, met komma’s ertussen',
    requirement: 'een lijst van IP-adressen of netwerken, zoals 10.0.0.1 of 10.0.0.0/8',
    schema: list(network),
  },
  DEMO: {
    description: 'voorbeeldgegevens laden in een lege database: on of off (standaard on zonder DATABASE_URL)',
    ...onOrOff,
  },
  DRAIN_SECONDS: {
    description:
      'seconden dat de server na SIGTERM doorwerkt terwijl /readyz 503 geeft (standaard 3; 0 met de ingebouwde database)',
    ...wholeNumber(0, 300),
  },
  OIDC_PROVIDERS: {
    description:
      'organisaties die hun medewerkers zelf laten inloggen, met komma’s, zoals heerlen,bsgw; elk met eigen instellingen OIDC_HEERLEN_…, OIDC_BSGW_…; vraagt PUBLIC_URL',
    requirement: 'een lijst van verschillende namen van kleine letters en cijfers, met komma’s ertussen',
    schema: list(z.string().check(z.regex(/^[a-z][a-z0-9]{0,29}$/))).check(
      z.refine((ids) => new Set(ids).size === ids.length),
    ),
  },
  RATE_LIMIT: { description: 'verzoeken per minuut per adres (standaard 3000)', ...wholeNumber(1) },
  PASS_LIMIT: {
    description: 'milieupassen die een medewerker per minuut mag opzoeken (standaard 30)',
    ...wholeNumber(1),
  },
  SUBJECT_SECRET: {
    description:
      'sleutel waarmee pasnummers en huishoudens in de logboeken worden versleuteld; leeg: een sleutel in de database. Later wijzigen breekt de band met wat al vastligt',
    requirement: 'ten minste 32 willekeurige tekens',
    schema: secret,
  },
  EXTRA_LEGAL_DAYS: {
    description:
      'dagen die een nieuw besluit met een feestdag gelijkstelt, met komma’s, zoals 2029-05-11: zo’n dag verlengt een termijn van bezwaar (leeg: de besluiten tot en met 2028)',
    requirement: 'een lijst van dagen, zoals 2029-05-11, met komma’s ertussen',
    schema: list(z.iso.date()),
  },
  KEEP_ROLL_REQUESTS: {
    description: 'maanden dat uitgiften, afgehandelde bezwaren en meldingen bewaard blijven (standaard 24)',
    ...months,
  },
  KEEP_PICKUPS: { description: 'maanden dat ophaalafspraken bewaard blijven (standaard 24)', ...months },
  KEEP_CONTACTS: { description: 'maanden dat afgesloten klantcontacten bewaard blijven (standaard 12)', ...months },
  KEEP_NON_CLEARANCES: {
    description: 'maanden dat bewaard blijft wat niet geleegd is, en waarom (standaard 48)',
    ...months,
  },
  KEEP_SCHEMES: { description: 'maanden dat afgelopen regelingen bewaard blijven (standaard 36)', ...months },
  QUEUE_FOUR_EYES_CENTS: {
    description:
      'bedrag in centen waarboven een tweede medewerker goedkeurt wat met wachtende ledigingen gebeurt (standaard 10000)',
    ...wholeNumber(0),
  },
  KEEP_LEFT_OUT: {
    description:
      'maanden dat bewaard blijft welke ledigingen buiten de rekening blijven of zijn geplaatst (standaard 36)',
    ...months,
  },
  KEEP_PROCESSING_LOG: { description: 'maanden dat het verwerkingenlogboek bewaard blijft (standaard 24)', ...months },
  KEEP_AUDIT_LOG: { description: 'maanden dat het logboek bewaard blijft (standaard 18)', ...months },
  KEEP_SECURITY_LOG: { description: 'maanden dat het beveiligingslogboek bewaard blijft (standaard 6)', ...months },
  LOG_LEVEL: {
    description: 'wat gelogd wordt: fatal, error, warn, info, debug of trace (standaard info)',
    requirement: 'fatal, error, warn, info, debug of trace',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
  },
  METRICS_TOKEN: {
    description: 'wie dit als Bearer-token meestuurt, leest /metrics (leeg: alleen deze machine zelf)',
    requirement: 'ten minste 16 tekens, zonder spaties',
    schema: z.string().check(z.regex(/^[\x21-\x7e]{16,}$/)),
  },
  FIGURES_TOKEN: {
    description: 'wie dit als Bearer-token meestuurt, leest de cijfers van elke maand (leeg: alleen beheerders)',
    requirement: 'ten minste 32 tekens, zonder spaties',
    schema: z.string().check(
      z.regex(/^[\x21-\x7e]{32,}$/),
      z.refine((text) => new Set(text).size >= 8),
    ),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'waar traces heen gaan (OTLP/HTTP met JSON), zoals http://127.0.0.1:4318 (leeg: geen traces)',
    ...origin,
  },
  CALENDAR_SOURCE: {
    description:
      'waar de kalender zijn dagen vandaan haalt: api, deze server, of sample, de voorbeelden van 2023 (standaard api)',
    requirement: 'api of sample',
    schema: z.enum(['api', 'sample']),
  },
  MAP_TILES: {
    description:
      'waar de kaart haar tegels haalt: pdok, of een adres met {z}, {x} en {y}; leeg: een effen kaart, zonder andere server',
    requirement: 'pdok, of een adres met http:// of https:// en {z}, {x} en {y}',
    schema: z.union([
      z.literal('pdok'),
      z.string().check(
        z.regex(/^https?:\/\/[^\s"'<>;,$]+$/),
        z.refine((text) => URL.canParse(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))),
      ),
    ]),
  },
  MAP_CREDIT: {
    description: 'wiens kaart het is, zoals de kaart dat zelf vraagt te zeggen (bij pdok hoeft dat niet)',
    requirement: 'een tekst van ten hoogste 100 tekens',
    schema: printedText(z.maxLength(100)),
  },
  PORTAL_NAME: {
    description: 'naam van het portaal op elk scherm en in mails (standaard Rd4 Loket)',
    requirement: 'een naam van ten hoogste 30 tekens',
    schema: printedText(z.trim(), z.minLength(1), z.maxLength(30)),
  },
  LOGO_FILE: {
    description: 'vierkant logo van het portaal, en het pictogram van zijn tabblad (leeg: het embleem van het loket)',
    requirement: 'een bestand dat eindigt op .svg of .png',
    schema: z.string().check(z.regex(/.\.(svg|png)$/)),
  },
  THEME_FILE: {
    description:
      'CSS-bestand met tokens van NL Design System (--basis-…) voor de kleuren; check theme controleert het (leeg: de kleuren van het loket)',
    requirement: 'een bestand',
    schema: text,
  },
  API_HOST: { description: 'een andere server die dezelfde aanroepen beantwoordt (leeg: deze)', ...origin },
} as const

/** The error for invalid settings. The message has a Dutch sentence for each of them. */
export class ConfigError extends Error {}

/** The public map of the Kadaster (the Dutch land registry). It is grey, so that markers are easy to see. */
const pdok = {
  map_tiles: 'https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:3857/{z}/{x}/{y}.png',
  map_credit: 'Kaart: Kadaster (BRT Achtergrondkaart, PDOK)',
}

const mapOf = (map_tiles: string | undefined, map_credit = '') =>
  map_tiles === 'pdok' ? { ...pdok, ...(map_credit && { map_credit }) } : { map_tiles, map_credit }

/** Returns the sender of mails. The default address is `loket@` and the host of the portal. */
const senderOf = (given: { name: string; address: string } | undefined, portal_name: string, public_url?: string) => ({
  name: given?.name || portal_name,
  address: given?.address ?? `loket@${public_url ? new URL(public_url).hostname : 'localhost'}`,
})

const requirementText = (name: keyof typeof settings) =>
  `De instelling ${name} klopt niet: gebruik ${settings[name].requirement}.`

/** Returns the keys in a text, which has a comma or a line end between two keys. Undefined for an invalid key. */
export function keysIn(text: string): string[] | undefined {
  const { success, data } = z.safeParse(secrets, text.trim().replaceAll(/\s*\n\s*/g, ','))
  return success ? data : undefined
}

/** The settings in the form that the server uses. */
export type Config = ReturnType<typeof loadConfig>

const program = process.env['LOKET_PROGRAM']
/**
 * What a user types to run a command, to run a command whose output is piped, and to start the portal. The program of
 * an installed release names itself in LOKET_PROGRAM. In a clone of the project, npm runs both.
 */
export const typed = program
  ? { command: program, piped: program, start: `${program} start` }
  : { command: 'npm run loket --', piped: 'npm run --silent loket --', start: 'npm start' }

/** Reads and validates the settings. Throws a ConfigError with the names of all invalid settings. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env) {
  const wrong: string[] = []
  const read = <Name extends keyof typeof settings>(
    name: Name,
  ): z.output<(typeof settings)[Name]['schema']> | undefined => {
    const text = environment[name]
    if (text === undefined || text === '') return undefined
    const result = z.safeParse(settings[name].schema as z.ZodMiniType, text)
    if (!result.success) wrong.push(requirementText(name))
    return result.data as z.output<(typeof settings)[Name]['schema']> | undefined
  }
  const database_url = read('DATABASE_URL')
  const public_url = read('PUBLIC_URL')
  const portal_name = read('PORTAL_NAME') ?? 'Rd4 Loket'
  const organisations = (read('OIDC_PROVIDERS') ?? []).map((id) =>
    loadOrganisation(id, environment, (sentence) => wrong.push(sentence)),
  )
  const issuers = organisations.map(({ issuer }) => issuer)
  if (new Set(issuers).size < issuers.length)
    wrong.push('Twee organisaties van OIDC_PROVIDERS hebben dezelfde ISSUER. Noem bij één van hen alle gemeenten.')
  const isSafeUrl = /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(public_url ?? 'https:')
  if (organisations.length > 0 && !isSafeUrl)
    wrong.push('De instelling PUBLIC_URL klopt niet: gebruik https:// als medewerkers bij een organisatie inloggen.')
  if (organisations.length > 0 && !public_url)
    wrong.push('De instelling PUBLIC_URL ontbreekt: de providers van OIDC_PROVIDERS sturen de browser daarheen terug.')
  const config = {
    port: read('PORT') ?? 3000,
    host: read('HOST') ?? '127.0.0.1',
    database_url,
    database_password_file: read('DATABASE_PASSWORD_FILE'),
    database_replica_url: read('DATABASE_REPLICA_URL'),
    replica_max_lag_s: read('REPLICA_MAX_LAG_SECONDS') ?? 10,
    prepare: read('DATABASE_PREPARE') ?? true,
    data_dir: resolve(read('DATA_DIR') ?? '.data'),
    public_url,
    organisations,
    security_contact: read('SECURITY_CONTACT'),
    jwt_ttl_minutes: read('JWT_TTL') ?? 60,
    jwt_secrets: read('JWT_SECRET'),
    jwt_secret_file: read('JWT_SECRET_FILE'),
    session_idle_hours: read('SESSION_IDLE_HOURS') ?? 12,
    second_factor: read('SECOND_FACTOR'),
    leaked_passwords_file: read('LEAKED_PASSWORDS_FILE'),
    smtp_url: read('SMTP_URL'),
    mail_from: senderOf(read('MAIL_FROM'), portal_name, public_url),
    letterhead: (read('LETTERHEAD') ?? portal_name).split(';').map((line) => line.trim()),
    trust_proxy: read('TRUST_PROXY') ?? false,
    demo: read('DEMO') ?? database_url === undefined,
    drain_s: read('DRAIN_SECONDS') ?? (database_url === undefined ? 0 : stopLimits.drain_s),
    rate_limit: read('RATE_LIMIT') ?? defaultRates.requestsPerMinute,
    pass_limit: read('PASS_LIMIT') ?? defaultRates.passesPerMinute,
    subject_secret: read('SUBJECT_SECRET'),
    extra_legal_days: read('EXTRA_LEGAL_DAYS') ?? [],
    queue_four_eyes_cents: read('QUEUE_FOUR_EYES_CENTS') ?? 10_000,
    // Without a setting, the comment of the table states the months. A bill needs those of schemes.
    keep_months: {
      roll_requests: read('KEEP_ROLL_REQUESTS'),
      pickups: read('KEEP_PICKUPS'),
      contacts: read('KEEP_CONTACTS'),
      non_clearances: read('KEEP_NON_CLEARANCES'),
      left_out: read('KEEP_LEFT_OUT'),
      schemes: read('KEEP_SCHEMES') ?? 36,
      processing: read('KEEP_PROCESSING_LOG'),
      audit: read('KEEP_AUDIT_LOG'),
      security: read('KEEP_SECURITY_LOG'),
    },
    log_level: read('LOG_LEVEL') ?? 'info',
    otlp_endpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    metrics_token: read('METRICS_TOKEN'),
    figures_token: read('FIGURES_TOKEN'),
    calendar_source: read('CALENDAR_SOURCE') ?? 'api',
    api_host: read('API_HOST'),
    portal_name,
    logo_file: read('LOGO_FILE'),
    theme_file: read('THEME_FILE'),
    ...mapOf(read('MAP_TILES'), read('MAP_CREDIT')),
  }
  if (config.jwt_secrets && config.jwt_secret_file) wrong.push(requirementText('JWT_SECRET_FILE'))
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
}

/** The names of all settings that can have an effect, including those of the organisations. */
function settingNames({ OIDC_PROVIDERS = '' }: NodeJS.ProcessEnv) {
  const prefixes = OIDC_PROVIDERS.split(/,\s*/).map((id) => `OIDC_${id.toUpperCase()}_`)
  return [
    ...Object.keys(settings),
    ...prefixes.flatMap((prefix) => Object.keys(organisationSettings).map((name) => prefix + name)),
  ]
}

/** Returns the names in the file of LOKET_SETTINGS. The program that started this process has read its values. */
function namesInFile({ LOKET_SETTINGS: file }: NodeJS.ProcessEnv) {
  try {
    return Object.keys(parseEnv(readFileSync(file ?? '', 'utf8')))
  } catch {
    return []
  }
}

/**
 * Returns a Dutch sentence for each name that is probably a misspelt setting: a variable that resembles a setting, and
 * every unknown name in the settings file.
 */
export const unknownSettings = (environment: NodeJS.ProcessEnv = process.env) =>
  findUnknownNames(Object.keys(environment), namesInFile(environment), settingNames(environment)).map(
    ({ name, resembles }) => `Onbekende instelling ${name}${resembles ? `; bedoelt u ${resembles}?` : '.'}`,
  )

/** Returns the URL of the portal in mails: PUBLIC_URL, or the address on which the server listens. */
export const portalUrl = ({ public_url, host, port }: Pick<Config, 'public_url' | 'host' | 'port'>) =>
  public_url ?? `http://${host}:${port}`
