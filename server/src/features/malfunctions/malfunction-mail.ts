import { malfunctionNames, wasteStreamNames } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { findMailedMalfunction, insertMalfunctionMail } from './malfunctions.queries.ts'

const events = {
  recorded: { subject: 'Storing', sentence: 'Er is een storing vastgelegd.' },
  changed: { subject: 'Storing gewijzigd', sentence: 'Een storing is gewijzigd.' },
  closed: { subject: 'Storing opgelost', sentence: 'Een storing is opgelost.' },
}

const dutchDay = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'full', timeZone: 'UTC' })

/**
 * Queues a mail about a malfunction to its municipality, if the municipality has set an address. The mail has no note
 * and no name of an employee, because it leaves the portal.
 */
export async function mailMalfunction(transaction: Db, malfunction_id: number, event: keyof typeof events) {
  const found = await findMailedMalfunction(transaction, malfunction_id)
  if (!found) return
  const { recipient, name, city, number, waste_type, malfunction, expected_end } = found
  const { subject, sentence } = events[event]
  const lines = [
    sentence,
    '',
    `Verzamelsysteem: ${name}, ${city}`,
    `Container: ${wasteStreamNames[waste_type]} ${number}`,
    `Storing: ${malfunctionNames[malfunction].toLowerCase()}`,
    ...(event === 'closed'
      ? []
      : [`Naar verwachting opgelost: ${expected_end ? dutchDay.format(new Date(expected_end)) : 'niet bekend'}`]),
    '',
    'Dit bericht komt van het Rd4 Loket. Een beheerder wijzigt het adres bij Instellingen.',
  ]
  await insertMalfunctionMail(transaction, recipient, `${subject}: ${name}, ${city}`, lines.join('\n'))
}
