import type { Page } from '@playwright/test'

/** Every frame, in ms, while a list of so many rows is scrolled from its beginning to its end in two seconds. */
export async function scrollFrames(page: Page, url: string, rows: number) {
  // One answer has them all; to fetch them 25 at a time is not what is measured.
  await page.route('**/counter/addresses/search', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const data = Array.from({ length: rows }, (_, row) => ({
      ...answer.data[row % answer.data.length],
      alias: `a${row}`,
    }))
    await route.fulfill({ response, json: { ...answer, data, meta: { ...answer.meta, next: null } } })
  })
  await page.goto(`${url}/address?street=akerstraat`)
  await page.getByRole('table', { name: 'Gevonden adressen' }).waitFor()
  const frames = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const lengths: number[] = []
        const begin = performance.now()
        const height = document.documentElement.scrollHeight - innerHeight
        let before = begin
        const step = (now: number) => {
          lengths.push(now - before)
          before = now
          const part = (now - begin) / 2000
          window.scrollTo(0, height * part)
          if (part < 1) requestAnimationFrame(step)
          else resolve(lengths.slice(1))
        }
        requestAnimationFrame(step)
      }),
  )
  await page.unroute('**/counter/addresses/search')
  return frames
}
