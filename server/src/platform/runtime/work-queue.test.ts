import { expect, test } from 'vitest'
import { makeTurns } from './work-queue.ts'

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Work that lasts until it is told to end. */
function lasting() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.push(() => resolve(name))
    })
  return { begun, ends, work }
}

test('lets one asker do two things at once, the rest in the order in which it was asked, and holds up nobody else', async () => {
  const inTurn = makeTurns({ atOnce: 2, patience_ms: 60_000 })
  const { begun, ends, work } = lasting()
  const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => inTurn('a', work(name)))
  const other = inTurn('b', work('b1'))
  await nextTask()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends[1]?.()
  await nextTask()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (let at = 0; at < 5; at += 1) {
    for (const end of ends) end()
    await nextTask()
  }
  expect(await Promise.all([...asked, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('lets so many be done of all askers at once, and gives each asker a turn after the others', async () => {
  const inTurn = makeTurns({ atOnce: 1, inAll: 2, patience_ms: 60_000 })
  const { begun, ends, work } = lasting()
  const asked = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => inTurn(name.slice(0, 1), work(name)))
  await nextTask()
  expect(begun).toEqual(['a1', 'b1'])
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.()
    await nextTask()
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('lets what lasts long be no hindrance to the others', async () => {
  const inTurn = makeTurns({ atOnce: 1, inAll: 2, brief: { inAll: 1, ms: 20 }, patience_ms: 60_000 })
  const { begun, ends, work } = lasting()
  const asked = ['a', 'b', 'c'].map((name) => inTurn(name, work(name)))
  await nextTask()
  expect(begun).toEqual(['a'])
  await expect.poll(() => begun).toEqual(['a', 'b'])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c'])
})

test('gives the place of what failed to the next', async () => {
  const inTurn = makeTurns({ atOnce: 1, patience_ms: 60_000 })
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('refuses with 503 what waited too long for its turn', async () => {
  const inTurn = makeTurns({ atOnce: 1, patience_ms: 0 })
  const { ends, work } = lasting()
  const first = inTurn('a', work('first'))
  const second = inTurn('a', async () => 'never')
  second.catch(() => {})
  await nextTask()
  ends[0]?.()
  await expect(second).rejects.toMatchObject({ status: 503 })
  expect(await first).toBe('first')
})
