import {
  type AreaRules,
  countAreaAddresses,
  listAreaRules,
  listCollectionYears,
  listUndoable,
  publishCollectionYear,
} from '@rd4-loket/contract'
import { chosenMunicipality } from '../session/chosen-municipality.ts'
import { fakeServer } from './fake-server.ts'
import { administrator } from './make.ts'
import { openPage } from './open-page.tsx'

export const planningPath = '/services-and-settings/collections'

/** The collection area of the tests about collection days. */
export const area = { id: 1, name: 'Heerlen 6411' }

const rule = { category: 'gft' as const, every_weeks: null, days: null, valid_from: '2026-01-07', valid_to: null }
const areaRules: AreaRules = {
  ...area,
  postal_codes: [{ first: '6411AA', last: '6411ZZ', house_numbers: 'all' }],
  addresses: [],
  rules: [
    { ...rule, every_weeks: 2 },
    { ...rule, category: 'best_bag', days: ['2026-12-09', '2026-12-30'] },
  ],
  changed: { by: null, at: '2026-11-21T10:04:00+01:00' },
}

/** Returns a fake server with the settings for collection days of one area. */
export function planningServer() {
  const server = fakeServer()
  server.answer(listCollectionYears, () => [
    { year: 2026, published_on: '2025-12-01', changed: null },
    { year: 2027, published_on: null, changed: null },
  ])
  server.answer(listAreaRules, () => [areaRules])
  server.answer(listUndoable, () => [])
  server.answer(countAreaAddresses, () => ({ areas: [{ id: 1, addresses: 4321, has_pickups: false }], without: 12 }))
  server.answer(publishCollectionYear, ({ params, body }) => ({ year: Number(params.year), ...body }))
  return server
}

/** Opens a page below 'Ophaaldagen' as an administrator who chose Heerlen before. */
export async function openPlanning(part: string, server = planningServer()) {
  chosenMunicipality.write(917)
  return { ...(await openPage(`${planningPath}/${part}`, { as: administrator, server })), server }
}
