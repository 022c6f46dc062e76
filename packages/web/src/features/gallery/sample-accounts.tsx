// Invented accounts for the tables of the gallery.
import { moneyColumn, profitColumn, textColumn, type Column } from '../../ui/table/column.tsx'

export interface SampleAccount {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly initialCents: bigint
  readonly floatCents: bigint
  readonly profitCents: bigint | undefined
  readonly isDefault: boolean
  readonly isActive: boolean
}

const numbers: readonly (readonly [string, string, bigint, bigint])[] = [
  ['8841-2207', 'Margin', 23_950_000n, 28_431_652n],
  ['8841-5310', 'Cash', 5_200_000n, 5_587_106n],
  ['2296-0148', 'IRA', 11_800_000n, 13_140_892n],
  ['7703-9925', 'Margin', 7_500_000n, 6_891_435n],
  ['PAPER-01', 'Paper', 10_000_000n, 10_362_781n],
  ['5518-4076', 'Cash', 2_000_000n, 2_000_000n],
]

export const sampleAccounts: readonly SampleAccount[] = numbers.map(
  ([number, type, initialCents, floatCents], index) => ({
    id: number,
    number,
    type,
    initialCents,
    floatCents,
    profitCents: index === 4 ? undefined : floatCents - initialCents,
    isDefault: index === 0,
    isActive: index !== 5,
  }),
)

export const accountId = (account: SampleAccount) => account.id

export const sampleColumns: readonly Column<SampleAccount>[] = [
  textColumn({
    id: 'number',
    header: 'Number',
    value: (account) => account.number,
    isCode: true,
    isFixed: true,
    total: 'Total active',
  }),
  textColumn({ id: 'type', header: 'Type', value: (account) => account.type }),
  moneyColumn({ id: 'initial', header: 'Initial Value', value: (account) => account.initialCents }),
  moneyColumn({ id: 'float', header: 'Float Value', value: (account) => account.floatCents, total: '$644,138.66' }),
  profitColumn({ id: 'profit', header: 'Profit/Lost', value: (account) => account.profitCents }),
]
