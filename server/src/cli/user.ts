import { randomInt } from 'node:crypto'
import {
  Email,
  isMunicipalEmployee,
  listIn,
  parseInput,
  Role,
  readableCharacters,
  requiredText,
  roleNames,
  StoredEmail,
} from '@rd4-loket/contract'
import * as z from 'zod/mini'
import { commandLineActor } from '../domain/access-log/audit-log.queries.ts'
import { resetFactors } from '../domain/second-factor/reset-factors.ts'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'
import { loadConfig, portalUrl } from '../platform/runtime/config.ts'
import { findNamedMunicipality } from './named-municipality.ts'
import { addEmployee, blockEmployee, findEmployeeId, resetEmployee } from './user.queries.ts'

const email = { value: 'ADRES', summary: 'het e-mailadres waarmee de medewerker inlogt' }

const NewEmployee = z.strictObject({
  email: Email,
  name: requiredText(100),
  role: listIn(requiredText(200), /\s*,\s*/, Role),
  municipality: z.optional(z.string()),
})

/** Adds an employee, such as the first administrator of a new database. */
export const addUser: Command = {
  name: 'user add',
  summary: 'voegt een medewerker toe, en toont één keer een wachtwoord',
  database: 'existing',
  options: {
    email,
    name: { value: 'NAAM', summary: 'de naam, tussen aanhalingstekens' },
    role: { value: 'ROL[,ROL]', summary: Role.options.join(', ') },
    municipality: { value: 'GEMEENTE', summary: 'naam of CBS-code; zonder: alle gemeenten' },
  },
  explanation: `Rollen: ${Role.options.map((role) => `${role} (${roleNames[role]})`).join(', ')}.
Wie alleen ${roleNames.municipal_employee} is, heeft een gemeente nodig. Het wachtwoord moet bij de eerste keer inloggen worden vervangen.`,

  async run({ options, openDatabase }) {
    const { email, name, role, municipality } = parseOptions(NewEmployee, options)
    const roles = [...new Set(role)]
    if (!municipality && isMunicipalEmployee({ roles }) && !roles.includes('administrator'))
      throw new UsageError('Geef bij de rol municipal_employee ook --municipality.')
    const { db } = await openDatabase()
    const found = municipality ? await findNamedMunicipality(db, municipality) : undefined
    const password = oneTimePassword()
    const password_hash = await hashPassword(password)
    const added = await addEmployee(db, { email, name, roles, municipality_id: found?.id ?? null, password_hash })
    if (!added) throw new CommandError(`Er is al een medewerker met het e-mailadres ${email}.`)
    return `${name} (${email}) is toegevoegd.\n${passwordText(password)}`
  },
}

/** Blocks an employee and ends the employee's sessions. */
export const blockUser: Command = {
  name: 'user block',
  summary: 'blokkeert een medewerker, die meteen is uitgelogd',
  database: 'existing',
  options: { email },
  async run({ options, openDatabase }) {
    const { email } = parseOptions(z.strictObject({ email: StoredEmail }), options)
    const { db } = await openDatabase()
    if (!(await blockEmployee(db, email))) throw unknownEmployee(email)
    return `${email} is geblokkeerd.`
  },
}

/** Sets a new password for an employee, and unblocks the employee. */
export const resetUser: Command = {
  name: 'user reset',
  summary: 'geeft een medewerker een nieuw wachtwoord en heft een blokkade op',
  database: 'existing',
  options: { email },
  async run({ options, openDatabase }) {
    const { email } = parseOptions(z.strictObject({ email: StoredEmail }), options)
    const { db } = await openDatabase()
    const password = oneTimePassword()
    if (!(await resetEmployee(db, email, await hashPassword(password)))) throw unknownEmployee(email)
    return `${email} kan weer inloggen.\n${passwordText(password)}`
  },
}

/** Removes the second factors of an employee, such as the only administrator, whom nobody else can help. */
export const resetUserFactor: Command = {
  name: 'user reset-factor',
  summary: 'verwijdert de tweede factoren en herstelcodes van een medewerker, die een mail krijgt',
  database: 'existing',
  options: { email },
  async run({ options, openDatabase }) {
    const { email } = parseOptions(z.strictObject({ email: StoredEmail }), options)
    const { db } = await openDatabase()
    const id = await findEmployeeId(db, email)
    if (id === undefined) throw unknownEmployee(email)
    await db.transaction((transaction) => resetFactors(transaction, portalUrl(loadConfig()), commandLineActor(), id))
    return `${email} logt weer in met alleen een wachtwoord.`
  },
}

function parseOptions<S extends z.ZodMiniType>(schema: S, options: Record<string, string | undefined>): z.output<S> {
  const { value, errors } = parseInput(schema, options)
  if (!errors) return value
  throw new UsageError(
    Object.entries(errors)
      .map(([field, [message]]) => `--${field.replace(/\..*/, '')}: ${message}.`)
      .join('\n'),
  )
}

const unknownEmployee = (email: string) => new CommandError(`Er is geen medewerker met het e-mailadres ${email}.`)

const passwordText = (password: string) =>
  `Wachtwoord voor de eerste keer inloggen: ${password}\nDit wachtwoord wordt niet nog eens getoond.`

/** Returns a password of four groups of five characters: 99 bits. */
const oneTimePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => readableCharacters[randomInt(readableCharacters.length)]).join(''),
  ).join('-')
