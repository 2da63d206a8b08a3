import { appendSecurityEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Actor } from '../../platform/http/api.ts'
import { endSessionsAtProvider, type ProviderAccount } from './organisation-login.queries.ts'

/** Ends the sessions of an account at the provider of an organisation, and logs their employees. */
export async function endProviderSessions(
  transaction: Db,
  actor: Actor,
  organisation: { id: string },
  account: ProviderAccount,
) {
  const ended = await endSessionsAtProvider(transaction, account)
  const object = { kind: 'organisation', key: organisation.id } as const
  for (const id of new Set(ended.map(({ employee_id }) => employee_id)))
    await appendSecurityEvent(
      transaction,
      { ...actor, employee: { id } },
      { action: 'end_sessions', result: 'done', object },
    )
}
