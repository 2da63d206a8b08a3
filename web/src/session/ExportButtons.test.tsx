import { exportAddresses, exportRollIssues, listFileTypes, listRollIssues, searchAddresses } from '@rd4-loket/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { today } from '../kit/browser/days.ts'
import { fakeServer } from '../test/fake-server.ts'
import { bsgw, makeAddress, municipal } from '../test/make.ts'
import { openPage } from '../test/open-page.tsx'

const utf8 = new TextEncoder()

/** Returns a response body in these pieces. With `breaks` the connection breaks after the last piece. */
const inPieces = (pieces: string[], breaks = false) =>
  new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece !== undefined) controller.enqueue(utf8.encode(piece))
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
    },
  }) as unknown as string

function watchSavedFiles() {
  const saved: { name: string; blob: Blob }[] = []
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, blob: last })
  })
  return saved
}

function serverWithList() {
  const server = fakeServer()
  const meta = { next: 'verder', close: false, truncated: false }
  server.answer(searchAddresses, () => ({ data: [makeAddress()], meta }))
  return server
}

async function openList(server = serverWithList()) {
  const saved = watchSavedFiles()
  const { user, router } = await openPage('/address', { as: bsgw, server })
  await router.navigate({ to: '/address', search: { street: 'Akerstraat', municipality_id: '917' } })
  const button = await screen.findByRole('button', { name: 'Exporteren als CSV' })
  return { saved, user, button, server }
}

test('saves a file with the name in the headers of the reply, and shows the number of rows in those headers', async () => {
  const { saved, user, button, server } = await openList()
  const headers = {
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename="Wieenweg.csv"; filename*=UTF-8''Wie%C3%ABnweg.csv`,
    'list-rows': '3',
  }
  server.answer(exportAddresses, () => new Response('"Adres";"Wieënweg"\r\n', { headers }) as unknown as string)
  await user.click(button)
  expect(await screen.findByText('3 rijen opgeslagen')).toBeVisible()
  expect(saved.map(({ name }) => name)).toEqual(['Wieënweg.csv'])
})

test('exports the list by keyboard with the criteria of the page, and shows the number of rows', async () => {
  const { saved, user, button, server } = await openList()
  server.answer(exportAddresses, () => inPieces(['Straat;Huisnummer\r', '\n"Aker";1\r\n"Aker";2\r\n']))
  button.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('2 rijen opgeslagen')).toBeVisible()
  expect(button).toHaveFocus()
  expect(server.arrived(exportAddresses).map(({ body }) => body)).toEqual([
    {
      municipality_id: 917,
      street: 'Akerstraat',
      house_number: null,
      house_number_extension: null,
      postal_code: null,
      object_code: null,
    },
  ])
  expect(saved.map(({ name }) => name)).toEqual([`adressen ${today()}.csv`])
  expect(await saved[0]?.blob.text()).toBe('Straat;Huisnummer\r\n"Aker";1\r\n"Aker";2\r\n')
})

/** A made-up Excel file. Like every zip file, it ends with the record `PK\u0005\u0006`. */
const packed = `PK…packed…PK\u0005\u0006${'\0'.repeat(18)}`

test('saves the list as an Excel sheet', async () => {
  const { saved, user, server } = await openList()
  server.answer(exportAddresses, () => inPieces([packed.slice(0, 10), packed.slice(10)]))
  await user.click(screen.getByRole('button', { name: 'Exporteren als Excel' }))
  expect(await screen.findByText('Bestand opgeslagen')).toBeVisible()
  expect(server.arrived(exportAddresses).map(({ accept }) => accept)).toEqual([listFileTypes.xlsx])
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([[`adressen ${today()}.xlsx`, listFileTypes.xlsx]])
})

test('saves no Excel sheet when the connection breaks, and shows the possible cause', async () => {
  const { saved, user, server } = await openList()
  server.answer(exportAddresses, () => inPieces(['PK…'], true))
  await user.click(screen.getByRole('button', { name: 'Exporteren als Excel' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('halverwege afgebroken. Er is niets opgeslagen.')
  expect(alert).toHaveTextContent('meer dan 1.000.000 rijen')
  expect(saved).toEqual([])
})

test.each([
  ['the end of the file', 'PK…packed…'],
  ['the last byte of the file', packed.slice(0, -1)],
])('saves no Excel sheet when %s is missing, even if the response ended normally', async (_, sent) => {
  const { saved, user, server } = await openList()
  server.answer(exportAddresses, () => inPieces([sent]))
  await user.click(screen.getByRole('button', { name: 'Exporteren als Excel' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('halverwege afgebroken. Er is niets opgeslagen.')
  expect(saved).toEqual([])
})

test('shows a busy text and disables the button while an export is in flight', async () => {
  const { user, button, server } = await openList()
  server.answer(exportAddresses, () => new Promise(() => {}))
  await user.click(button)
  expect(await screen.findByText('Bezig met exporteren…')).toBeVisible()
  expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('visibly disables the button of the other file type while an export is in flight', async () => {
  const { saved, user, button, server } = await openList()
  let arrive: (text: string) => void = () => {}
  server.answer(exportAddresses, () => new Promise((resolve) => (arrive = resolve)))
  await user.click(button)
  const other = screen.getByRole('button', { name: 'Exporteren als Excel' })
  await waitFor(() => expect(other).toHaveAttribute('aria-disabled', 'true'))
  expect(other).toHaveAttribute('data-waits')
  await user.click(other)
  arrive('Straat;Huisnummer\r\n"Aker";1\r\n')
  expect(await screen.findByText('1 rij opgeslagen')).toBeVisible()
  expect(other).not.toHaveAttribute('aria-disabled')
  expect(server.arrived(exportAddresses)).toHaveLength(1)
  expect(saved).toHaveLength(1)
})

test('saves no CSV file when the connection breaks, and shows an error', async () => {
  const { saved, user, button, server } = await openList()
  server.answer(exportAddresses, () => inPieces(['Straat;Huisnummer\r\n"Aker";1\r\n'], true))
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('halverwege afgebroken. Er is niets opgeslagen.')
  expect(saved).toEqual([])
})

test('shows that the list is too long when the connection breaks after more than 1,000,000 rows', async () => {
  const { saved, user, button, server } = await openList()
  server.answer(exportAddresses, () => inPieces(['a\r\n'.repeat(1_000_001)], true))
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('meer dan 1.000.000 rijen')
  expect(saved).toEqual([])
})

test('shows the message of the server when it rejects an export', async () => {
  const { saved, user, button, server } = await openList()
  server.fail(exportAddresses, 503, 'U exporteert al een lijst. Wacht tot die klaar is.')
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('U exporteert al een lijst.')
  expect(saved).toEqual([])
})

test('aborts the export when the employee opens another page', async () => {
  const { user, button, server } = await openList()
  server.answer(exportAddresses, () => new Promise(() => {}))
  await user.click(button)
  await waitFor(() => expect(server.arrived(exportAddresses)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Wissen' }))
  await waitFor(() => expect(server.arrived(exportAddresses)[0]?.signal?.aborted).toBe(true))
})

test('exports the roll issues of the period on the page', async () => {
  const server = fakeServer()
  const request = {
    id: 1,
    requested_at: '2026-03-04T07:31:00+01:00',
    requested_by: 'Kim de Vries',
    pass_ending: '0007',
    rolls: 2,
    cancelled: false,
  }
  server.answer(listRollIssues, () => ({ data: [request], meta: { next: null, total_rolls: 2, weeks: [] } }))
  server.answer(exportRollIssues, () => inPieces(['Moment\r\n2026-03-04 07:31\r\n']))
  const saved = watchSavedFiles()
  const { user } = await openPage('/services-and-settings/requests?from=2026-03-01&to=2026-03-08', {
    as: municipal,
    server,
  })
  await user.click(await screen.findByRole('button', { name: 'Exporteren als CSV' }))
  expect(await screen.findByText('1 rij opgeslagen')).toBeVisible()
  expect(server.arrived(exportRollIssues).map(({ body }) => body)).toEqual([{ from: '2026-03-01', to: '2026-03-08' }])
  expect(saved.map(({ name }) => name)).toEqual([`uitgiften van rollen ${today()}.csv`])
})
