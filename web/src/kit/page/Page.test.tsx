import { ApiError } from '@rd4-loket/contract/general'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorSummary } from '../forms/ErrorSummary.tsx'
import { ActionError, Failure, Result } from './Page.tsx'

const failed = new ApiError(503, 'Niet alles is goed ingevuld', { rolls: ['Nog 2 rollen'] }, 'a1b2')

test.each([
  ['a panel', <Failure key="panel" error={failed} retry={() => {}} />],
  ['an action', <ActionError key="action" error={failed} />],
])('S3.12 S8.1 %s that failed shows the message, field errors, status and request id', (_, shown) => {
  render(shown)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('Niet alles is goed ingevuld. Nog 2 rollen')
  expect(alert).toHaveTextContent('Noem dan foutcode 503 en a1b2')
})

test.each([403, 500])('S3.12 asks the user who reports status %i to name it', (status) => {
  render(<ActionError error={new ApiError(status, 'Dit kan niet.', {}, 'a1b2')} />)
  expect(screen.getByRole('alert')).toHaveTextContent(`Meldt u dit? Noem dan foutcode ${status} en a1b2`)
})

test.each([
  ['a panel', (error: Error) => <Failure error={error} retry={() => {}} />],
  ['an action', (error: Error) => <ActionError error={error} />],
  ['a form', (error: Error) => <ErrorSummary error={error} formId="form" />],
])('S5.3 %s shows only the sentence of an ordinary event, once and without a code', (_, show) => {
  const sentence = 'Dit huishouden kan dit jaar nog 2 van de 6 rollen krijgen'
  for (const status of [0, 401, 404, 409, 422, 429]) {
    const { unmount } = render(show(new ApiError(status, sentence, { rolls: [sentence] }, 'a1b2')))
    const alert = screen.getByRole('alert')
    expect(alert.textContent?.split(sentence)).toHaveLength(2)
    expect(alert).not.toHaveTextContent(/foutcode|a1b2|Niet alles/i)
    unmount()
  }
})

test('S8.1 shows the status of a server that sends no request id', () => {
  render(<ActionError error={new ApiError(503, 'Even niet bereikbaar.')} />)
  expect(screen.getByRole('alert')).toHaveTextContent(/Noem dan foutcode 503$/)
})

const english = new TypeError('Failed to fetch')
test.each([
  ['a panel', <Failure key="panel" error={english} retry={() => {}} />],
  ['an action', <ActionError key="action" error={english} />],
  ['a form', <ErrorSummary key="form" error={english} formId="form" />],
])('S1.1 shows the failure of %s in Dutch when a library caused it', (_, failed) => {
  render(failed)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent('Er is iets misgegaan. Laad de pagina opnieuw en probeer het nog eens.')
  expect(alert).not.toHaveTextContent('fetch')
})

test('S8.1 a list whose reload failed stays on screen, with the error above it', () => {
  const query = {
    data: ['Akerstraat'],
    error: failed,
    isFetching: false,
    isPlaceholderData: false,
    isEnabled: true,
    refetch: () => {},
  }
  const { rerender } = render(<Result of={query}>{([street]) => <p>{street}</p>}</Result>)
  expect(screen.getByRole('alert')).toHaveTextContent('Noem dan foutcode 503 en a1b2')
  expect(screen.getByText('Akerstraat')).toBeVisible()
  rerender(<Result of={{ ...query, isFetchNextPageError: true }}>{([street]) => <p>{street}</p>}</Result>)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('renders nothing, not even a waiting state, for a query that does not run', () => {
  const query = { data: undefined, error: null, isFetching: false, isPlaceholderData: false, refetch: () => {} }
  const waiting = <p>Even wachten</p>
  const { container, rerender } = render(
    <Result of={{ ...query, isEnabled: true }} waiting={waiting}>
      {() => null}
    </Result>,
  )
  expect(screen.getByText('Even wachten')).toBeInTheDocument()
  rerender(
    <Result of={{ ...query, isEnabled: false }} waiting={waiting}>
      {() => null}
    </Result>,
  )
  expect(container).toBeEmptyDOMElement()
})

test.each([422, 503])('S8.1 a panel whose call failed with %i shows the errors, and a retry button', (status) => {
  const refetch = vi.fn()
  const error = new ApiError(status, 'Niet alles is goed ingevuld', { year: ['Kies een jaar'] })
  const query = { data: undefined, error, isFetching: false, isPlaceholderData: false, isEnabled: true, refetch }
  render(<Result of={query}>{() => null}</Result>)
  expect(screen.getByRole('alert')).toHaveTextContent('Niet alles is goed ingevuld. Kies een jaar')
  screen.getByRole('button', { name: 'Opnieuw proberen' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})
