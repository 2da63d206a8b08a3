import { launchBrowser } from '../../e2e/browser.ts'
import { htmlFaults } from '../../e2e/screens/rules/html.ts'
import { accounts, password, type RunningProduct } from './product.ts'
import { type Check, expectNone } from './report.ts'

const visitorPages = ['/login', '/account/wachtwoord-vergeten', '/toegankelijkheid', '/nergens']
const employeePages = [
  '/dashboard',
  '/address',
  '/collection-system',
  '/services-and-settings',
  '/calendar',
  '/account/beveiliging',
]

/** The checks of the pages in a real browser. */
export const pageChecks = ({ origin }: RunningProduct): Check[] => [
  {
    name: 'pages: html-validate, and no violation of the content policy',
    run: async () => {
      const running = await launchBrowser()
      const faults: string[] = []
      try {
        const page = await running.newPage({ baseURL: origin, ignoreHTTPSErrors: true })
        page.on('console', (message) => {
          if (/Content.Security.Policy|Trusted ?Type/i.test(message.text())) faults.push(message.text())
        })
        const check = async (path: string) => {
          await page.goto(path, { waitUntil: 'networkidle' })
          faults.push(...(await htmlFaults(page)).map((fault) => `${path}: ${fault}`))
        }
        for (const path of visitorPages) await check(path)
        await page.goto('/login')
        await page.getByLabel('E-mailadres').fill(accounts.both)
        await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Inloggen' }).click()
        await page.waitForURL('**/dashboard')
        for (const path of employeePages) await check(path)
      } finally {
        await running.close()
      }
      expectNone(faults)
      return `${visitorPages.length + employeePages.length} pages: no fault`
    },
  },
]
