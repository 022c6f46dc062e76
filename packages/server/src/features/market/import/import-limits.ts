// Limits of an import: what a file may contain, and how long the import may block others.

export interface UnpackingLimits {
  /** Maximum size of any file once unpacked. */
  readonly mostBytes: number
  /** Price tables compress to a tenth; an archive of pure repetition reaches a thousandth. */
  readonly mostTimesPacked: number
  /** Below this unpacked size the ratio is not checked. */
  readonly freeBytes: number
}

export interface ArchiveLimits {
  /** Maximum number of entries, tables or not. */
  readonly mostEntries: number
  /** Maximum size of all tables once unpacked; they are unpacked to the disk. */
  readonly mostBytes: number
}

export interface ImportLimits {
  /** How long a step waits for a lock on a table or a row. */
  readonly lockWaitMs: number
  readonly statementMs: number
  /** Maximum number of new symbols per file: more than all exchanges of the world list. */
  readonly newInstruments: number
  readonly unpacking: UnpackingLimits
  readonly archive: ArchiveLimits
}

const gigabyte = 1024 ** 3

export const usualLimits: ImportLimits = {
  lockWaitMs: 10_000,
  statementMs: 3_600_000,
  newInstruments: 100_000,
  unpacking: { mostBytes: 32 * gigabyte, mostTimesPacked: 100, freeBytes: gigabyte / 4 },
  archive: { mostEntries: 500, mostBytes: 8 * gigabyte },
}
