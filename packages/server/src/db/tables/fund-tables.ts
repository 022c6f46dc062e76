// Tables of members and of the fund's books. Entries, status changes and reversals are append-only.
import type { Approval, ApprovalKind, DocumentKind, DocumentReader, PackState } from '@clubfolio/contract'
import type { ColumnType, Generated } from 'kysely'
import type { CentsColumn, JsonColumn, NullableCentsColumn, Timestamp } from './kernel-tables.ts'
import type { FeeKind, FeePeriod, HolderId, ResultKind } from '@clubfolio/domain'

/** A charge's calculation as it was shown, without the names; docs/rules/fund-fees.md, "Charges". */
export interface StoredCalculation {
  readonly isWaived: boolean
  /** Why it was waived; absent for a charge. */
  readonly reason?: string
  readonly unitValue: string
  readonly lines: ReadonlyArray<{
    readonly holderId: HolderId
    readonly kind: FeeKind
    readonly rate: string
    readonly valueCents: string
    readonly exact: string
    readonly carried: string
    readonly owed: string
    readonly feeCents: string
    readonly lots: ReadonlyArray<{
      readonly since: string
      readonly units: string
      readonly mark: string
      readonly hurdleMark: string
      readonly gain: string
    }>
  }>
}

export interface FundTables {
  member: {
    id: string
    owner_id: string
    first_name: string
    last_name: string
    email: string
    phone: string
    user_id: string | null
    status: 'ACTIVATED' | 'INACTIVATED'
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** Open until it is accepted, withdrawn or replaced, or its link is over. */
  member_invitation: {
    id: string
    member_id: string
    /** The fund that it invites to. */
    account_id: string
    email: string
    token_hash: Buffer
    invited_at: Timestamp
    invited_by: string
    link_expires_at: Timestamp
    user_id: string | null
    accepted_at: Timestamp | null
    ended_at: Timestamp | null
  }
  bank_account: {
    id: string
    member_id: string
    alias: string
    number_sealed: Buffer
    number_ending: string
    routing_sealed: Buffer
    routing_ending: string
    created_at: Timestamp
  }
  fund: {
    account_id: string
    dealing: 'before-the-day' | 'of-the-day'
    opening_day: string
    opening_value_cents: CentsColumn
    opening_profit_cents: CentsColumn
    closed_until: string | null
    /** Null until its owner names it. */
    club_name: string | null
    /** One line; empty without. */
    club_address: Generated<string>
    /** Printed at the end of papers and mails; empty without. */
    club_text: Generated<string>
    /** From which amount a second person is asked for; null without one. */
    second_person_from_cents: NullableCentsColumn
    created_at: Timestamp
  }
  /** A PNG made from the pixels of what was uploaded. */
  fund_logo: { account_id: string; content: Buffer; uploaded_at: Timestamp; uploaded_by: string }
  /** A removed one keeps its row. */
  fund_document: {
    account_id: string
    id: string
    title: string
    kind: DocumentKind
    meeting_day: string | null
    readers: DocumentReader[]
    file_name: string
    byte_count: number
    sha256: Buffer
    uploaded_at: Timestamp
    uploaded_by: string
    removed_at: Timestamp | null
    removed_by: string | null
    removal_reason: string | null
    replaced_by: string | null
  }
  /** The bytes of a document in order; none once it is removed. */
  fund_document_part: { document_id: string; part: number; content: Buffer }
  /** In force from its acceptance until it is ended or its last day is over. */
  fund_role: {
    id: string
    account_id: string
    role: 'TREASURER' | 'APPROVER' | 'AUDITOR'
    email: string
    user_id: string | null
    last_day: string | null
    /** Of the link in the mail; null once it is used. */
    token_hash: Buffer | null
    invited_at: Timestamp
    invited_by: string
    link_expires_at: Timestamp
    accepted_at: Timestamp | null
    ended_at: Timestamp | null
    ended_by: string | null
  }
  /** A change that waits for a second person, or that was decided. */
  fund_approval: {
    id: string
    account_id: string
    kind: ApprovalKind
    body_sealed: Buffer
    title: string
    details: ColumnType<Approval['details'], string, string>
    /** In the wire form of the contract's EntryPreview. */
    preview: JsonColumn | null
    author_id: string
    /** Clubfolio asks for it, on terms that its author has set. */
    is_by_itself: Generated<boolean>
    requested_at: Timestamp
    expires_at: Timestamp
    state: Generated<Approval['state']>
    decided_by: string | null
    decided_at: Timestamp | null
    reason: string | null
  }
  fund_entry: {
    account_id: string
    id: string
    member_id: string
    kind: 'contribution' | 'retribution'
    day: string
    amount_cents: CentsColumn
    is_active: boolean
    funding: 'opening' | 'new-money' | null
    bank_account_id: string | null
    description: string
    is_back_dated: boolean
    /** The distribution that a retribution is a line of. */
    distribution_id: Generated<string | null>
    /** The expected payment that a contribution pays. */
    due_plan_id: Generated<string | null>
    due_day: Generated<string | null>
    /** The request of the member that it answers. */
    request_id: Generated<string | null>
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_distribution: {
    account_id: string
    id: string
    day: string
    /** For all holders, those who left it in included. */
    amount_cents: CentsColumn
    /** Members for whom nothing was booked. */
    left_in: string[]
    description: string
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_due_plan: {
    account_id: string
    id: string
    /** Null: every active member. */
    member_id: string | null
    amount_cents: CentsColumn
    rhythm: 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY' | 'YEARLY'
    first_day: string
    last_day: string | null
    reminds: boolean
    description: string
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_due_reminder: {
    id: string
    plan_id: string
    member_id: string
    day: string
    /** `notified`: a user, by the ways they chose. The others are mails to a member without a user. */
    state: 'notified' | 'waiting' | 'sent' | 'failed'
    recipient: string | null
    reason: string | null
    attempts: Generated<number>
    next_at: Timestamp
    created_at: Timestamp
  }
  fund_request: {
    account_id: string
    id: string
    member_id: string
    user_id: string
    kind: 'PAY_IN' | 'TAKE_OUT' | 'TAKE_OUT_ALL'
    /** Null to take out everything. */
    amount_cents: NullableCentsColumn
    bank_account_id: string | null
    comment: string
    state: 'OPEN' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN'
    made_at: Timestamp
    decided_at: Timestamp | null
    decided_by: string | null
    /** Why it was declined. */
    reason: string | null
  }
  fund_status_change: {
    account_id: string
    entry_id: string
    sequence: number
    is_active: boolean
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_match: {
    account_id: string
    id: string
    movement_ids: string[]
    item_ids: string[]
    recorded_at: Timestamp
    recorded_by: string | null
  }
  fund_reversal: {
    account_id: string
    record_id: string
    recorded_at: Timestamp
    recorded_by: string | null
    reason: string | null
  }
  fund_opening_share: { account_id: string; member_id: string; share_cents: CentsColumn; paid_in_cents: CentsColumn }
  fund_expense: {
    account_id: string
    id: string
    day: string
    amount_cents: CentsColumn
    description: string
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_transfer: {
    account_id: string
    id: string
    day: string
    from_member_id: string | null
    to_member_id: string | null
    amount_cents: NullableCentsColumn
    units_steps: bigint | null
    description: string
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_fee_policy: {
    account_id: string
    id: string
    kind: FeeKind
    rate_millionths: bigint
    hurdle_millionths: bigint
    receiver_member_id: string | null
    period: FeePeriod
    /** Millionths by member id. */
    own_rates: ColumnType<Record<string, string>, string, string>
    first_day: string
    /** Its charges are made without a yes. */
    charges_by_itself: Generated<boolean>
    recorded_at: Timestamp
    recorded_by: string
  }
  fund_fee_charge: {
    account_id: string
    id: string
    /** The close that ends the period. */
    end_day: string
    rate_numerator: string
    rate_denominator: string
    is_waived: boolean
    is_part: boolean
    calculation: ColumnType<StoredCalculation, string, string>
    recorded_at: Timestamp
    /** Null: made by itself, as its policy says. */
    recorded_by: string | null
  }
  fund_fee_line: {
    account_id: string
    charge_id: string
    member_id: string
    kind: FeeKind
    receiver_member_id: string | null
    amount_cents: CentsColumn
    settled_atto: string
  }
  /** A period end that was proposed, or charged by itself: both happen once. */
  fund_fee_proposal: { account_id: string; end_day: string; proposed_at: Timestamp }
  /** The version of the books that was last looked at for period ends. */
  fund_fee_look: { account_id: string; version: string }
  fund_period: { account_id: string; until_day: string; closed_at: Timestamp; closed_by: string }
  fund_close: {
    account_id: string
    day: string
    broker_value_cents: CentsColumn
    real_value_cents: CentsColumn
    quality: 'official' | 'rebuilt' | 'unreconciled'
    /** Null for a period that was closed before cash was copied. */
    cash_cents: NullableCentsColumn
  }
  /** The account's results in closed periods, by day and kind, as they were when the period was closed. */
  fund_result: { account_id: string; day: string; kind: ResultKind; amount_cents: CentsColumn }
  /** The day up to which results are in `fund_result`. */
  fund_result_period: { account_id: string; until_day: string }
  fund_pack: {
    id: string
    account_id: string
    year: number
    state: PackState
    reason: string | null
    attempts: Generated<number>
    next_at: Timestamp
    /** Files that are written, of all. */
    done: number
    total: number
    file_name: string | null
    byte_count: bigint | null
    sha256: string | null
    requested_at: Timestamp
    requested_by: string
    ended_at: Timestamp | null
  }
  fund_pack_part: { pack_id: string; position: number; content: Buffer }
  fund_check: { account_id: string; day: string; checked_at: Timestamp; is_held: boolean; findings: string[] }
  fund_funding: {
    entry_id: string
    /** RETURN sends the money of a deleted entry back. */
    purpose: Generated<'ENTRY' | 'RETURN'>
    /** For a RETURN: the match that reserves the movement, and with it the money, for this transfer. */
    match_id: Generated<string | null>
    account_id: string
    state: 'waiting' | 'sent' | 'refused'
    broker_id: string | null
    reason: string | null
    next_at: Timestamp
    created_at: Timestamp
  }
  /** `account_id` is the account that reported the movement. */
  fund_movement: { account_id: string; movement_id: string; day: string }
  fund_move: {
    account_id: string
    id: string
    /** The last session at which the old account is valued. */
    day: string
    from_account_id: string
    to_account_id: string
    /** What the new account was worth at the close of that day. */
    held_cents: CentsColumn
    recorded_at: Timestamp
    recorded_by: string
  }
  /** By the close of which session everything of a move had arrived. */
  fund_arrival: { account_id: string; move_id: string; day: string; recorded_at: Timestamp; recorded_by: string }
  /** A view: facts of which account a fund's books read, after `after_day` and up to `until_day`. */
  fund_home: { fund_id: string; home_id: string; after_day: string | null; until_day: string | null }
  /** Renewed by triggers with every change of a table that the books are read from. */
  fund_version: {
    account_id: string
    version: string
  }
  fund_statement_mail: {
    account_id: string
    id: string
    member_id: string
    from_day: string
    to_day: string
    recipient: string
    state: 'waiting' | 'sent' | 'failed'
    reason: string | null
    attempts: number
    next_at: Timestamp
    content: Buffer | null
    /** The allocation page beside the statement of a whole year. */
    allocation: Buffer | null
    /** What the file says of what earned the money, and which changes of earlier ones it names; null in older rows. */
    printed: JsonColumn | null
    requested_at: Timestamp
    requested_by: string
    sent_at: Timestamp | null
    opened_at: Timestamp | null
  }
  fund_statement_schedule: {
    account_id: string
    frequency: 'MONTHLY' | 'QUARTERLY' | 'YEARLY'
    month_day: number
    hour: number
    due_at: Timestamp
    /** Later than `due_at` while the statements wait. */
    next_at: Timestamp
    held_because: string | null
    /** The version of the books and the market day on which `held_because` was found. */
    held_under: ColumnType<string | null, string | null | undefined, string | null>
  }
  fund_statement_run: {
    account_id: string
    from_day: string
    to_day: string
    ordered_at: Timestamp
    missed_because: string | null
    without_address: string[]
  }
}
