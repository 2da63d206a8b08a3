import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Role, readableText } from '@rd4-loket/contract/general'
import * as z from 'zod/mini'

/** The name in the settings for employees who work for all municipalities. */
const allMunicipalities = 'alle'

const text = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))
/** Returns the schema of a setting that documents, mails or pages show, by the rule for all texts. */
export const printedText = (...checks: Parameters<z.ZodMiniString['check']>) =>
  z.string().check(
    z.refine((typed) => readableText(typed) !== undefined),
    z.overwrite((typed) => readableText(typed) ?? typed),
    ...checks,
  )
const names = (separator: RegExp) =>
  z.pipe(
    text(2000),
    z.transform((typed) => typed.split(separator).filter(Boolean)),
  )
const onOrOff = z.pipe(
  z.enum(['on', 'off']),
  z.transform((typed) => typed === 'on'),
)
const isLoopback = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
const issuer = z.string().check(
  z.refine((typed) => {
    const url = URL.parse(typed)
    if (!url || url.search || url.hash) return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  }),
)
/** Pairs such as `group-12=municipal_employee`. A value of a claim may contain `=` and a comma. */
const roleMapping = z.pipe(
  z.pipe(
    text(5000),
    z.transform((typed) =>
      typed.split(/\s*;\s*/).map((pair) => ({ value: pair.replace(/=[^=]*$/, ''), role: pair.replace(/^.*=/, '') })),
    ),
  ),
  z.array(z.object({ value: z.string().check(z.minLength(1)), role: Role })),
)

/** The settings of one organisation. Their names start with `OIDC_`, the name of the organisation and `_`. */
export const organisationSettings = {
  NAME: {
    description: 'naam op de knop van de inlogpagina',
    requirement: 'een naam van ten hoogste 60 tekens',
    schema: printedText(z.trim(), z.minLength(1), z.maxLength(60)),
  },
  ISSUER: {
    description: 'adres van de OpenID-provider, precies zoals die het zelf noemt (issuer)',
    requirement: 'een adres met https://, zonder ? of #',
    schema: issuer,
  },
  CLIENT_ID: {
    description: 'naam waaronder het loket bij de provider bekend is',
    requirement: 'een tekst van ten hoogste 200 tekens',
    schema: text(200),
  },
  CLIENT_SECRET: {
    description: 'geheim van het loket bij de provider',
    requirement: 'ten minste 16 tekens',
    schema: z.string().check(z.minLength(16)),
  },
  CLIENT_SECRET_FILE: {
    description: 'bestand met dat geheim, dat bij elke keer inloggen opnieuw gelezen wordt',
    requirement: 'een leesbaar bestand',
    schema: text(1000),
  },
  CLIENT_KEY_FILE: {
    description:
      'bestand met een eigen sleutel (PEM) die in plaats van een geheim tekent (private_key_jwt), en eventueel het certificaat erbij',
    requirement: 'een leesbaar bestand met een sleutel: RSA van ten minste 2048 bits, of P-256',
    schema: text(1000),
  },
  MUNICIPALITIES: {
    description: `gemeenten waarvan de medewerkers hier inloggen, met komma’s; ${allMunicipalities}: wie voor alle gemeenten werkt`,
    requirement: `een lijst van gemeenten met komma’s ertussen, of ${allMunicipalities}`,
    schema: names(/\s*,\s*/),
  },
  LOCAL_LOGIN: {
    description: 'of die medewerkers ook met een wachtwoord van het loket mogen inloggen: on of off (standaard on)',
    requirement: 'on of off',
    schema: onOrOff,
  },
  LOGOUT: {
    description: 'of uitloggen ook de sessie bij de provider beëindigt: on of off (standaard on)',
    requirement: 'on of off',
    schema: onOrOff,
  },
  SECOND_FACTOR: {
    description: 'of de provider bij elke keer inloggen een tweede factor vraagt: on of off (standaard off)',
    requirement: 'on of off',
    schema: onOrOff,
  },
  ACR: {
    description: 'niveaus (acr) met een tweede factor, met spaties ertussen, waarvan de provider er één moet noemen',
    requirement: 'een lijst met spaties ertussen',
    schema: names(/\s+/),
  },
  AMR: {
    description: 'methoden (amr), met spaties ertussen, die de provider allemaal moet noemen, zoals mfa',
    requirement: 'een lijst met spaties ertussen',
    schema: names(/\s+/),
  },
  ROLES_CLAIM: {
    description: 'claim met groepen of rollen, zoals groups of realm_access.roles',
    requirement: 'namen met punten ertussen',
    schema: z.pipe(
      z.string().check(z.regex(/^[^\s.]+(\.[^\s.]+)*$/)),
      z.transform((typed) => typed.split('.')),
    ),
  },
  ROLES: {
    description: 'rol van elke waarde van die claim: waarde=rol, met puntkomma’s ertussen',
    requirement: `paren zoals groep=rol, met puntkomma’s ertussen, en een rol uit ${Role.options.join(', ')}`,
    schema: roleMapping,
  },
} as const

type SettingName = keyof typeof organisationSettings
type ReadSettings = { [Name in SettingName]?: z.output<(typeof organisationSettings)[Name]['schema']> | undefined }

const required = ['NAME', 'ISSUER', 'CLIENT_ID', 'MUNICIPALITIES'] as const

/** An organisation whose OpenID provider logs its employees in. */
export type OrganisationSettings = {
  /** The name in the settings and in URLs, in lower case. */
  id: string
  name: string
  issuer: string
  client_id: string
  /** Returns the secret of the portal at the provider; empty with a key. Throws when its file cannot be read. */
  client_secret: () => string
  /** Returns the private key of the portal, as PEM, with an optional certificate. Undefined: a secret authenticates. */
  client_key: (() => string) | undefined
  /** Names of municipalities, and `allMunicipalities` for the employees of all municipalities. */
  municipalities: string[]
  has_local_login: boolean
  ends_provider_session: boolean
  /** The provider requires a second factor at every login, although its ID tokens may not state it. */
  requires_second_factor: boolean
  /** The accepted values of `acr`, which all include a second factor; empty: any. */
  acr_values: string[]
  /** The values that `amr` must contain. */
  amr_values: string[]
  /** The path of the claim that grants roles, and the role of each value; undefined: roles are those of the portal. */
  granted_roles: { claim: string[]; mapping: { value: string; role: Role }[] } | undefined
}

/**
 * Returns whether employees of a municipality log in at an organisation. Null: an employee of all municipalities.
 */
export const logsInAt = (
  { municipalities }: Pick<OrganisationSettings, 'municipalities'>,
  municipality: string | null,
) => municipalities.some((name) => name.toLowerCase() === (municipality ?? allMunicipalities).toLowerCase())

/** Returns the organisation where employees of a municipality must log in; undefined if a password is enough. */
export const requiredOrganisation = (organisations: OrganisationSettings[], municipality: string | null) =>
  organisations.find((it) => !it.has_local_login && logsInAt(it, municipality))

/** Returns whether a file has a private key that may sign: RSA of at least 2048 bits, or P-256. */
function isClientKey(read: () => string) {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(read())
    if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    return asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Reads the settings of one organisation. Calls `reject` with a Dutch sentence for each invalid setting. */
export function loadOrganisation(
  id: string,
  environment: NodeJS.ProcessEnv,
  reject: (sentence: string) => void,
): OrganisationSettings {
  const nameOf = (name: SettingName) => `OIDC_${id.toUpperCase()}_${name}`
  const read = (name: SettingName) => {
    const typed = environment[nameOf(name)]
    if (typed === undefined || typed === '') return undefined
    const { schema, requirement } = organisationSettings[name]
    const result = z.safeParse(schema as z.ZodMiniType, typed)
    if (!result.success) reject(`De instelling ${nameOf(name)} klopt niet: gebruik ${requirement}.`)
    return result.data
  }
  const settings = Object.fromEntries(
    Object.keys(organisationSettings).map((name) => [name, read(name as SettingName)]),
  ) as ReadSettings
  const isGiven = (name: SettingName) => Boolean(environment[nameOf(name)])
  for (const name of required) if (!isGiven(name)) reject(`De instelling ${nameOf(name)} ontbreekt.`)
  const credentials = ['CLIENT_SECRET', 'CLIENT_SECRET_FILE', 'CLIENT_KEY_FILE'] as const
  if (credentials.filter(isGiven).length !== 1)
    reject(`Geef precies één van deze instellingen: ${credentials.map(nameOf).join(', ')}.`)
  if (isGiven('ROLES_CLAIM') !== isGiven('ROLES'))
    reject(`De instellingen ${nameOf('ROLES_CLAIM')} en ${nameOf('ROLES')} horen bij elkaar: geef ze allebei.`)
  const { CLIENT_SECRET = '', CLIENT_SECRET_FILE: file, CLIENT_KEY_FILE: keyFile } = settings
  const { ROLES_CLAIM: claim, ROLES: mapping } = settings
  const client_secret = file ? () => readFileSync(file, 'utf8').trim() : () => CLIENT_SECRET
  try {
    client_secret()
  } catch {
    reject(`De instelling ${nameOf('CLIENT_SECRET_FILE')} klopt niet: het bestand kan niet worden gelezen.`)
  }
  const client_key = keyFile ? () => readFileSync(keyFile, 'utf8') : undefined
  if (client_key && !isClientKey(client_key)) {
    const { requirement } = organisationSettings.CLIENT_KEY_FILE
    reject(`De instelling ${nameOf('CLIENT_KEY_FILE')} klopt niet: gebruik ${requirement}.`)
  }
  return {
    id,
    name: settings.NAME ?? '',
    issuer: settings.ISSUER ?? '',
    client_id: settings.CLIENT_ID ?? '',
    client_secret,
    client_key,
    municipalities: settings.MUNICIPALITIES ?? [],
    has_local_login: settings.LOCAL_LOGIN ?? true,
    ends_provider_session: settings.LOGOUT ?? true,
    requires_second_factor: settings.SECOND_FACTOR ?? false,
    acr_values: settings.ACR ?? [],
    amr_values: settings.AMR ?? [],
    granted_roles: claim && mapping && { claim, mapping },
  }
}
