import {
  type CollectionChange,
  changeCollections,
  listCollectionChanges,
  listPlannedCollections,
  type PlannedCollection,
  publishCollectionYear,
  showCalendar,
  undoCollectionChange,
} from '@rd4-loket/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chosenMunicipality } from '../../session/chosen-municipality.ts'
import { administrator, makeCalendarMeta, makeCollection } from '../../test/make.ts'
import { openPage } from '../../test/open-page.tsx'
import { area, planningPath, planningServer } from '../../test/planning-server.ts'

const east = { id: 2, name: 'Heerlen 6412' }
const planned = (changes: Partial<PlannedCollection> = {}): PlannedCollection => {
  const day = changes.day ?? '2026-12-02'
  const state = { category: 'gft' as const, cancelled: false, changed: false, reason: null, revision: 0 }
  return { area_id: area.id, day, start: day, ...state, ...changes }
}
const change: CollectionChange = {
  ...{ id: 7, by: 'Sem Baas', at: '2026-11-20T10:04:00+01:00', kind: 'planner', collections: 3, is_latest: true },
  areas: [area.name, east.name],
  first: {
    ...{ category: 'gft', day: '2026-12-02' },
    before: { state: 'planned', moved_to: null, reason: null },
    after: { state: 'moved', moved_to: '2026-12-03', reason: 'wegens werk' },
  },
}
const saved = { change_id: 8, collections: 1, addresses: 4321 }

async function openPlanner(
  collections = [
    planned(),
    planned({ day: '2026-12-09', category: 'paper' }),
    planned({ day: '2026-12-16' }),
    planned({ area_id: east.id, day: '2026-12-02' }),
    planned({
      area_id: east.id,
      day: '2026-12-16',
      start: '2026-12-17',
      changed: true,
      reason: 'wegens werk',
      revision: 1,
    }),
  ],
  unpublished: number[] = [],
) {
  const server = planningServer()
  const plan = { collections }
  server.answer(listPlannedCollections, () => ({
    areas: [
      { ...area, addresses: 4321 },
      { ...east, addresses: 1788 },
    ],
    unpublished,
    ...plan,
  }))
  server.answer(listCollectionChanges, () => [])
  server.answer(changeCollections, () => saved)
  server.answer(undoCollectionChange, () => ({ ...saved, change_id: 9 }))
  chosenMunicipality.write(917)
  const page = await openPage(`${planningPath}?from=2026-11-30`, { as: administrator, server })
  await screen.findByRole('grid')
  return { ...page, server, plan }
}
const cellOf = (name: string | RegExp, index = 0) => screen.getAllByRole('button', { name })[index] as HTMLElement
const form = () => within(screen.getByRole('dialog'))

test('shows the areas as rows and the weekdays of each week as columns, with what happened to each collection', async () => {
  await openPlanner()
  const grid = within(screen.getByRole('grid', { name: 'Ophaaldagen per gebied en week' }))
  expect(grid.getAllByRole('rowheader').map((it) => it.textContent)).toEqual([
    'Heerlen 64114.321 adressen',
    'Heerlen 64121.788 adressen',
  ])
  expect(
    grid
      .getAllByRole('columnheader')
      .slice(0, 3)
      .map((it) => it.textContent),
  ).toEqual(['Gebied', '30 november – 6 december', '7 – 13 december'])
  const [, , first] = grid.getAllByRole('row')
  const cells = within(first as HTMLElement)
    .getAllByRole('cell')
    .map((it) => it.textContent)
  const onWednesdays = [2, 7, 12].map((column) => cells[column])
  expect(onWednesdays).toEqual(['GFT wo 2 december', 'Papier wo 9 december', 'GFT wo 16 december'])
  expect(cells.filter(Boolean)).toEqual(onWednesdays)
  expect(grid.getByRole('columnheader', { name: 'wo 16' })).toBeVisible()
  expect(grid.queryByRole('columnheader', { name: 'za 5' })).toBeNull()
  const moved = 'GFT do 17 december, verplaatst van woensdag 16 december wegens werk'
  expect(grid.getByRole('button', { name: moved })).toBeVisible()
})

test('moves a collection with six key presses after its area has the focus, and then focuses the collection', async () => {
  const { user, server, plan } = await openPlanner()
  cellOf(/^Heerlen 6411/).focus()
  const keys = ['{ArrowRight}', '{Enter}', '{Tab}', '{Tab}', '{Enter}', '{Enter}']
  for (const key of keys) await user.keyboard(key)
  expect(server.arrived(changeCollections).map(({ body }) => body)).toEqual([
    {
      ...{ municipality_id: 917, action: 'move', reason: 'wegens gladheid' },
      collections: [{ area_id: 1, category: 'gft', day: '2026-12-02', revision: 0, moved_to: '2026-12-03' }],
    },
  ])
  expect(keys.length).toBeLessThanOrEqual(8)
  expect(await screen.findByText('1 ophaaldag is verplaatst in Heerlen')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cellOf('GFT wo 2 december')).toHaveFocus()
  plan.collections = []
})

test('moves the focus with the arrow keys, Home and End, and has one Tab stop', async () => {
  const { user } = await openPlanner()
  const grid = screen.getByRole('grid')
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  cellOf(/^Heerlen 6411/).focus()
  const expectFocus = async (key: string, name: string | RegExp, index = 0) => {
    await user.keyboard(key)
    expect(cellOf(name, index), key).toHaveFocus()
  }
  await expectFocus('{ArrowLeft}', /^Heerlen 6411/)
  await expectFocus('{ArrowRight}', 'GFT wo 2 december')
  await expectFocus('{ArrowRight}', 'Papier wo 9 december')
  // The second area has nothing in this week, so its last earlier collection gets the focus.
  await expectFocus('{ArrowDown}', 'GFT wo 2 december', 1)
  await expectFocus('{End}', /^GFT do 17 december/)
  await expectFocus('{ArrowUp}', 'GFT wo 16 december')
  await expectFocus('{Home}', /^Heerlen 6411/)
  await expectFocus('{Control>}{End}{/Control}', /^GFT do 17 december/)
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  expect(cellOf(/^GFT do 17 december/)).toHaveAttribute('tabindex', '0')
})

test('changes the new day with the arrow keys, and reads a typed day without its year', async () => {
  const { user, server } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  const day = form().getByLabelText('Nieuwe dag')
  expect(day).toHaveValue('3-12-2026')
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(day).toHaveValue('4-12-2026')
  expect(day).toHaveAccessibleDescription(/^vrijdag 4 december 2026/)
  await user.clear(day)
  await user.type(day, 'morgen')
  await user.type(form().getByLabelText('Reden'), 'sneeuw{Enter}')
  expect(day).toHaveAccessibleDescription('Dit is geen datum. Een voorbeeld: 3-12-2026 Bijvoorbeeld 3-12-2026')
  await user.clear(day)
  await user.keyboard('{Enter}')
  expect(day).toHaveAccessibleDescription(/^Dit veld is verplicht/)
  await user.type(day, '2-12-2026{Enter}')
  expect(day).toHaveAccessibleDescription(/^De ophaaldag is al op deze dag. Kies een andere dag/)
  await user.clear(day)
  await user.type(day, '7-2-2026{Enter}')
  expect(day).toHaveAccessibleDescription(/^Kies een dag die hoogstens 60 dagen van de geplande dag ligt/)
  await user.clear(day)
  await user.type(day, '7-12-2026{Enter}')
  expect(await screen.findByText('1 ophaaldag is verplaatst in Heerlen')).toBeVisible()
  expect(server.arrived(changeCollections).map(({ body }) => body.collections[0].moved_to)).toEqual(['2026-12-07'])
})

test.each([
  [2026, 'Inwoners zien dit zodra 2026 gepubliceerd is.'],
  [2027, 'Inwoners zien dit meteen, ook in hun eigen agenda.'],
])('states when residents see a change of a day in 2026 while %i is not published', async (year, sentence) => {
  const { user } = await openPlanner(undefined, [year])
  await user.click(cellOf('GFT wo 2 december'))
  expect(form().getByText(/Inwoners zien dit/)).toHaveTextContent(sentence)
})

test('names the addresses that a change affects, and closes with Escape without a change', async () => {
  const { user, server } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december', 1))
  expect(form().getByText('1.788 adressen')).toBeVisible()
  expect(
    form().getByText(/in Heerlen 6412, gemeente Heerlen\. Inwoners zien dit meteen, ook in hun eigen agenda\./),
  ).toBeVisible()
  expect(form().getByLabelText('Nieuwe dag')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cellOf('GFT wo 2 december', 1)).toHaveFocus()
  expect(server.arrived(changeCollections)).toEqual([])
})

test('closes the window of a day with Escape, also after the focus left it', async () => {
  const { user } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  screen.getByRole('link', { name: 'Toegankelijkheid' }).focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('keeps the window of a day open when Escape is pressed in the search box', async () => {
  const { user } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  screen.getByRole('combobox', { name: 'Pasnummer' }).focus()
  await user.keyboard('{Escape}{Escape}')
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('restores the reason that was typed for a collection, and not for another collection', async () => {
  const { user } = await openPlanner()
  const open = async (index: number) => {
    await user.click(cellOf(/^GFT/, index))
    return form().getByLabelText('Reden')
  }
  await user.type(await open(0), 'wegens ijzel')
  await user.keyboard('{Escape}')
  expect(await open(1)).toHaveValue('')
  await user.keyboard('{Escape}')
  expect(await open(0)).toHaveValue('wegens ijzel')
  expect(form().getByText(/^Concept hersteld/)).toBeVisible()
  await user.click(form().getByRole('button', { name: 'Verplaatsen' }))
  await screen.findByRole('button', { name: 'Ongedaan maken' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ijzel')
})

test('S5.1 requires a reason, and cancels a collection with it', async () => {
  const { user, server } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  await user.click(form().getByRole('button', { name: 'Laten vervallen' }))
  expect(form().getByRole('link', { name: 'Reden: Dit veld is verplicht' })).toBeVisible()
  expect(server.arrived(changeCollections)).toEqual([])
  await user.type(form().getByLabelText('Reden'), 'sneeuw')
  await user.click(form().getByRole('button', { name: 'Laten vervallen' }))
  expect(await screen.findByText('1 ophaaldag vervalt in Heerlen')).toBeVisible()
  expect(server.arrived(changeCollections)[0]?.body).toMatchObject({
    ...{ action: 'cancel', reason: 'sneeuw', collections: [{ moved_to: null }] },
  })
})

test('moves several selected collections at once, each by the same number of days', async () => {
  const { user, server } = await openPlanner()
  await user.selectOptions(screen.getByLabelText('Alle ophaaldagen selecteren van'), '2026-12-02')
  expect(await screen.findByText('2 ophaaldagen geselecteerd')).toBeVisible()
  cellOf('GFT wo 16 december').focus()
  await user.keyboard(' ')
  expect(screen.getByText('3 ophaaldagen geselecteerd')).toBeVisible()
  expect(cellOf(/^GFT wo 16 december/)).toHaveAccessibleName('GFT wo 16 december, geselecteerd')
  await user.keyboard('{Enter}')
  expect(form().getByRole('heading', { name: '3 ophaaldagen' })).toBeVisible()
  expect(form().getByText('6.109 adressen')).toBeVisible()
  const later = form().getByLabelText('Aantal dagen later')
  await user.clear(later)
  await user.type(later, 'morgen')
  await user.type(form().getByLabelText('Reden'), 'wegens vorst{Enter}')
  expect(later).toHaveAccessibleDescription('Vul een aantal dagen in, van 1 tot en met 60')
  await user.clear(later)
  await user.type(later, '2{Enter}')
  expect(await screen.findByText('3 ophaaldagen zijn verplaatst in Heerlen')).toBeVisible()
  const [sent] = server.arrived(changeCollections)
  expect(sent?.body.collections.map((it: { moved_to: string }) => it.moved_to).sort()).toEqual([
    '2026-12-04',
    '2026-12-04',
    '2026-12-18',
  ])
  expect(screen.queryByText('3 ophaaldagen geselecteerd')).toBeNull()
})

test('selects all collections of an area with its name, and removes them from the selection again', async () => {
  const { user } = await openPlanner()
  await user.click(cellOf(/^Heerlen 6411/))
  expect(await screen.findByText('3 ophaaldagen geselecteerd')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Afvalstroom'), 'Papier')
  expect(screen.getByText('1 ophaaldag geselecteerd')).toBeVisible()
  await user.click(cellOf(/^Heerlen 6411/))
  expect(screen.queryByText(/geselecteerd$/)).toBeNull()
})

test('keeps the typed text and shows the new state when a colleague changed the collection first', async () => {
  const { user, server, plan } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  await user.type(form().getByLabelText('Reden'), 'sneeuw')
  server.fail(changeCollections, 409, 'Een collega heeft dit intussen gewijzigd.')
  plan.collections = [planned({ cancelled: true, changed: true, reason: 'wegens storm', revision: 1 })]
  await user.keyboard('{Enter}')
  expect(await form().findByText('Een collega heeft dit intussen gewijzigd.')).toBeVisible()
  expect(await form().findByText('Nu: vervalt wegens storm.')).toBeVisible()
  expect(form().getByLabelText('Reden')).toHaveValue('sneeuw')
  server.answer(changeCollections, () => saved)
  await user.click(form().getByRole('button', { name: 'Verplaatsen' }))
  expect(await screen.findByText('1 ophaaldag is verplaatst in Heerlen')).toBeVisible()
  expect(server.arrived(changeCollections).map(({ body }) => body.collections[0].revision)).toEqual([0, 1])
})

test('undoes the last change beside the planner', async () => {
  const { user, server } = await openPlanner()
  await user.click(cellOf('GFT wo 2 december'))
  await user.type(form().getByLabelText('Reden'), 'sneeuw{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
  expect(await screen.findByText('De wijziging is ongedaan gemaakt voor Heerlen')).toBeVisible()
  expect(server.arrived(undoCollectionChange).map(({ params }) => params)).toEqual([{ change_id: '8' }])
  expect(screen.queryByText('1 ophaaldag is verplaatst in Heerlen')).toBeNull()
})

test('restores a changed collection, and shows its history with an undo', async () => {
  const { user, server } = await openPlanner()
  server.answer(listCollectionChanges, () => [
    change,
    {
      ...change,
      id: 6,
      is_latest: false,
      by: null,
      kind: 'rules' as const,
      first: { ...change.first, before: change.first.after },
    },
  ])
  await user.click(cellOf(/^GFT do 17 december/))
  expect(await form().findByRole('heading', { name: 'Geschiedenis' })).toBeVisible()
  expect(server.arrived(listCollectionChanges)[0]?.query).toEqual({ area: '2', category: 'gft', day: '2026-12-16' })
  const [latest, earlier] = form()
    .getAllByRole('listitem')
    .map((it) => within(it))
  const sentence = 'GFT van woensdag 2 december: naar donderdag 3 december wegens werk, en 2 andere ophaaldagen'
  expect(latest?.getByText(sentence, { selector: 'div' })).toBeVisible()
  expect(latest?.getByText('Sem Baas, 20 november 2026, 10:04, in Heerlen 6411 en Heerlen 6412')).toBeVisible()
  const withdrawn =
    'GFT van woensdag 2 december: bestaat niet meer door nieuwe ophaalregels (was: naar donderdag 3 december wegens werk), en 2 andere ophaaldagen'
  expect(earlier?.getByText(withdrawn, { selector: 'div' })).toBeVisible()
  const refused = earlier?.getByRole('button', { name: /^Ongedaan maken/ })
  expect(refused).toHaveAccessibleDescription(
    'Deze wijziging volgt uit de ophaalregels en kan niet ongedaan worden gemaakt',
  )
  await user.click(form().getByRole('button', { name: 'Terug naar gepland' }))
  expect(await screen.findByText('1 ophaaldag gaat door zoals gepland in Heerlen')).toBeVisible()
  const collections = [{ area_id: 2, category: 'gft', day: '2026-12-16', revision: 1, moved_to: null }]
  expect(server.arrived(changeCollections)[0]?.body).toEqual({
    ...{ municipality_id: 917, action: 'restore', reason: null, collections },
  })
})

test('the page of changes lists who changed what, and states why a change can no longer be undone', async () => {
  const { user, server, router } = await openPlanner()
  server.answer(listCollectionChanges, () => [change])
  await router.navigate({ to: `${planningPath}/changes` })
  const panel = within(await screen.findByRole('region', { name: 'De laatste wijzigingen' }))
  // The time tells apart two changes with the same text.
  expect(await panel.findByRole('button', { name: /^Ongedaan maken/ })).toHaveAccessibleName(/ \d\d:\d\d:\d\d$/)
  server.fail(undoCollectionChange, 409, 'Deze ophaaldagen zijn daarna weer gewijzigd.')
  await user.click(await panel.findByRole('button', { name: /^Ongedaan maken/ }))
  expect(await panel.findByText('Deze ophaaldagen zijn daarna weer gewijzigd.')).toBeVisible()
  server.answer(undoCollectionChange, () => saved)
  server.answer(listCollectionChanges, () => [])
  await user.click(panel.getByRole('button', { name: /^Ongedaan maken/ }))
  expect(await panel.findByText('Er zijn nog geen ophaaldagen verplaatst of vervallen.')).toBeVisible()
  expect(panel.getByRole('heading', { name: 'De laatste wijzigingen' })).toHaveFocus()
})

test('shows the new days in a calendar that was opened before the days changed', async () => {
  const { user, server, router } = await openPlanner()
  const open = (day: string) => {
    server.answer(showCalendar, () => ({ data: [makeCollection({ start: day })], meta: makeCalendarMeta() }))
    return router.navigate({ to: '/calendar', search: { municipality: '917', area: '1', month: '2026-12' } })
  }
  const next = () => screen.findByRole('region', { name: 'Volgende ophaaldagen' })
  await open('2026-12-02')
  expect(await within(await next()).findByText(/wo 2 december/)).toBeVisible()
  await router.navigate({ to: planningPath, search: { from: '2026-11-30' } as Record<string, string> })
  await screen.findByRole('grid')
  await user.click(cellOf('GFT wo 2 december'))
  await user.type(form().getByLabelText('Reden'), 'werk{Enter}')
  expect(await screen.findByText('1 ophaaldag is verplaatst in Heerlen')).toBeVisible()
  await open('2026-12-03')
  expect(await within(await next()).findByText(/do 3 december/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^donderdag 3 december/ })).toHaveTextContent('GFT')

  await router.navigate({ to: `${planningPath}/publication` })
  await user.type(await screen.findByLabelText('Ophaaldagen van 2027 te zien vanaf'), '2026-12-01')
  await user.click(screen.getByRole('button', { name: 'Datum voor 2027 opslaan voor Heerlen' }))
  expect(await screen.findByText('De ophaaldagen van Heerlen in 2027 zijn te zien vanaf 1 december 2026')).toBeVisible()
  expect(server.arrived(publishCollectionYear)).toHaveLength(1)
  await open('2026-12-04')
  expect(await within(await next()).findByText(/vr 4 december/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^vrijdag 4 december/ })).toHaveTextContent('GFT')
})
