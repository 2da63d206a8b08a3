import { findResident, issueRolls, type LoadedKind, listUndoable, type UndoableAction } from '@rd4-loket/contract'
import { screen } from '@testing-library/react'
import { fakeServer } from './fake-server.ts'
import { makeResident, municipal } from './make.ts'
import { openPage } from './open-page.tsx'

export const passField = () => screen.getByLabelText('Pasnummer')
export const rollsField = () => screen.findByRole('textbox', { name: 'Aantal rollen' })
export const card = (name = 'J. van den Berg') => screen.findByRole('region', { name })

/** Returns a reply that arrives when the test resolves it. */
export const delayed = <T>() => Promise.withResolvers<T>()

/** Waits as long as a person needs to read the card: an earlier Enter would belong to the Enter of the scan. */
export const readCard = () => new Promise((resolve) => setTimeout(resolve, 300))

/** Opens the desk. Every pass has a resident, unless the test replaces the reply. `loaded`: the data of Heerlen. */
export async function openDesk(undoable: UndoableAction[] = [], { loaded }: { loaded?: LoadedKind[] } = {}) {
  const server = fakeServer()
  server.answer(findResident, ({ body }) => makeResident(body))
  server.answer(issueRolls, ({ body: { rolls, environmental_pass_number } }) => {
    const id = undoable.length + 1
    const pass_ending = environmental_pass_number.slice(-4)
    undoable.unshift({ kind: 'roll_issue', id, rolls, pass_ending, seconds_left: 300 })
    return { rolls, request_id: id, rolls_this_year: 2 + rolls }
  })
  server.answer(listUndoable, () => undoable)
  const opened = await openPage('/services-and-settings', { as: municipal, server, ...(loaded && { loaded }) })
  return { ...opened, scan: (pass = '0101010101') => opened.user.keyboard(`${pass}{Enter}`) }
}
