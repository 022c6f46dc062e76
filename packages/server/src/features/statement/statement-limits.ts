// Limits of statement files: uploaded, unpacked, read and kept until they are imported.
import type { ArchiveLimits, UnpackingLimits } from '../market/import/import-limits.ts'

const megabyte = 1024 ** 2

/** A hundred thousand lines take about twenty megabytes. */
export const largestStatementBytes = 64 * megabyte
export const mostStatementLines = 400_000
/** Statements of an account that are read and not imported. */
export const mostPrepared = 20
/** How long a prepared statement waits to be imported. */
export const preparedLifeMs = 24 * 3_600_000
export const largestRatesBytes = 16 * megabyte

export const statementLimits: { readonly unpacking: UnpackingLimits; readonly archive: ArchiveLimits } = {
  unpacking: { mostBytes: largestStatementBytes, mostTimesPacked: 100, freeBytes: 4 * megabyte },
  archive: { mostEntries: 50, mostBytes: largestStatementBytes },
}
