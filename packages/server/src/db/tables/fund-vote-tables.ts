// Tables of a fund's announcements and votes.
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

/** Steps of units: read and written as whole numbers. */
type StepsColumn = ColumnType<bigint, bigint, bigint>

export interface FundVoteTables {
  fund_announcement: {
    account_id: string
    id: string
    title: string
    text: string
    /** How many members it went to. */
    members: number
    posted_at: Timestamp
    posted_by: string
    withdrawn_at: Timestamp | null
    withdrawn_by: string | null
    reason: string | null
  }
  fund_announcement_read: { announcement_id: string; member_id: string; read_at: Timestamp }
  /** Mails to members without a user. */
  fund_announcement_mail: {
    id: string
    announcement_id: string
    member_id: string
    recipient: string
    state: 'waiting' | 'sent' | 'failed'
    reason: string | null
    attempts: Generated<number>
    next_at: Timestamp
  }
  fund_vote: {
    account_id: string
    id: string
    question: string
    details: string
    is_secret: boolean
    by_units: boolean
    record_day: string
    last_day: string
    opened_at: Timestamp
    opened_by: string
    reminded_at: Timestamp | null
    state: Generated<'OPEN' | 'ENDED' | 'CANCELLED'>
    ended_at: Timestamp | null
    ended_by: string | null
    reason: string | null
    voters: number
    cast_votes: number | null
    /** In hundredths of a percent. */
    cast_share: number | null
    is_withheld: Generated<boolean>
  }
  fund_vote_choice: {
    vote_id: string
    id: string
    position: number
    label: string
    votes: number | null
    units_steps: ColumnType<bigint | null, bigint | null, bigint | null>
    /** In hundredths of a percent. */
    share: number | null
    is_greatest: Generated<boolean>
  }
  fund_vote_voter: { vote_id: string; member_id: string; units_steps: StepsColumn }
  /** Of named votes. */
  fund_ballot: {
    vote_id: string
    member_id: string
    choice_id: string
    cast_at: Timestamp
    /** Null for a ballot that the member cast. */
    recorded_by: string | null
  }
  /** Of secret votes while they are open; in no backup. */
  fund_secret_ballot: { vote_id: string; member_id: string; sealed_choice: Buffer }
  /** By the id of its vote; in no backup. */
  fund_vote_key: { id: string; key_sealed: Buffer }
}
