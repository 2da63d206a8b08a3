import type { Page } from '@playwright/test'

/** Returns the duration of each frame in ms, while a list of `rows` rows scrolls from start to end in two seconds. */
export async function scrollFrames(page: Page, url: string, rows: number) {
  // One response holds all rows: fetching pages of 25 is not measured.
  await page.route('**/counter/addresses/search', async (route) => {
    const response = await route.fetch()
    const found = await response.json()
    const data = Array.from({ length: rows }, (_, row) => ({
      ...found.data[row % found.data.length],
      alias: `a${row}`,
    }))
    await route.fulfill({ response, json: { ...found, data, meta: { ...found.meta, next: null } } })
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
          const progress = (now - begin) / 2000
          window.scrollTo(0, height * progress)
          if (progress < 1) requestAnimationFrame(step)
          else resolve(lengths.slice(1))
        }
        requestAnimationFrame(step)
      }),
  )
  await page.unroute('**/counter/addresses/search')
  return frames
}
