import { expect, test } from 'vitest'
import { terminalProgress } from './terminal-progress.ts'

function shownOn(isTTY: boolean, steps: (number | undefined)[]) {
  let written = ''
  const write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  const onProgress = terminalProgress({ isTTY, write })
  for (const [index, part] of steps.entries()) onProgress({ task: 'Inlezen', part, detail: `${index} regels` })
  return written
}

test('a terminal shows one bar that fills up', () => {
  const [first, second] = shownOn(true, [0.5, 1]).split('\r\x1b[K').slice(1)
  expect(first).toBe(`Inlezen ${'█'.repeat(15)}${'░'.repeat(15)} 50% 0 regels`)
  expect(second).toBe(`Inlezen ${'█'.repeat(30)} 100% 1 regels\n`)
})

test('a log gets a line for each tenth', () => {
  expect(shownOn(false, [0, 0.01, 0.11, 0.12, 1])).toBe('Inlezen 0%\nInlezen 10%\nInlezen 100%\n')
})

test('a log gets a line now and then where nobody can tell how long it takes', () => {
  expect(shownOn(false, [undefined, undefined, undefined, 1])).toBe('Inlezen 0 regels\nInlezen 100%\n')
})
