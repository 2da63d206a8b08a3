import type {
  AuditAction,
  AuditResult,
  CalendarCategory,
  ClearanceCategory,
  EquipmentKind,
  Malfunction,
  PostalCodeRange,
  Purpose,
  Role,
  SecurityAction,
  WasteStream,
} from '@rd4-loket/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Moment = ColumnType<Date, Date | string, Date | string>
type MomentByDefault = ColumnType<Date, Date | string | undefined, Date | string>

/** The tables as the migrations make them, one type each; a test compares them with the database. */
export type Tables = {
  municipality: { id: number; name: string }
  town: { municipality_id: number; name: string; key: GeneratedAlways<string> }
  street_name: { id: Generated<number>; key: string }
  street_name_part: { inside: boolean; part: string; key: string }
  street: {
    id: Generated<number>
    municipality_id: number
    city: string
    name: string
    key: string
    spellings: string
    max_house_number: Generated<number>
    extension_marks: Generated<string>
  }
  address: {
    id: Generated<number>
    alias: Generated<string>
    object_code: string | null
    street_id: number
    house_number: number
    house_number_extension: string | null
    extension_key: GeneratedAlways<string>
    postal_code: string
    lon: number | null
    lat: number | null
    twin: Generated<number>
    retired_on: string | null
  }
  employee: {
    id: Generated<number>
    email: string
    name: string
    password_hash: string
    municipality_id: number | null
    roles: Role[]
    renew_password: Generated<boolean>
    blocked_at: Moment | null
    created_at: MomentByDefault
    audit_key: Generated<string>
  }
  session: {
    id: string
    employee_id: number
    generation: Generated<number>
    renewed_at: MomentByDefault
    started_at: MomentByDefault
    expires_at: Moment
    ended_at: Moment | null
  }
  collection_system_kind: { id: number; name: string }
  collection_system: {
    id: Generated<number>
    alias: Generated<string>
    object_code: string | null
    name: string
    kind_id: number
    address_id: number
    street_id: number
    lon: number
    lat: number
  }
  collection_system_access: { address_id: number; collection_system_id: number }
  container: {
    id: Generated<number>
    number: string
    address_id: number | null
    collection_system_id: number | null
    waste_type: WasteStream
    kind: EquipmentKind
    volume_litres: number
    chip_number: string | null
    placed_on: string
    removed_on: string | null
  }
  container_state: {
    container_id: number
    fill_percent: number | null
    measured_at: Moment | null
    malfunction: Malfunction | null
    malfunction_since: Moment | null
  }
  tariff: {
    id: Generated<number>
    municipality_id: number
    waste_type: WasteStream
    kind: EquipmentKind
    volume_litres: number
    amount_cents: number
    valid_from: string
    valid_to: string
  }
  clearance_batch: { id: Generated<number>; source: string; updated_until: string | null; loaded_at: MomentByDefault }
  clearance_year: { year: number; begins_at: Moment; ends_at: Moment }
  clearance: {
    id: Generated<number>
    batch_id: number
    address_id: number | null
    container_id: number | null
    cleared_at: Moment
    waste_type: WasteStream
    category: ClearanceCategory
    volume_litres: number | null
    weight_kg: number | null
    amount_cents: number | null
    supplier_key: string | null
  }
  fraction: { name: string; waste_type: WasteStream }
  clearance_quarantine: {
    supplier_key: string
    reason: string
    source: string
    object_code: string | null
    street: string | null
    house_number: number | null
    house_number_extension: string | null
    postal_code: string | null
    city: string | null
    container_number: string | null
    chip_number: string | null
    shared: boolean
    fraction: string
    cleared_at: Moment
    weight_kg: number | null
    amount_cents: number | null
    quarantined_at: MomentByDefault
  }
  resident: { id: Generated<number>; address_id: number; name: string }
  environmental_pass: {
    id: Generated<number>
    number: string
    resident_id: number
    status: 'active' | 'blocked' | 'expired'
    blocked_reason: 'loss' | 'theft' | 'defect' | 'move' | null
    replaced_by_id: number | null
    issued_on: string
  }
  roll_allowance: { municipality_id: number; year: number; rolls: number }
  roll_issue: {
    id: Generated<number>
    environmental_pass_id: number
    employee_id: number
    rolls: number
    requested_at: MomentByDefault
    cancelled_at: Moment | null
    idempotency_key: string | null
  }
  password_reset: { token_hash: string; employee_id: number; expires_at: Moment }
  attempt_budget: { key: string; spent_until: Moment }
  login_network: { key: string; last_login_at: MomentByDefault }
  mail: {
    id: Generated<number>
    recipient: string
    subject: string
    body: string
    created_at: MomentByDefault
    due_at: MomentByDefault
    attempts: Generated<number>
  }
  notice: {
    id: Generated<number>
    municipality_id: number | null
    title: string
    html: string
    valid_from: string
    valid_to: string
    created_at: MomentByDefault
  }
  collection_area: {
    id: Generated<number>
    municipality_id: number
    name: string
    rules_revision: Generated<number>
    of_one_address: Generated<boolean>
  }
  collection_area_range: {
    municipality_id: number
    first_postal_code: string
    last_postal_code: string
    collection_area_id: number
    house_numbers: Generated<PostalCodeRange['house_numbers']>
  }
  collection_area_address: { address_id: number; collection_area_id: number }
  collection_rule: {
    id: Generated<number>
    collection_area_id: number
    category: CalendarCategory
    every_weeks: number | null
    days: string[] | null
    valid_from: string
    valid_to: string | null
  }
  collection_exception: {
    collection_area_id: number
    category: CalendarCategory
    day: string
    state: 'moved' | 'cancelled' | 'withdrawn'
    moved_to: string | null
    reason: string
    revision: Generated<number>
  }
  collection_year: { municipality_id: number; year: number; published_on: string }
  calendar_feed: { address_id: number; token: string; created_at: MomentByDefault }
  pickup_capacity: { municipality_id: number; volume_litres: number }
  pickup_appointment: {
    id: Generated<number>
    address_id: number
    municipality_id: number
    collection_area_id: number | null
    day: string
    volume_litres: number
    employee_id: number
    made_at: MomentByDefault
    cancelled_at: Moment | null
    idempotency_key: string | null
  }
  log_chain: {
    log: string
    length: Generated<number>
    hash: Generated<Buffer>
    kept_from: Generated<number>
    kept_hash: Generated<Buffer>
  }
  audit_event: {
    log: 'audit' | 'security'
    position: Generated<number>
    happened_at: MomentByDefault
    trace_id: string
    employee_key: string | null
    action: AuditAction | SecurityAction
    object_kind: string | null
    object_key: string | null
    result: AuditResult
    result_count: number | null
    purpose: Purpose | null
    origin: string
    hash: Generated<Buffer>
  }
  processing_record: {
    position: Generated<number>
    trace_id: string
    span_id: string
    status_code: number
    name: string
    start_time: Moment
    end_time: Moment
    resource_name: string
    resource_version: string
    processing_activity_id: string
    data_subject_id: string
    data_subject_id_type: string
    hash: Generated<Buffer>
  }
  subject_key: { id: Generated<number>; key: Generated<Buffer> }
  log_check: { log: string; checked_at: MomentByDefault; length: number; broken_at: number | null }
  audit_review: { month: string; employee_key: string; reviewed_by: string; reviewed_at: MomentByDefault }
  demo: { loaded_at: MomentByDefault }
}
