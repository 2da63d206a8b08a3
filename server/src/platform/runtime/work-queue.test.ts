import { expect, onTestFinished, test, vi } from 'vitest'
import { makeQueue } from './work-queue.ts'

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Creates jobs that run until the test calls a function in `ends`. `started`: the names of the started jobs. */
function manualJobs() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.push(() => resolve(name))
    })
  return { started, ends, job }
}

test('runs two jobs of a caller at a time, in order, without delay for another caller', async () => {
  const queue = makeQueue({ maxPerCaller: 2, timeout_ms: 60_000 })
  const { started, ends, job } = manualJobs()
  const results = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', job(name)))
  const other = queue.run('b', job('b1'))
  await nextTask()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  ends[1]?.()
  await nextTask()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (let at = 0; at < 5; at += 1) {
    for (const end of ends) end()
    await nextTask()
  }
  expect(await Promise.all([...results, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('never exceeds the maximum for all callers together, and starts jobs of the callers alternately', async () => {
  const queue = makeQueue({ maxPerCaller: 1, maxInTotal: 2, timeout_ms: 60_000 })
  const { started, ends, job } = manualJobs()
  const results = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => queue.run(name.slice(0, 1), job(name)))
  await nextTask()
  expect(started).toEqual(['a1', 'b1'])
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.()
    await nextTask()
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('runs fewer jobs while a crowd waits, and as many as usual after the crowd', async () => {
  const queue = makeQueue({
    maxPerCaller: 1,
    maxInTotal: 2,
    crowd: { waiting: 2, maxInTotal: 1, pause_ms: 0 },
    timeout_ms: 60_000,
  })
  const { started, ends, job } = manualJobs()
  const results = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => queue.run(name, job(name)))
  await nextTask()
  const startedAfter: string[] = [started.join('')]
  for (let at = 0; at < 6; at += 1) {
    ends[at]?.()
    await nextTask()
    startedAfter.push(started.join(''))
  }
  // While more than two jobs wait, one job runs at a time. So no job starts when the first of two jobs ends.
  expect(startedAfter).toEqual(['ab', 'ab', 'abc', 'abcde', 'abcdef', 'abcdef', 'abcdef'])
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('pauses after each job while a crowd waits, and not after the crowd or after a rejected job', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const crowd = { waiting: 1, maxInTotal: 1, pause_ms: 100 }
  const queue = makeQueue({ maxPerCaller: 1, maxInTotal: 1, crowd, timeout_ms: 1000 })
  const { started, ends, job } = manualJobs()
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(name, job(name)))
  const startedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return started.join('')
  }
  expect(await startedAfter(0)).toBe('a')
  ends[0]?.()
  expect(await startedAfter(99)).toBe('a')
  results.push(queue.run('x', job('x')))
  expect(await startedAfter(1)).toBe('ab')
  ends[1]?.()
  expect(await startedAfter(100)).toBe('abc')
  ends[2]?.()
  expect(await startedAfter(100)).toBe('abcd')
  // One job waits, which is no crowd.
  ends[3]?.()
  expect(await startedAfter(0)).toBe('abcdx')

  const late = ['e', 'f', 'g'].map((name) => queue.run(name, job(name)))
  const outcomes = Promise.allSettled(late)
  await vi.advanceTimersByTimeAsync(1001)
  ends[4]?.()
  await vi.advanceTimersByTimeAsync(100)
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'x'])
})

test('starts the next job when a job has failed', async () => {
  const queue = makeQueue({ maxPerCaller: 1, timeout_ms: 60_000 })
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('rejects a job with 503 when it waited longer than the timeout, and counts the rejection', async () => {
  const queue = makeQueue({ maxPerCaller: 1, timeout_ms: 1 })
  const { ends, job } = manualJobs()
  const first = queue.run('a', job('first'))
  const second = queue.run('a', async () => 'never')
  second.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 5))
  ends[0]?.()
  await expect(second).rejects.toMatchObject({ status: 503 })
  expect(await first).toBe('first')
  expect(queue.rejected()).toBe(1)
})

test('with timeout 0, rejects a job that would have to wait, with a message for the limit that is reached', async () => {
  const messages = { message: 'all are busy', callerMessage: 'you are busy' }
  const queue = makeQueue({ maxPerCaller: 1, maxInTotal: 2, timeout_ms: 0 }, messages)
  const leave = await queue.enter('a')
  await expect(queue.enter('a')).rejects.toMatchObject({ status: 503, message: 'you are busy' })
  await queue.enter('b')
  await expect(queue.enter('c')).rejects.toMatchObject({ status: 503, message: 'all are busy' })
  leave()
  leave()
  await queue.enter('c')
  await expect(queue.enter('d')).rejects.toMatchObject({ message: 'all are busy' })
})
