import { previewCollectionList, saveCollectionList } from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { area, openPlanning } from '../../test/planning-server.ts'

test('imports days from a file after a preview, which lists the rejected lines with reasons', async () => {
  const { user, server } = await openPlanning('import')
  const change = {
    area,
    addresses: 4321,
    years: [2027],
    streams: [{ category: 'gft' as const, before: 26, after: 27 }],
    rejected_lines: 120,
    rejected: [{ line: 3, text: '2027-02-30;gft', reason: 'dit is geen datum' }],
    published: [],
    withdrawn: 0,
  }
  server.answer(previewCollectionList, () => change)
  server.answer(saveCollectionList, () => change)
  const panel = within(await screen.findByRole('region', { name: 'Ophaaldagen uit een bestand of lijst' }))
  const form = within(await panel.findByRole('form', { name: 'Ophaaldagen inlezen' }))
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(form.getByRole('link', { name: 'Ophaaldagen uit het bestand: Dit veld is verplicht' })).toBeVisible()

  const text = 'datum;afvalstroom\n2027-01-07;gft\n2027-02-30;gft\n'
  await user.upload(form.getByLabelText('CSV-bestand'), new File([text], 'dagen.csv', { type: 'text/csv' }))
  await vi.waitFor(() => expect(form.getByLabelText('Ophaaldagen uit het bestand')).toHaveValue(text))
  await user.selectOptions(form.getByLabelText('Ophaalgebied'), 'Heerlen 6411')
  await user.click(form.getByRole('button', { name: /^Bekijk wat er verandert: / }))
  expect(await panel.findByText('4.321 adressen')).toBeVisible()
  expect(panel.getByText('GFT: nu 26, straks 27 dagen')).toBeVisible()
  expect(panel.getByText('120 regels worden overgeslagen')).toBeVisible()
  expect(panel.getByText('Regel 3: 2027-02-30;gft (dit is geen datum)')).toBeVisible()
  expect(server.arrived(saveCollectionList)).toEqual([])
  await user.click(panel.getByRole('button', { name: /^Doorvoeren voor Heerlen: / }))
  expect(await screen.findByText('De ophaaldagen zijn ingelezen voor Heerlen')).toBeVisible()
  expect(server.arrived(saveCollectionList)[0]?.body).toEqual({ municipality_id: 917, area_id: 1, text })
})
