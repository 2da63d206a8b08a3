import { blockedReasonNames, type PassStatus, type Resident } from '@rd4-loket/contract'
import { groupedCode } from '../../domain/equipment/equipment.ts'
import { countText } from '../../kit/browser/format.ts'

const statusNames: Record<PassStatus, string> = { active: 'Actief', blocked: 'Geblokkeerd', expired: 'Vervallen' }

type PassFacts = Pick<Resident, 'status' | 'blocked_reason' | 'replaced_by'>

/** Returns the status of a pass, with the reason of a block and the number of its replacement. */
export function statusText({ status, blocked_reason, replaced_by }: PassFacts) {
  const reason = blocked_reason && `: ${blockedReasonNames[blocked_reason]}`
  return `${statusNames[status]}${reason ?? ''}${replaced_by ? `, vervangen door ${groupedCode(replaced_by)}` : ''}`
}

/** Returns why no rolls can be issued on a pass; undefined if they can. */
export function noIssueReason({ status, replaced_by, rolls }: PassFacts & Pick<Resident, 'rolls'>): string | undefined {
  if (status !== 'active')
    return `Op deze pas kunt u geen rollen uitgeven. ${replaced_by ? 'Vraag naar de nieuwe pas.' : 'De inwoner kan een nieuwe pas aanvragen.'}`
  return rolls.this_year < rolls.allowance
    ? undefined
    : `Deze pas heeft dit jaar alle ${countText(rolls.allowance, 'rol', 'rollen')} al gehad.`
}
