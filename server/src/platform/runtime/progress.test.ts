import { expect, test } from 'vitest'
import { terminalProgress } from './progress.ts'

/** Returns the whole output after progress is reported for each of these parts. */
function outputOf(isTTY: boolean, parts: (number | undefined)[]) {
  let written = ''
  const write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  const onProgress = terminalProgress({ isTTY, write })
  for (const [index, part] of parts.entries()) onProgress({ task: 'Inlezen', part, detail: `${index} regels` })
  return written
}

test('on a terminal, shows a progress bar that replaces the previous bar', () => {
  const [first, second] = outputOf(true, [0.5, 1]).split('\r\x1b[K').slice(1)
  expect(first).toBe(`Inlezen ${'█'.repeat(15)}${'░'.repeat(15)} 50% 0 regels`)
  expect(second).toBe(`Inlezen ${'█'.repeat(30)} 100% 1 regels\n`)
})

test('in a log, writes a line when the next 10 % is reached', () => {
  expect(outputOf(false, [0, 0.01, 0.11, 0.12, 1])).toBe('Inlezen 0%\nInlezen 10%\nInlezen 100%\n')
})

test('in a log, writes at most one line per 10 s when the total is unknown', () => {
  expect(outputOf(false, [undefined, undefined, undefined, 1])).toBe('Inlezen 0 regels\nInlezen 100%\n')
})
