// Finds the sessions of a known browser. A step of its own: its column is new in the step before, and an index on a
// table that exists is built before its step.
import type { Kysely } from 'kysely'
import { makeIndexes, type BesideIndex } from '../build-indexes.ts'

export const indexes: readonly BesideIndex[] = [
  { name: 'session_device', on: 'session', definition: '(device_id) where device_id is not null' },
]

export const up = (db: Kysely<unknown>): Promise<void> => makeIndexes(db, indexes)
