import type { Endpoint, EndpointName, Reply, RequestInput } from './endpoint.ts'

/**
 * The keys of one set of sample rows, as texts: an address in a municipality, with one row of every kind that belongs
 * to the address, the municipality or its employees.
 */
export type SampleKeys = {
  /** The current day. */
  today: string
  municipality_id: string
  /** The address with the rows below. */
  alias: string
  /** An address without a pass. */
  alias_without_pass: string
  system_alias: string
  /** A shared container of the collection system, without a recorded malfunction. */
  container_id: string
  /** The open malfunction of another container of the collection system. */
  malfunction_id: string
  clearance_id: string
  /** An open objection against another clearance. */
  objection_id: string
  handover_id: string
  /** The delivered file of the clearances. One of them has no objection. */
  batch_id: string
  /** A correction of a colleague that is ready, one that the caller approved, and one that a colleague wants to undo. */
  correction_id: string
  applied_correction_id: string
  disputed_correction_id: string
  /** An objection and a hand-over that the caller filed. */
  own_objection_id: string
  own_handover_id: string
  /** The clearances that wait for one cause, and those about which a colleague proposed a decision. */
  line_id: string
  proposed_line_id: string
  area_id: string
  /** An area without addresses and appointments. */
  empty_area_id: string
  /** A day on which the rules of the area plan a collection of gft. */
  planned_day: string
  collection_change_id: string
  appointment_id: string
  /** A day on which an appointment is possible. */
  free_day: string
  /** An open report of a missed collection of the address, by a colleague. */
  report_id: string
  /** An open report that the caller stored, and one that the caller decided. */
  own_report_id: string
  decided_report_id: string
  pass_number: string
  /** A number that no pass has. */
  unused_pass_number: string
  roll_issue_id: string
  pass_change_id: string
  /** A card of the dashboard. A notice is such a card. */
  card_id: string
  /** A colleague of the caller in the municipality, with a session. */
  employee_id: string
  session_id: string
  /** A second factor of the caller. */
  factor_id: string
  /** An open contact of the caller about the address, without text. */
  contact_id: string
  /** An open call-back for the employees of the municipality. */
  call_back_id: string
  /** A contact that the caller closed just now, about the address. */
  closed_contact_id: string
  /** A rule row of the bill in the municipality, without a last day. */
  charge_rule_id: string
  /** A rule row of the bill in the municipality that has not begun. */
  future_charge_rule_id: string
  /** The secret part of the calendar link of the address. */
  feed_token: string
}

/** A valid request of an endpoint, as a function of the rows that it names, and a reply. */
export type Example<E extends Endpoint> = { reply: Reply<E> } & (keyof RequestInput<E> extends never
  ? unknown
  : { request: (of: SampleKeys) => RequestInput<E> })

/** One example for each endpoint of a module. A missing, superfluous or outdated example is a compile error. */
export type Examples<Module> = { [Name in EndpointName<Module>]: Example<Extract<Module[Name], Endpoint>> }
