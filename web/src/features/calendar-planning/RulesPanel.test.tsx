import { previewSchedule, type ScheduleChange, saveSchedule } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { area, openPlanning, planningServer } from '../../test/planning-server.ts'

const scheduleChange: ScheduleChange = {
  area,
  addresses: 4321,
  before: ['2027-01-06'],
  after: [],
  published: [2027],
  withdrawn: 1,
}

const scheduleForm = async () => within(await screen.findByRole('form', { name: 'Een ophaalregel wijzigen' }))

function openRules() {
  const server = planningServer()
  server.answer(previewSchedule, () => scheduleChange)
  server.answer(saveSchedule, () => scheduleChange)
  return openPlanning('rules', server)
}

test('shows the rules of each area', async () => {
  const { user } = await openRules()
  await user.click(await screen.findByText('2 regels'))
  expect(screen.getByText('GFT: elke 2 weken, vanaf woensdag 7 januari 2026')).toBeVisible()
  expect(screen.getByText('BEST-tas: 9 december 2026, 30 december 2026')).toBeVisible()
})

test('shows the number of affected addresses, and their new days, before a rule is saved', async () => {
  const { user, server } = await openRules()
  const form = await scheduleForm()
  await user.selectOptions(form.getByLabelText('Afvalstroom'), 'GFT')
  await user.selectOptions(form.getByLabelText('Ophaalgebied'), 'Heerlen 6411')
  await user.type(form.getByLabelText('Ingangsdatum'), '2027-01-01')
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Om de zoveel weken')
  await user.type(form.getByLabelText('Aantal weken'), '3')
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Op dagen die u opgeeft')
  await user.type(form.getByLabelText('Ophaaldagen'), '5-2-2027{Enter}7-1-2027')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  const panel = within(screen.getByRole('region', { name: 'Een ophaalregel wijzigen' }))
  const preview = within((await panel.findByText('4.321 adressen')).closest('[role=status]') as HTMLElement)
  expect(preview.getByText('woensdag 6 januari 2027')).toBeVisible()
  expect(preview.getByText('Geen ophaaldagen')).toBeVisible()
  expect(preview.getByText(/^De ophaaldagen van 2027 zijn al gepubliceerd/)).toBeVisible()
  expect(preview.getByText('1 gewijzigde ophaaldag verdwijnt hierdoor.')).toBeVisible()
  expect(preview.getByText(/Dat kunt u niet ongedaan maken/)).toBeVisible()
  const body = {
    municipality_id: 917,
    area_id: 1,
    category: 'gft',
    from: '2027-01-01',
    until: null,
    rhythm: 'days',
    every_weeks: null,
    first_day: null,
    days: ['2027-02-05', '2027-01-07'],
  }
  expect(server.arrived(previewSchedule)[0]?.body).toEqual(body)
  expect(server.arrived(saveSchedule)).toEqual([])
  await user.click(preview.getByRole('button', { name: /^Doorvoeren voor Heerlen: / }))
  expect(await screen.findByText('De ophaalregels zijn gewijzigd voor Heerlen')).toBeVisible()
  expect(server.arrived(saveSchedule)[0]?.body).toEqual(body)
  expect((await scheduleForm()).getByLabelText('Ingangsdatum')).toHaveValue('')
})

test('S5.1 shows errors at the fields of a rule that are empty or invalid, and sends nothing', async () => {
  const { user, server } = await openRules()
  const form = await scheduleForm()
  await user.selectOptions(form.getByLabelText('Ophalen'), 'Om de zoveel weken')
  await user.type(form.getByLabelText('Aantal weken'), '0')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await form.findByRole('link', { name: 'Ophaalgebied: Dit veld is verplicht' })).toBeVisible()
  expect(form.getByRole('link', { name: 'Ingangsdatum: Dit veld is verplicht' })).toBeVisible()
  expect(form.getByRole('link', { name: 'Aantal weken: Vul 1 of meer weken in' })).toBeVisible()
  expect(server.arrived(previewSchedule)).toEqual([])
})
