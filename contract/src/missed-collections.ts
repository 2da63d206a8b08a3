// Reasons: docs/missed-collections.md

import * as z from 'zod/mini'

/** Why a report of a missed collection is allowed or refused: the code of the step of the rule that decided. */
export const MissedCollectionReason = z.enum([
  'ok',
  'street_likely_missed',
  'records_differ',
  'reason_from_truck',
  'emptied',
  'open_report',
  'recollection_planned',
  'street_missed',
  'decided',
  'crew_not_done',
  'outside_window',
  'not_collection_day',
  'moved_day',
  'holiday',
  'cancelled',
  'no_container',
  'container_removed',
  'shared_container',
  'no_collection_days',
])
export type MissedCollectionReason = z.infer<typeof MissedCollectionReason>

/** What the employee does next. */
export const MissedCollectionStep = z.enum([
  'report',
  'read_reason',
  'dispute_lift',
  'show_report',
  'report_overdue',
  'wait_for_day',
  'next_collection',
  'call_after',
  'request_container',
  'use_shared_container',
  'contact_collector',
])
export type MissedCollectionStep = z.infer<typeof MissedCollectionStep>

/** What the collector did with a report. */
export const missedCollectionOutcomeNames = {
  recollection_planned: 'na-lediging gepland',
  next_collection: 'volgende inzameldag',
  unfounded: 'ongegrond',
  route_missed: 'rit gemist',
}
