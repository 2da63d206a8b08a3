import { loadDemo } from '../../demo/demo.ts'
import { DemoError } from '../../demo/demo-content.ts'
import { demoEmployees, demoPassword } from '../../demo/employees.ts'
import { type Command, CommandError, UsageError } from '../platform/runtime/command.ts'

const defaultCount = 130_000
const minCount = 1000
const maxCount = 10_000_000
const formatCount = (count: number) => count.toLocaleString('nl')

/** Loads generated demo data into an empty database. */
export const demo: Command = {
  name: 'demo',
  summary: 'vult een lege database met verzonnen voorbeeldgegevens',
  database: 'new',
  options: {
    addresses: {
      value: 'AANTAL',
      summary: `hoeveel adressen, van ${formatCount(minCount)} tot ${formatCount(maxCount)} (standaard ${formatCount(defaultCount)})`,
    },
  },
  explanation: `Tot ${formatCount(defaultCount)} adressen liggen ze in de tien gemeenten van Rd4; voor meer worden er gemeenten bij verzonnen.
Zonder DATABASE_URL maakt deze opdracht de ingebouwde database in DATA_DIR zelf. De eerste regel noemt de database.
Hetzelfde aantal geeft op dezelfde dag altijd dezelfde gegevens. Een database met andere gegevens blijft zoals hij is.
Inloggen kan daarna met ${demoEmployees[0].email} en de andere accounts van de handleiding, wachtwoord ${demoPassword}.`,
  run: async ({ options, openDatabase, onProgress, signal }) => {
    const addresses = parseCount(options['addresses'] ?? `${defaultCount}`)
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(new Date())
    const { db } = await openDatabase()
    try {
      const loaded = await loadDemo(db, { addresses, today, onProgress, signal })
      return loaded
        ? `Er staan nu ${formatCount(addresses)} verzonnen adressen in de database, met alles wat erbij hoort.`
        : 'De database bevat al voorbeeldgegevens. Er is niets veranderd.'
    } catch (error) {
      throw error instanceof DemoError ? new CommandError(error.message) : error
    }
  },
}

function parseCount(option: string) {
  const digits = option.replaceAll('.', '')
  const count = /^[0-9]{1,8}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(count >= minCount && count <= maxCount))
    throw new UsageError(
      `Geef met --addresses een aantal van ${formatCount(minCount)} tot en met ${formatCount(maxCount)}.`,
    )
  return count
}
