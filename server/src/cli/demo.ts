import { DemoError, loadDemo } from '../../demo/demo.ts'
import { demoEmployees, demoPassword } from '../../demo/employees.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'

const usual = 130_000
const fewest = 1000
const most = 10_000_000
const written = (count: number) => count.toLocaleString('nl')

/** Fills an empty database with made-up data. */
export const demo: Command = {
  name: 'demo',
  summary: 'vult een lege database met verzonnen voorbeeldgegevens',
  database: 'new',
  options: {
    addresses: {
      value: 'AANTAL',
      summary: `hoeveel adressen, van ${written(fewest)} tot ${written(most)} (standaard ${written(usual)})`,
    },
  },
  explanation: `Tot ${written(usual)} adressen liggen ze in de tien gemeenten van Rd4; voor meer worden er gemeenten bij verzonnen.
Zonder DATABASE_URL maakt deze opdracht de ingebouwde database in DATA_DIR zelf. De eerste regel noemt de database.
Hetzelfde aantal geeft op dezelfde dag altijd dezelfde gegevens. Een database met andere gegevens blijft zoals hij is.
Inloggen kan daarna met ${demoEmployees[0].email} en de andere accounts van de handleiding, wachtwoord ${demoPassword}.`,
  run: async ({ options, openDatabase, onProgress, signal }) => {
    const addresses = countOf(options['addresses'] ?? `${usual}`)
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(new Date())
    const { db } = await openDatabase()
    try {
      const loaded = await loadDemo(db, { addresses, today, onProgress, signal })
      return loaded
        ? `Er staan nu ${written(addresses)} verzonnen adressen in de database, met alles wat erbij hoort.`
        : 'De database bevat al voorbeeldgegevens. Er is niets veranderd.'
    } catch (error) {
      throw error instanceof DemoError ? new CommandError(error.message) : error
    }
  },
}

function countOf(typed: string) {
  const count = /^[0-9]{1,8}$/.test(typed.replaceAll('.', '')) ? Number(typed.replaceAll('.', '')) : Number.NaN
  if (!(count >= fewest && count <= most))
    throw new UsageError(`Geef met --addresses een aantal van ${written(fewest)} tot en met ${written(most)}.`)
  return count
}
