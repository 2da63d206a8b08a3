import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { messages, resetMessages, showMessage } from '../kit/page/Messages.tsx'
import { makeQueryClient } from './query-client.ts'

/** Returns a query on screen after its first run, with a message shown. */
async function openQuery(queryFn: () => Promise<string>) {
  resetMessages()
  const client = makeQueryClient()
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn })
  observer.subscribe(() => {})
  await client.fetchQuery({ queryKey: ['list'], queryFn }).catch(() => {})
  showMessage('Opgeslagen')
  return { client, observer }
}

test('S4.8 resets the messages before a query is run again', async () => {
  const { observer } = await openQuery(async () => 'adressen')
  const again = observer.refetch()
  expect(messages.read()).toEqual([])
  await again
})

test('S4.8 resets the messages before a failed query is run again', async () => {
  const { observer } = await openQuery(() => Promise.reject(new Error('kapot')))
  const again = observer.refetch()
  expect(messages.read()).toEqual([])
  await again
})

test('S4.8 resets the messages before a list whose reload failed is loaded again', async () => {
  let fails = false
  const { observer } = await openQuery(() => (fails ? Promise.reject(new Error('kapot')) : Promise.resolve('adressen')))
  fails = true
  await observer.refetch()
  showMessage('Opgeslagen')
  const again = observer.refetch()
  expect(messages.read()).toEqual([])
  await again
})

test('S4.8 keeps the message of a saved change while that change reloads lists', async () => {
  const { client } = await openQuery(async () => 'adressen')
  await client.invalidateQueries({ queryKey: ['list'] })
  expect(messages.read()).toMatchObject([{ text: 'Opgeslagen' }])
})

test('S4.8 keeps the message of a page while a list that appears on it reloads old data', async () => {
  resetMessages()
  const client = makeQueryClient()
  client.setQueryData(['list'], 'adressen', { updatedAt: 0 })
  showMessage('Opgeslagen')
  const loaded = vi.fn(async () => 'adressen')
  new QueryObserver(client, { queryKey: ['list'], queryFn: loaded }).subscribe(() => {})
  await vi.waitFor(() => expect(loaded).toHaveBeenCalled())
  expect(messages.read()).toMatchObject([{ text: 'Opgeslagen' }])
})
