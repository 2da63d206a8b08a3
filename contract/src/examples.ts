import { accountExamples } from './account.examples.ts'
import { addressExamples } from './addresses.examples.ts'
import { allowanceExamples } from './allowances.examples.ts'
import { auditLogExamples } from './audit-log.examples.ts'
import { billExamples } from './bill.examples.ts'
import { calendarExamples } from './calendar.examples.ts'
import { calendarFeedExamples } from './calendar-feed.examples.ts'
import { callBackExamples } from './call-backs.examples.ts'
import { cardExamples } from './cards.examples.ts'
import { chargeRuleExamples } from './charge-rules.examples.ts'
import { collectionAreaExamples } from './collection-areas.examples.ts'
import { collectionExceptionExamples } from './collection-exceptions.examples.ts'
import { collectionRuleExamples } from './collection-rules.examples.ts'
import { collectionSystemExamples } from './collection-systems.examples.ts'
import { contactExamples } from './contacts.examples.ts'
import { correctionExamples } from './corrections.examples.ts'
import { dashboardExamples } from './dashboard.examples.ts'
import { dossierExamples } from './dossier.examples.ts'
import { employeeSessionExamples } from './employee-sessions.examples.ts'
import { employeeExamples } from './employees.examples.ts'
import type { Endpoint, RequestInput } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Example, Examples, SampleKeys } from './example.ts'
import { figureExamples } from './figures.examples.ts'
import { handoverExamples } from './handovers.examples.ts'
import type * as contract from './index.ts'
import { letterSenderExamples } from './letter-sender.examples.ts'
import { malfunctionExamples } from './malfunctions.examples.ts'
import { metaExamples } from './meta.examples.ts'
import { missedCollectionExamples } from './missed-collections.examples.ts'
import { nearbySystemExamples } from './nearby-systems.examples.ts'
import { nonClearanceExamples } from './non-clearances.examples.ts'
import { noticeExamples } from './notices.examples.ts'
import { objectionExamples } from './objections.examples.ts'
import { organisationLoginExamples } from './organisation-login.examples.ts'
import { passChangeExamples } from './pass-changes.examples.ts'
import { passFormExamples } from './pass-form.examples.ts'
import { passExamples } from './passes.examples.ts'
import { pickupExamples } from './pickups.examples.ts'
import { publicCalendarExamples } from './public-calendar.examples.ts'
import { quarantineExamples } from './quarantine.examples.ts'
import { searchExamples } from './search.examples.ts'
import { secondFactorExamples } from './second-factor.examples.ts'
import { setupExamples } from './setup.examples.ts'

export type { SampleKeys } from './example.ts'

/** The example of each endpoint of the contract, by the name of the endpoint. */
const examples = {
  ...accountExamples,
  ...addressExamples,
  ...allowanceExamples,
  ...auditLogExamples,
  ...billExamples,
  ...calendarExamples,
  ...calendarFeedExamples,
  ...cardExamples,
  ...callBackExamples,
  ...chargeRuleExamples,
  ...collectionAreaExamples,
  ...collectionExceptionExamples,
  ...collectionRuleExamples,
  ...collectionSystemExamples,
  ...contactExamples,
  ...correctionExamples,
  ...dashboardExamples,
  ...dossierExamples,
  ...employeeExamples,
  ...employeeSessionExamples,
  ...figureExamples,
  ...handoverExamples,
  ...letterSenderExamples,
  ...malfunctionExamples,
  ...metaExamples,
  ...missedCollectionExamples,
  ...nearbySystemExamples,
  ...nonClearanceExamples,
  ...noticeExamples,
  ...objectionExamples,
  ...organisationLoginExamples,
  ...passChangeExamples,
  ...passExamples,
  ...passFormExamples,
  ...pickupExamples,
  ...publicCalendarExamples,
  ...quarantineExamples,
  ...searchExamples,
  ...secondFactorExamples,
  ...setupExamples,
} satisfies Examples<typeof contract>

/** The keys in the requests of the OpenAPI document. The replies of the examples contain the same keys. */
export const exampleKeys: SampleKeys = {
  today: '2026-11-18',
  municipality_id: '917',
  alias: 'k7m2px9q4t',
  alias_without_pass: 'p6w3t8j5hv',
  system_alias: 's3v8n2c6wd',
  container_id: '47',
  malfunction_id: '3',
  clearance_id: '1042',
  objection_id: '12',
  batch_id: '31',
  correction_id: '3',
  applied_correction_id: '4',
  disputed_correction_id: '5',
  handover_id: '5',
  own_objection_id: '5',
  own_handover_id: '5',
  line_id: '9',
  proposed_line_id: '9',
  area_id: '1',
  empty_area_id: '2',
  planned_day: '2026-11-24',
  collection_change_id: '8',
  appointment_id: '7',
  free_day: '2026-11-25',
  report_id: '9',
  own_report_id: '9',
  decided_report_id: '9',
  pass_number: '0101010101',
  unused_pass_number: '0202020202',
  roll_issue_id: '91',
  pass_change_id: '22',
  card_id: '1',
  employee_id: '7',
  session_id: '0b9b8f9e-2c1d-4a55-9d0c-1f3b5a7c9e11',
  factor_id: '2',
  contact_id: '5d2f8a10-6c1b-4e0f-9b53-0f6d7c2a1e44',
  call_back_id: '6',
  closed_contact_id: '5d2f8a10-6c1b-4e0f-9b53-0f6d7c2a1e44',
  charge_rule_id: '4',
  future_charge_rule_id: '5',
  feed_token: 'wq3n8f0s2k',
}

const byEndpoint = new Map<Endpoint, unknown>(
  Object.entries(examples).map(([name, example]) => [endpoints[name as keyof typeof examples], example]),
)

/** Returns the reply of the example of an endpoint. */
export const exampleReply = <E extends Endpoint>(endpoint: E) => (byEndpoint.get(endpoint) as Example<E>).reply

/** Returns the request of the example of an endpoint, for rows with these keys. It is empty without input. */
export function exampleRequest<E extends Endpoint>(endpoint: E, of: SampleKeys): RequestInput<E> {
  const { request } = byEndpoint.get(endpoint) as { request?: (of: SampleKeys) => RequestInput<E> }
  return request?.(of) ?? ({} as RequestInput<E>)
}
