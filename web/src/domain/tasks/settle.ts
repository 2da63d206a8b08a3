import { ApiError } from '@rd4-loket/contract'
import { showMessage } from '../../kit/page/Messages.tsx'

/**
 * Waits for a decision, and reloads what it changes. When a colleague was first, a message says who and what: the
 * reload removes the case from the page, and with it the dialog that shows the error.
 */
export async function settle(decision: Promise<unknown>, reload: () => Promise<unknown>, done: string) {
  try {
    await decision
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) showMessage(error.message, 'info')
    throw error
  } finally {
    await reload()
  }
  showMessage(done)
}
