import type { Page } from '@playwright/test'

const rows = 3

// Where a link leads is not said.
const untold = /^\s*- \/url: /

// On a busy machine a page that waits says that it takes long.
const slow = /:\n\s*- text: (Bezig met laden)\n\s*- paragraph: Dit duurt langer dan u gewend bent.*$/gm

const indentOf = (line: string) => line.length - line.trimStart().length

/** Of a long list or table the first rows only: the others are read in the same way. */
function withoutRepetition(lines: string[]) {
  const kept: string[] = []
  const counts = new Map<string, number>()
  let skipBelow = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const indent = indentOf(line)
    if (indent > skipBelow) continue
    skipBelow = Number.POSITIVE_INFINITY
    for (const key of counts.keys()) if (Number(key.split(' ')[0]) > indent) counts.delete(key)
    const kind = /^\s*- (row|listitem|option)\b/.exec(line)?.[1]
    if (kind) {
      const key = `${indent} ${kind}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > rows) skipBelow = indent
      if (count === rows + 1) kept.push(`${' '.repeat(indent)}- …`)
      if (count > rows) continue
    }
    kept.push(line)
  }
  return kept
}

/**
 * What a screen reader says from top to end: roles, names and states. Of a dialog where one is open, or else of the page itself,
 * or with all that stands around it. The times of day are masked: the server's clock goes on.
 */
export async function transcriptOf(page: Page, { whole = false } = {}) {
  const dialog = page.locator('dialog:modal')
  const part = (await dialog.count()) > 0 ? dialog : page.locator(whole ? 'body' : 'main')
  const said = (await part.ariaSnapshot()).replace(slow, ': $1')
  const lines = said.split('\n').filter((line) => !untold.test(line))
  const text = withoutRepetition(lines).join('\n')
  return `${await page.title()}\n\n${text.replace(/\b([01]\d|2[0-3]):[0-5]\d\b/g, '00:00')}\n`
}
