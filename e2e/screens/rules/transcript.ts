import type { Page } from '@playwright/test'

const maxRows = 3

const linkTarget = /^\s*- \/url: /

// The notice that a page takes long to load appears only on a slow machine, so transcripts omit it.
const slowNotice = /:\n\s*- text: (Bezig met laden)\n\s*- paragraph: Dit duurt langer dan u gewend bent.*$/gm

const indentOf = (line: string) => line.length - line.trimStart().length

/** Returns the lines with at most `maxRows` rows of each list and table. */
function withFirstRows(lines: string[]) {
  const shortened: string[] = []
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
      if (count > maxRows) skipBelow = indent
      if (count === maxRows + 1) shortened.push(`${' '.repeat(indent)}- …`)
      if (count > maxRows) continue
    }
    shortened.push(line)
  }
  return shortened
}

/**
 * Returns what a screen reader reads from top to bottom: roles, names and states. Covers the open dialog, else the main
 * part of the page, or with `whole` the whole page. Times of day are masked, because the server's clock runs.
 */
export async function transcriptOf(page: Page, { whole = false } = {}) {
  const dialog = page.locator('dialog:modal')
  const part = (await dialog.count()) > 0 ? dialog : page.locator(whole ? 'body' : 'main')
  const snapshot = (await part.ariaSnapshot()).replace(slowNotice, ': $1')
  const lines = snapshot.split('\n').filter((line) => !linkTarget.test(line))
  const text = withFirstRows(lines).join('\n')
  return `${await page.title()}\n\n${text.replace(/\b([01]\d|2[0-3]):[0-5]\d\b/g, '00:00')}\n`
}
