import type { Command } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { newSecret, renewStoredSecret } from '../platform/runtime/jwt-secrets.ts'

/** Replaces the signing key of sessions. Employees stay logged in, because the previous key remains valid. */
export const renewSecret: Command = {
  name: 'secret renew',
  summary: 'maakt een nieuwe sleutel voor de sessies; iedereen blijft ingelogd',
  database: 'none',
  explanation: `De nieuwe sleutel tekent voortaan, en de vorige blijft gelden. Start het portaal opnieuw na deze opdracht. Is de
vorige uitgelekt? Doe het dan twee keer, ook het starten: daarna geldt hij niet meer, en logt iedereen opnieuw in.
Zonder de start ertussen gaan de apps met codes verloren, want de sleutel versleutelt hun geheim.

Met DATABASE_URL staan de sleutels in JWT_SECRET, met komma's ertussen. De eerste tekent, alle gelden. Wissel ze bij
meerdere servers in drie rondes: JWT_SECRET=oud,nieuw, dan nieuw,oud, en na 14 dagen alleen nieuw.
Uit JWT_SECRET_FILE leest het portaal ze zelf opnieuw: zet de nieuwe vooraan, en haal de oude na 14 dagen weg.`,

  async run() {
    const { database_url, jwt_secrets, jwt_secret_file, data_dir } = loadConfig()
    if (jwt_secret_file) return `Zet deze sleutel vooraan in ${jwt_secret_file}, op een eigen regel:\n${newSecret()}`
    if (database_url || jwt_secrets)
      return `Zet deze sleutel in JWT_SECRET, achter de huidige (uitleg: --help):\n${newSecret()}`
    renewStoredSecret(data_dir)
    return 'Er is een nieuwe sleutel. Start het portaal opnieuw: dan tekent hij, en blijft iedereen ingelogd.'
  },
}
