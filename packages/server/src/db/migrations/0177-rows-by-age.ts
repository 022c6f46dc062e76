// Finds the rows that are old enough to be deleted without reading the whole table: the upkeep runs every few minutes.
import type { Kysely } from 'kysely'
import { makeIndexes, type BesideIndex } from '../build-indexes.ts'

export const indexes: readonly BesideIndex[] = [
  { name: 'outgoing_message_age', on: 'outgoing_message', definition: "(planned_at) where state <> 'WAITING'" },
  { name: 'web_push_delivery_age', on: 'web_push_delivery', definition: '(created_at)' },
  { name: 'position_action_ended', on: 'position_action', definition: '(ended_at) where ended_at is not null' },
  { name: 'session_expiry', on: 'session', definition: '(expires_at)' },
]

export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, indexes)
