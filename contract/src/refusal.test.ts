import { describe, expect, test } from 'vitest'
import {
  mayApproveAllowance,
  mayChangePickup,
  mayCloseHandover,
  mayDecideObjection,
  mayDeleteArea,
  mayIssueRolls,
  mayMailPasswordLink,
  mayMakePickup,
  mayResetFactor,
  mayRetractObjection,
  mayReviewMonth,
  mayUndoCollectionChange,
} from './index.ts'

test.each([
  [0, 'upheld' as const, undefined],
  [1, 'upheld' as const, 'Er is nog 1 lediging niet beslist.'],
  [2, 'inadmissible' as const, 'Er zijn nog 2 ledigingen niet beslist.'],
  [2, 'withdrawn' as const, undefined],
])('an objection with %i open lifts and the outcome %s has this refusal', (open_lifts, outcome, refusal) => {
  expect(mayCloseHandover({ is_own: false, open_lifts }, outcome)).toBe(refusal)
})

describe('a pick-up appointment', () => {
  test.each([
    ['tomorrow', { day: '2026-11-29' }, undefined],
    ['today', { day: '2026-11-28' }, 'Deze afspraak is voorbij of vandaag, en kan niet meer worden gewijzigd'],
    ['yesterday', { day: '2026-11-27' }, 'Deze afspraak is voorbij of vandaag, en kan niet meer worden gewijzigd'],
    ['tomorrow that is not cancelled', { day: '2026-11-29', cancelled_at: null }, undefined],
    ['that is cancelled', { day: '2026-11-29', cancelled_at: new Date() }, 'Deze afspraak is afgezegd'],
  ])('of %s has this refusal of a change', (_, appointment, refusal) => {
    expect(mayChangePickup(appointment, '2026-11-28')).toBe(refusal)
  })

  test('is refused for a retired address only', () => {
    expect(mayMakePickup({ retired: true })).toBe('Voor een vervallen adres kan geen afspraak worden gemaakt')
    expect(mayMakePickup({ retired: false })).toBeUndefined()
  })
})

test.each([
  ['rules' as const, true, 'Deze wijziging volgt uit de ophaalregels en kan niet ongedaan worden gemaakt'],
  ['planner' as const, false, 'Deze ophaaldagen zijn daarna weer gewijzigd, dus ongedaan maken kan niet meer'],
  ['planner' as const, true, undefined],
  ['undo' as const, true, undefined],
])('the undo of a change by %s, with is_latest %s, has this refusal', (kind, is_latest, refusal) => {
  expect(mayUndoCollectionChange({ kind, is_latest })).toBe(refusal)
})

test.each([
  [1, false, 'In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied'],
  [0, true, 'In dit gebied zijn nog ophaalafspraken. Wacht tot ze voorbij zijn, of zeg ze af'],
  [0, false, undefined],
])(
  'the deletion of an area with %i addresses, and with pick-ups: %s, has this refusal',
  (addresses, has_pickups, refusal) => {
    expect(mayDeleteArea({ addresses, has_pickups })).toBe(refusal)
  },
)

test.each([
  ['an objection', (own: boolean) => mayDecideObjection({ is_own: own, handover_id: null })],
  ['a month', (own: boolean) => mayReviewMonth({ own })],
  ['a proposed allowance', (own: boolean) => mayApproveAllowance({ own })],
  ['a second factor', (own: boolean) => mayResetFactor({ is_self: own })],
])("an employee's own case of %s is refused, and a colleague's is allowed", (_, rule) => {
  expect(rule(true)).toMatch(/collega|andere|eigen/i)
  expect(rule(false)).toBeUndefined()
})

test.each([
  [null, ['U hebt deze vraag zelf', 'Deze vraag is al afgewezen door Noor', 'Alleen wie deze vraag vastlegde']],
  [5, ['U hebt dit bezwaar zelf', 'Dit bezwaar is al afgewezen door Noor', 'Alleen wie dit bezwaar vastlegde']],
])('a refusal about a disputed lift (of written objection %s) calls it what it is', (handover_id, texts) => {
  const settled = { handover_id, state: 'rejected' as const, decided_by: 'Noor' }
  const refusals = [
    mayDecideObjection({ ...settled, is_own: true }),
    mayRetractObjection({ ...settled, is_own: true }),
    mayRetractObjection({ ...settled, is_own: false }),
  ]
  expect(refusals).toEqual(texts.map((text) => expect.stringContaining(text)))
})

test('a link for a password is refused for a blocked employee', () => {
  expect(mayMailPasswordLink({ blocked: true })).toBe('Deze medewerker is geblokkeerd. Hef eerst de blokkade op.')
  expect(mayMailPasswordLink({ blocked: false })).toBeUndefined()
})

test('an issue of rolls is refused while nobody chose a number, and a chosen number may be 0', () => {
  expect(mayIssueRolls({ allowance: null })).toMatch(/geen aantal rollen .* Vraag een beheerder/)
  expect(mayIssueRolls({ allowance: 0 })).toBeUndefined()
})
