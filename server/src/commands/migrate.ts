import type { Command } from './command.ts'

/** Brings the database up to date without starting the portal. */
export const migrateDatabase: Command = {
  name: 'migrate',
  summary: 'brengt de tabellen van de database bij',
  async run({ openDatabase }) {
    const { migrated } = await openDatabase()
    return migrated.length === 0
      ? 'De database was al bij.'
      : `Toegepast:\n${migrated.map((name) => `  ${name}`).join('\n')}`
  },
}
