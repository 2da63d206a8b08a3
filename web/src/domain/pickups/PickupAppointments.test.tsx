import {
  ApiError,
  cancelPickupAppointment,
  listAddressEquipment,
  listPickupAppointments,
  makePickupAppointment,
  mayChangePickup,
  movePickupAppointment,
  type PickupAppointment,
  showAddress,
  showCalendar,
  showWork,
} from '@rd4-loket/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { bsgw, makeAddress, makeCalendarMeta, makeCollection, makeShownAddress, municipal } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'

const planned: PickupAppointment = { id: 7, day: '2026-11-25', volume_litres: 1500 }
const today = '2026-11-22'
const days = [
  { day: '2026-11-25', left_litres: 0 },
  { day: '2026-11-26', left_litres: 4500 },
]

/** Opens the page of an address with these appointments. A reload of the list contains every change. */
async function openAddress(initial: PickupAppointment[] = [], retired = false) {
  const server = fakeServer()
  let appointments = initial
  server.answer(showAddress, () => makeShownAddress({ retired_on: retired ? '2026-03-04' : null }))
  server.answer(listAddressEquipment, () => [])
  server.answer(listPickupAppointments, () => ({
    data: appointments,
    meta: { retired, today, days: retired ? [] : days },
  }))
  server.answer(makePickupAppointment, ({ body }) => {
    const made = { id: 8, ...body }
    appointments = [...appointments, made]
    return made
  })
  server.answer(movePickupAppointment, ({ body }) => {
    appointments = appointments.map((it) => ({ ...it, ...body }))
    return appointments[0] ?? planned
  })
  server.answer(cancelPickupAppointment, () => {
    appointments = []
    return null
  })
  const page = await openPage('/address/a1', { as: bsgw, server })
  const panel = within(await screen.findByRole('region', { name: 'Ophaalafspraak' }))
  return { ...page, server, panel }
}

const volume = (name: string) => screen.getByRole('radio', { name: name.replace(' ', '\u00a0') })
const day = (name = /^donderdag 26 november/) => screen.getByRole('radio', { name })

const openForm = async () => {
  const page = await openAddress()
  await page.user.click(await page.panel.findByRole('button', { name: 'Afspraak maken' }))
  return page
}

test('S1.9 the page of an address shows its appointments with icon, day and volume', async () => {
  const { panel } = await openAddress([planned, { id: 9, day: '2026-11-22', volume_litres: 500 }])
  expect(await panel.findByText('woensdag 25 november')).toBeVisible()
  const [row, ofToday] = panel.getAllByRole('listitem')
  expect(row).toHaveTextContent('woensdag 25 november: 1,5 m³ snoeiafval')
  expect(within(row as HTMLElement).getByTitle('Ophaalafspraak')).toBeInTheDocument()
  expect(row).not.toHaveTextContent('kan niet meer')
  expect(within(ofToday as HTMLElement).getAllByRole('button')).toHaveLength(3)
})

test.each(['Afzeggen', 'Verplaatsen'])(
  "'%s' of today's appointment can have the focus, says why it is refused, and opens nothing",
  async (name) => {
    const { user, panel } = await openAddress([{ id: 9, day: today, volume_litres: 500 }])
    const button = await panel.findByRole('button', { name: `${name}: zondag 22 november` })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(mayChangePickup({ day: today }, today))
    await user.click(button)
    expect(button).toHaveFocus()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(panel.queryByRole('form')).not.toBeInTheDocument()
  },
)

test('keeps what was chosen while the form is closed, until the employee cancels', async () => {
  const { user, panel } = await openForm()
  await user.click(volume('1,5 m³'))
  const button = panel.getByRole('button', { name: 'Afspraak maken' })
  await user.click(button)
  expect(panel.queryByRole('form')).not.toBeInTheDocument()
  await user.click(button)
  expect(volume('1,5 m³')).toBeChecked()
  await user.click(panel.getByRole('button', { name: 'Annuleren' }))
  await user.click(button)
  expect(volume('1,5 m³')).not.toBeChecked()
})

test('makes an appointment, reports its day and returns the focus to the button', async () => {
  const { server, user, panel } = await openForm()
  expect(screen.getByRole('radio', { name: 'woensdag 25 november (vol)' })).toBeDisabled()
  expect(screen.getByRole('radio', { name: 'donderdag 26 november (nog 4,5\u00a0m³)' })).toBeEnabled()
  await user.click(volume('1,5 m³'))
  await user.click(day())
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  expect(await screen.findByText('De afspraak staat op donderdag 26 november')).toBeVisible()
  expect(await panel.findByRole('listitem')).toHaveTextContent('donderdag 26 november: 1,5 m³ snoeiafval')
  expect(panel.queryByRole('form')).not.toBeInTheDocument()
  expect(panel.getByRole('button', { name: 'Afspraak maken' })).toHaveFocus()
  const [sent] = server.arrived(makePickupAppointment)
  expect(sent?.params).toEqual({ alias: 'a1' })
  expect(sent?.body).toEqual({ day: '2026-11-26', volume_litres: 1500 })
})

test('reloads the collection days after an appointment is made', async () => {
  const { server, user, panel } = await openForm()
  await waitFor(() => expect(server.arrived(showCalendar)).toHaveLength(1))
  await user.click(volume('0,5 m³'))
  await user.click(day())
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  await waitFor(() => expect(server.arrived(showCalendar)).toHaveLength(2))
})

test('the dashboard loads the appointments of the coming days again after one is made', async () => {
  const { server, user, router } = await openAddress()
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(showWork)).toHaveLength(1))
  router.history.push('/address/a1')
  await user.click(await screen.findByRole('button', { name: 'Afspraak maken' }))
  await user.click(volume('0,5 m³'))
  await user.click(day())
  await user.click(screen.getByRole('button', { name: 'Vastleggen' }))
  await waitFor(() => expect(server.arrived(makePickupAppointment)).toHaveLength(1))
  router.history.push('/dashboard')
  await waitFor(() => expect(server.arrived(showWork)).toHaveLength(2))
})

test('S5.1 shows at each field what is missing, before anything is sent', async () => {
  const { server, user, panel } = await openForm()
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  expect(day()).toHaveAccessibleDescription('Dit veld is verplicht')
  expect(volume('0,5 m³')).toHaveAccessibleDescription('Dit veld is verplicht 1 m³ is ongeveer een volle aanhanger.')
  expect(volume('0,5 m³')).toHaveFocus()
  expect(server.arrived(makePickupAppointment)).toEqual([])
})

test('S5.3 S8.1 shows an error at the day field when the day is full, and reloads the capacity of the days', async () => {
  const { server, user, panel } = await openForm()
  const full = 'Op donderdag 26 november is nog 1 m³ vrij. Kies bijvoorbeeld vrijdag 27 november'
  server.fail(makePickupAppointment, 422, 'Niet alles is goed ingevuld', { day: [full] })
  await user.click(volume('3 m³'))
  await user.click(day())
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  await waitFor(() => expect(day()).toHaveAccessibleDescription(full))
  expect(day()).toHaveFocus()
  expect(day()).toBeChecked()
  await waitFor(() => expect(server.arrived(listPickupAppointments)).toHaveLength(2))
})

test('a retry after a lost response has the same idempotency key, and other input has a new key', async () => {
  const { server, user, panel } = await openForm()
  server.fail(makePickupAppointment, 0)
  await user.click(volume('3 m³'))
  await user.click(day())
  for (const times of [1, 2]) {
    await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
    await waitFor(() => expect(server.arrived(makePickupAppointment)).toHaveLength(times))
    await panel.findByRole('alert')
    await waitFor(() => expect(panel.getByRole('button', { name: 'Vastleggen' })).not.toHaveAttribute('aria-disabled'))
  }
  await user.click(volume('2 m³'))
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  await waitFor(() => expect(server.arrived(makePickupAppointment)).toHaveLength(3))
  const [lost, again, other] = server.arrived(makePickupAppointment).map(({ idempotency_key }) => idempotency_key)
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect(again).toBe(lost)
  expect(other).not.toBe(lost)
})

test('moves an appointment to another day, and does not offer its current day', async () => {
  const { server, user, panel } = await openAddress([planned])
  await user.click(await panel.findByRole('button', { name: 'Verplaatsen: woensdag 25 november' }))
  expect(screen.queryByRole('radio', { name: /^woensdag 25 november/ })).not.toBeInTheDocument()
  await user.click(day())
  await user.click(panel.getByRole('button', { name: 'Vastleggen' }))
  expect(await panel.findByText('donderdag 26 november')).toBeVisible()
  expect(server.arrived(movePickupAppointment)[0]).toMatchObject({
    params: { appointment_id: '7' },
    body: { day: '2026-11-26' },
  })
})

test('requires confirmation before it cancels an appointment, and shows why cancelling failed', async () => {
  const { server, user, panel } = await openAddress([planned])
  const cancel = server.arrived.bind(null, cancelPickupAppointment)
  server.answer(cancelPickupAppointment, () => {
    if (cancel().length === 1) throw new ApiError(409, 'Deze afspraak is voorbij of vandaag')
    server.answer(listPickupAppointments, () => ({ data: [], meta: { retired: false, today, days } }))
    return null
  })
  await user.click(await panel.findByRole('button', { name: 'Afzeggen: woensdag 25 november' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'De ophaalafspraak afzeggen?' }))
  expect(cancel()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Ja, afzeggen' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Deze afspraak is voorbij of vandaag')
  await user.click(dialog.getByRole('button', { name: 'Ja, afzeggen' }))
  expect(await screen.findByText('De afspraak van woensdag 25 november is afgezegd')).toBeVisible()
  expect(await panel.findByText('Er is geen afspraak om snoeiafval op te halen.')).toBeVisible()
  expect(panel.getByRole('heading', { name: 'Ophaalafspraak' })).toHaveFocus()
})

test('offers no new appointment for a retired address', async () => {
  const { user, panel } = await openAddress([], true)
  const button = await panel.findByRole('button', { name: 'Afspraak maken' })
  expect(button).toHaveAccessibleDescription('Voor een vervallen adres kan geen afspraak worden gemaakt')
  await user.click(button)
  expect(panel.queryByRole('form')).not.toBeInTheDocument()
})

test('S2.11 shows a municipal employee the appointment in the calendar of the address', async () => {
  const server = fakeServer()
  const address = makeAddress()
  server.answer(listPickupAppointments, () => ({ data: [planned], meta: { retired: false, today, days } }))
  server.answer(showCalendar, () => ({
    data: [makeCollection({ title: 'Ophaalafspraak', category: 'pruning_waste', start: '2026-11-25' })],
    meta: makeCalendarMeta({ address }),
  }))
  await openPage('/calendar?address=a1&month=2026-11&view=list', { as: municipal, server })
  const day = await screen.findByRole('heading', { name: /woensdag 25 november 2026/ })
  expect(day.closest('li')).toHaveTextContent('Ophaalafspraak')
  const panel = within(await screen.findByRole('region', { name: 'Ophaalafspraak' }))
  expect(await panel.findByRole('button', { name: 'Verplaatsen: woensdag 25 november' })).toBeVisible()
})

test('the confirmation of an appointment can be mailed and printed, and names day, address and volume', async () => {
  const { user, panel } = await openAddress([planned])
  await user.click(await panel.findByRole('button', { name: 'Bevestiging: woensdag 25 november' }))
  const lines = [
    'Afspraak voor snoeiafval op woensdag 25 november 2026.',
    'Adres: Akerstraat 118, 6411 CD Heerlen.',
    'Hoeveelheid: 1,5\u00a0m³.',
    'Kunt u niet? Zeg de afspraak af tot en met de dag ervoor.',
  ]
  const mail = panel.getByRole('link', { name: 'Mailen' }).getAttribute('href') ?? ''
  expect(mail).toMatch(/^mailto:\?/)
  expect(new URL(mail).searchParams.get('body')?.split('\n')).toEqual(lines)
  let printed: string[] = []
  const append = vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    HTMLBodyElement.prototype.appendChild.call(document.body, frame as Node)
    const view = (frame as HTMLIFrameElement).contentWindow as Window
    view.print = () => {
      printed = [...view.document.querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
    }
  })
  onTestFinished(() => append.mockRestore())
  await user.click(panel.getByRole('button', { name: 'Printen' }))
  expect(printed).toEqual(lines)
})
