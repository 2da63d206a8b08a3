import { accessChecks } from './access-checks.ts'
import { accountChecks } from './account-checks.ts'
import { factorChecks } from './factor-checks.ts'
import { fuzzChecks } from './fuzz-checks.ts'
import { headerChecks } from './header-checks.ts'
import { httpChecks } from './http-checks.ts'
import { nightChecks } from './night-checks.ts'
import { packageChecks } from './package-checks.ts'
import { pageChecks } from './page-checks.ts'
import { startProduct } from './product.ts'
import { runChecks } from './report.ts'
import { sessionChecks } from './session-checks.ts'
import { tokenChecks } from './token-checks.ts'

/**
 * Starts the product as in production and runs the checks of an outsider over HTTPS. Prints one table. Returns exit
 * code 1 when a check fails. The argument is a part of the names of the checks to run.
 */
export async function assure([part = '']: string[]): Promise<number> {
  const product = await startProduct()
  try {
    const checks = [
      ...tokenChecks(product),
      ...sessionChecks(product),
      ...accountChecks(product),
      ...factorChecks(product),
      ...accessChecks(product),
      ...httpChecks(product),
      ...headerChecks(product),
      ...pageChecks(product),
      ...packageChecks,
      ...nightChecks,
      // Last, because it changes the data.
      ...fuzzChecks(product),
    ].filter(({ name }) => name.includes(part))
    return (await runChecks(checks)) === 0 ? 0 : 1
  } finally {
    await product.stop()
  }
}
