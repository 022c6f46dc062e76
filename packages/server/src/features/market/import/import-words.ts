// What an import says at its end: what it added and refused, and what became of its market.
import { describeUnderstood } from '@clubfolio/domain'
import { refusalOfDatabase } from '../../../kernel/database-refusal.ts'
import type { MarketDoubt } from '../market-doubt.ts'
import type { ImportCounts } from './import-context.ts'

export const formatNumber = (count: number): string => count.toLocaleString('en-US')

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const describeDoubt = (doubt: MarketDoubt): string =>
  describeUnderstood(doubt.table === null ? doubt.file : `${doubt.table} in ${doubt.file}`, doubt)

export interface ImportedMarket {
  readonly marketDay: string | null
  readonly isActive: boolean
  /** Why it was not made active: too little of this table was understood. */
  readonly doubt: MarketDoubt | undefined
}

/** `market` is undefined for a file without prices. */
export function describeImport(
  counts: ImportCounts,
  { leftOut, market }: { readonly leftOut: number; readonly market: ImportedMarket | undefined },
): string {
  const parts = [counted(counts.rowsAdded, 'row added', 'rows added')]
  if (counts.rowsUnchanged > 0) parts.push(`${formatNumber(counts.rowsUnchanged)} already there`)
  if (counts.rowsReplaced > 0) parts.push(`${formatNumber(counts.rowsReplaced)} replaced`)
  if (counts.instrumentsAdded > 0) parts.push(counted(counts.instrumentsAdded, 'new instrument', 'new instruments'))
  parts.push(
    counts.rowsRefused === 0 ? 'no line refused' : counted(counts.rowsRefused, 'line refused', 'lines refused'),
  )
  if (leftOut > 0) parts.push(`${counted(leftOut, 'file', 'files')} of the archive left out`)
  return market === undefined ? `${parts.join(', ')}.` : `${parts.join(', ')}. ${describeMarket(market)}`
}

function describeMarket({ marketDay, isActive, doubt }: ImportedMarket): string {
  if (marketDay === null) return 'The imported market has no prices yet.'
  if (doubt && isActive)
    return `Only ${describeDoubt(doubt)}. The imported market is active; its market day is ${marketDay}.`
  if (isActive) return `The imported market is active; its market day is ${marketDay}.`
  if (doubt)
    return (
      `Only ${describeDoubt(doubt)}, so the imported market was not made active. Import a corrected file, or ` +
      'activate the market on the page Market Data (by command: --activate-anyway).'
    )
  return (
    `The imported market, whose market day is ${marketDay}, was not made active; that is done on the page Market ` +
    'Data.'
  )
}

const codes = { lockTimeout: '55P03', statementTimeout: '57014' }

/** Describes why an import stopped that neither its file nor its owner ended. */
export function faultWords(error: unknown, runId: string): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === codes.lockTimeout)
    return 'Another program used the market tables for too long. Nothing of this file was stored. Import it again.'
  if (code === codes.statementTimeout)
    return 'A step of the import took longer than it may. Nothing of this file was stored; cut it into smaller ones.'
  return (
    `${refusalOfDatabase(error)?.message ?? 'The import stopped on a fault.'} Nothing of this file was stored; run ` +
    `${runId} is in the log.`
  )
}
