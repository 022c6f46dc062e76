// Open positions at the newest prices, as the Operations screen shows them.
import type { Operation } from '@clubfolio/contract'
import { formatCents, type Cents } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { findOperations } from '../../operation/find-operations.ts'
import { computedRows, type ComputedRow } from '../column-sql.ts'
import { readingBasis } from '../report-basis.ts'
import { defineColumns, defineReport } from '../report-definition.ts'
import { accountFilter, readChosenAccounts } from '../report-filters.ts'
import { accountColumn, instrumentColumn } from './account-columns.ts'

const columns = defineColumns([
  instrumentColumn,
  { field: 'name', header: 'Name', type: 'TEXT', canBeSort: true },
  { field: 'type', header: 'Type', type: 'CODE', canBeSort: true },
  { field: 'quantity', header: 'Qty', type: 'QUANTITY', canBeSort: true },
  { field: 'averagePrice', header: 'Avg Price', type: 'PRICE_DOLLAR', canBeSort: true },
  {
    field: 'investment',
    header: 'Investment',
    description: 'Average price x quantity, x 100 for options.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  { field: 'lastPrice', header: 'Last Price', type: 'PRICE_DOLLAR', canBeSort: true },
  {
    field: 'floatCap',
    header: 'Float Capital',
    description: 'Investment + P/L open.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  {
    field: 'realCap',
    header: 'Real Capital',
    description: 'Investment + what was already realised on the position.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  { field: 'plOpen', header: 'P/L Open', type: 'DOLLAR', canBeSort: true, isSummed: true },
  // Without a sum: where one position is unknown, the sum of the others would read as the profit of all.
  {
    field: 'plDay',
    header: 'P/L Day',
    description: 'Since the prior close; empty where a price of today or a booking of the brokerage is missing.',
    type: 'DOLLAR',
    canBeSort: true,
  },
  { field: 'plPercent', header: 'P/L %', type: 'PERCENT', canBeSort: true },
  {
    field: 'weight',
    header: 'Weight %',
    description: 'Market value of the position in percent of what the account is worth; below zero for a short one.',
    type: 'PERCENT',
    canBeSort: true,
  },
  {
    field: 'stopLossPrice',
    header: 'Stop',
    description: 'Of the working stops; empty without one.',
    type: 'PRICE_DOLLAR',
    canBeSort: true,
  },
  { field: 'stopLossQty', header: 'Stop Qty', type: 'QUANTITY', canBeSort: true },
  {
    field: 'riskPercent',
    header: 'Risk %',
    description: 'Of the real value of the account; empty without a stop.',
    type: 'PERCENT',
    canBeSort: true,
  },
  {
    field: 'riskQty',
    header: 'Risk',
    description: 'What the covered shares lose at their stops; empty without a stop.',
    type: 'DOLLAR',
    canBeSort: true,
    isSummed: true,
  },
  accountColumn,
])

export const openPositions = defineReport({
  key: 'open-positions',
  name: 'Open positions',
  category: 'Account',
  description: 'What is held now, its cost, value, weight, open profit and the risk at its stops.',
  rights: [],
  readers: 'account-owners',
  filters: [accountFilter],
  columns,
  orderBy: { field: 'instrumentCode', direction: 'ASC' },
  graph: { kind: 'BAR', x: 'instrumentCode', series: ['plOpen'] },
  basis: readingBasis,
  rows: async (reader, choices) => {
    const accounts = await readChosenAccounts(reader, choices)
    const operations = await Promise.all(
      accounts.map(async (account) =>
        (await findOperations(reader.services, account)).map((one) => ({
          ...one,
          accountNumber: account.number,
          weight: weightOf(one, account.float_value_cents),
        })),
      ),
    )
    return computedRows(
      columns,
      operations.flat().map((one): ComputedRow<typeof columns> => ({
        instrumentCode: one.code,
        name: one.name,
        type: one.shortQuantity === 0 ? 'LONG' : 'SHORT',
        quantity: one.shortQuantity === 0 ? one.longQuantity : one.shortQuantity,
        averagePrice: one.averagePrice,
        investment: formatCents(one.investment),
        lastPrice: one.lastPrice,
        floatCap: formatCents(one.floatCap),
        realCap: formatCents(one.realCap),
        plOpen: formatCents(one.plOpen),
        plDay: dollarsOrNull(one.plDay),
        plPercent: one.plPercent,
        weight: one.weight,
        stopLossPrice: one.stopLossPrice,
        stopLossQty: one.stopLossQty,
        riskPercent: one.riskPercent,
        riskQty: dollarsOrNull(one.riskQty),
        accountNumber: one.accountNumber,
      })),
    )
  },
})

const dollarsOrNull = (cents: Cents | null): string | null => (cents === null ? null : formatCents(cents))

/**
 * Returns a position's market value in percent of the account's value as last read; null for an account without value.
 * A long position of 4,000.00 in an account of 20,000.00 weighs 20, a short one -20.
 */
export function weightOf(
  { investment, plOpen, shortQuantity }: Pick<Operation, 'investment' | 'plOpen' | 'shortQuantity'>,
  accountValue: Cents,
): string | null {
  if (accountValue <= 0n) return null
  const marketValue = shortQuantity === 0 ? investment + plOpen : plOpen - investment
  return new Decimal(marketValue.toString()).times(100).div(accountValue.toString()).toFixed(6)
}
