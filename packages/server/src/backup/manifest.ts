// A backup's description of itself: which version made it, the migration state of its tables, its contents and their
// positions in the file.
import { z } from 'zod'

const count = z.number().int().nonnegative()
const name = z.string().min(1).max(63)
const sum = z.string().regex(/^[0-9a-f]{64}$/)

export const BackedUpTable = z.strictObject({
  schema: name,
  name,
  columns: z.array(name),
  rows: count,
  /** Position of its rows in the file: COPY text, compressed with gzip. */
  start: count,
  bytes: count,
  /** SHA-256 of these bytes. */
  sha256: sum,
})
export type BackedUpTable = z.output<typeof BackedUpTable>

const instantText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/)

/** A partition of a table, created with its first rows: the rows from one instant up to another. */
export const BackedUpPartition = z.strictObject({
  schema: name,
  name,
  parent: name,
  from: instantText,
  to: instantText,
})
export type BackedUpPartition = z.output<typeof BackedUpPartition>

export const BackedUpSequence = z.strictObject({
  schema: name,
  name,
  value: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
})
export type BackedUpSequence = z.output<typeof BackedUpSequence>

/** Figures of the books that are compared after a restore; dollar amounts are in cents. */
export const BookTotals = z.strictObject({
  users: count,
  accounts: count,
  members: count,
  entries: count,
  contributedCents: z.string(),
  withdrawnCents: z.string(),
  movedCents: z.string(),
})
export type BookTotals = z.output<typeof BookTotals>

export const Manifest = z.strictObject({
  productVersion: z.string(),
  madeAt: z.iso.datetime(),
  /** The migrations applied to the tables. */
  migrations: z.array(z.string()),
  /** The last step of the paper brokerage's tables; null if none ever ran. */
  paperStep: count.nullable(),
  /** Ids of the keys that sealed the secrets in it; the keys themselves are never in a backup. */
  sealedWith: z.array(z.string().regex(/^[0-9a-f]{8}$/)),
  tables: z.array(BackedUpTable),
  partitions: z.array(BackedUpPartition),
  sequences: z.array(BackedUpSequence),
  totals: BookTotals,
})
export type Manifest = z.output<typeof Manifest>
