// How far an import may go: what a file may hold, and how long the import may stand in anybody's way.

export interface UnpackingLimits {
  /** Whatever a file is, it holds no more than this once it is unpacked. */
  readonly mostBytes: number
  /** Tables of prices are packed to a tenth; an archive of nothing but repetition reaches a thousandth. */
  readonly mostTimesPacked: number
  /** A small archive may be as repetitive as it likes. */
  readonly freeBytes: number
}

export interface ImportLimits {
  /** How long a step waits for whoever holds a table or a row. */
  readonly lockWaitMs: number
  readonly statementMs: number
  /** Symbols that a file may bring: more than all exchanges of the world list. */
  readonly newInstruments: number
  readonly unpacking: UnpackingLimits
}

const gigabyte = 1024 ** 3

export const usualLimits: ImportLimits = {
  lockWaitMs: 10_000,
  statementMs: 3_600_000,
  newInstruments: 100_000,
  unpacking: { mostBytes: 32 * gigabyte, mostTimesPacked: 100, freeBytes: gigabyte / 4 },
}
