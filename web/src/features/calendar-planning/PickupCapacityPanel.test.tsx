import { saveCollectionHours, savePickupCapacity } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPlanning } from '../../test/planning-server.ts'

test('saves the maximum of pruning waste per route and day, typed in cubic metres', async () => {
  const { server, user } = await openPlanning('pickups')
  server.answer(savePickupCapacity, ({ body }) => body)
  const panel = within(await screen.findByRole('region', { name: 'Ophaalafspraken per route en dag' }))
  const field = await panel.findByLabelText('m³ per route en dag')
  expect(field).toHaveValue('12')
  for (const [typed, message] of [
    ['', 'Dit veld is verplicht'],
    ['veel', 'Vul hier een getal in'],
    ['1,3', 'Vul hele of halve kubieke meters in'],
    ['-1', 'Vul een hoeveelheid in van 0 tot en met 500 m³'],
  ] as const) {
    await user.clear(field)
    if (typed) await user.type(field, typed)
    await user.click(panel.getByRole('button', { name: 'Hoeveelheid opslaan voor Heerlen' }))
    expect(field).toHaveAccessibleDescription(message)
  }
  await user.clear(field)
  await user.type(field, '7,5{Enter}')
  expect(await screen.findByText('Elke route in Heerlen neemt op een dag 7,5 m³ snoeiafval mee')).toBeVisible()
  expect(server.arrived(savePickupCapacity).map(({ params, body }) => [params.municipality_id, body])).toEqual([
    ['917', { volume_litres: 7500 }],
  ])
})

test('saves the hours, periods and working days of reports of missed collections', async () => {
  const { server, user } = await openPlanning('hours')
  server.answer(saveCollectionHours, ({ body }) => body)
  const panel = within(await screen.findByRole('region', { name: 'Niet geleegd: tijden en termijnen' }))
  const window = await panel.findByLabelText('Melden kan (werkdagen)')
  expect(window).toHaveValue('2')
  await user.clear(window)
  await user.type(window, '0{Enter}')
  expect(window).toHaveAccessibleDescription('Vul ten minste 1 dag in')
  for (const day of ['ma', 'di', 'wo', 'do', 'vr']) await user.click(panel.getByRole('checkbox', { name: day }))
  await user.clear(window)
  await user.type(window, '3{Enter}')
  expect(panel.getByRole('checkbox', { name: 'ma' })).toHaveAccessibleDescription('Dit veld is verplicht')
  for (const day of ['za', 'di']) await user.click(panel.getByRole('checkbox', { name: day }))
  await user.click(panel.getByRole('button', { name: 'Tijden opslaan voor Heerlen' }))
  expect(await screen.findByText('De tijden en termijnen van Heerlen zijn opgeslagen')).toBeVisible()
  const saved = { collection_start: 7, collection_end: 18, report_window: 3, working_weekdays: [2, 6] }
  expect(server.arrived(saveCollectionHours)).toMatchObject([{ params: { municipality_id: '917' }, body: saved }])
})
