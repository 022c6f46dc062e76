// What an exported fund consists of: a description, rows, files for people, and a table of checksums.
import { formatUnits, unitValueText, unallocatedHolderId } from '@clubfolio/domain'
import { z } from 'zod'
import type { FundState } from '../book/replay-cache.ts'

export const descriptionFile = 'fund.json'
export const checksumFile = 'sha256.json'
export const accountTable = 'account'
export const rowsFile = (table: string): string => `${table}.jsonl`

/** Number of the format; a change that an older version cannot read raises it. */
export const archiveVersion = 1

/** Columns of an account that travel; its login, its rights and its owner do not. */
export const archivedAccountColumns = [
  'id',
  'broker_title',
  'is_paper',
  'currency',
  'number',
  'type',
  'market_source',
  'initial_balance_cents',
  'float_value_cents',
  'real_value_cents',
  'buying_power_cents',
  'cash_cents',
  'linked_at',
  'linked_day',
  'linked_value_cents',
  'linked_real_value_cents',
  'synced_at',
] as const

const Holder = z.object({
  id: z.uuid(),
  units: z.string(),
  value: z.string(),
  amount: z.string(),
  realised: z.string(),
})
const Figures = z.object({ fundValue: z.string(), unitValue: z.string(), closes: z.int(), holders: z.array(Holder) })
/** Figures that the imported books have to give again: of the fund, and of each holder in the order of their ids. */
export type ArchivedFigures = z.output<typeof Figures>

export const ArchiveDescription = z.object({
  format: z.literal('clubfolio-fund'),
  version: z.int(),
  /** The changes of the database that the rows follow. */
  migrations: z.array(z.string()),
  exportedAt: z.iso.datetime(),
  /** Id of the account that the fund is stored under, and every account that its books have facts of. */
  fundId: z.uuid(),
  accountIds: z.array(z.uuid()).min(1),
  memberIds: z.array(z.uuid()),
  /** Columns of each table, as its rows have them. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** File of each statement that was issued, by its id. */
  statements: z.record(z.uuid(), z.string()),
  /** Likewise of each document that is not removed. */
  documents: z.record(z.uuid(), z.string()),
  figures: Figures,
})
export type ArchiveDescription = z.output<typeof ArchiveDescription>

export const ArchiveChecksums = z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }))

/** Returns the figures of a fund as the description has them; amounts are whole cents. */
export function archivedFiguresOf({ replay, figures }: FundState): ArchivedFigures {
  return {
    fundValue: replay.fundValueCents.toString(),
    unitValue: unitValueText(replay.rate),
    closes: replay.valuations.length,
    holders: figures
      .filter(({ holderId }) => holderId !== unallocatedHolderId)
      .map((one) => ({
        id: one.holderId,
        units: formatUnits(one.units),
        value: one.valueCents.toString(),
        amount: one.amountCents.toString(),
        realised: one.realCents.toString(),
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/** Returns the first figure that differs, in words; undefined when all are the same. */
export function findDifference(exported: ArchivedFigures, imported: ArchivedFigures): string | undefined {
  const pairs: [string, string | number, string | number][] = [
    ['the fund value in cents', exported.fundValue, imported.fundValue],
    ['the unit value', exported.unitValue, imported.unitValue],
    ['the number of closes', exported.closes, imported.closes],
    ['the number of holders', exported.holders.length, imported.holders.length],
    ...exported.holders.flatMap((one, index): [string, string, string][] =>
      (['id', 'units', 'value', 'amount', 'realised'] as const).map((name) => [
        `the ${name} of holder ${index + 1}`,
        one[name],
        imported.holders[index]?.[name] ?? 'none',
      ]),
    ),
  ]
  const found = pairs.find(([, before, after]) => before !== after)
  return found && `${found[0]} is ${found[2]} instead of ${found[1]}.`
}
