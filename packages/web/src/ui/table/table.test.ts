import { expect, it } from 'vitest'
import { compareValues } from './compare-values.ts'
import { writeCsv } from './csv.ts'
import { moneyColumn, percentColumn, profitColumn, textColumn, type Column } from './column.tsx'

interface Row {
  readonly name: string
  readonly cents: bigint | null
}

it('writes the columns that have words, money as plain decimals', () => {
  const columns: Column<Row>[] = [
    textColumn({ id: 'name', header: 'Member', value: (row) => row.name }),
    { id: 'actions', header: 'Actions', render: () => null },
    profitColumn({ id: 'profit', header: 'Profit/Lost', value: (row) => row.cents }),
  ]
  const rows = [
    { name: 'Tanaka, Ren', cents: -128_440n },
    { name: 'Ferreira', cents: null },
  ]
  expect(writeCsv(columns, rows)).toBe('\uFEFFMember,Profit/Lost\r\n"Tanaka, Ren",-1284.40\r\nFerreira,\r\n')
})

it('names another currency than dollars in the header of its amounts, or beside an amount of its own currency', () => {
  const columns = [
    textColumn<Row>({ id: 'name', header: 'Member', value: (row) => row.name }),
    moneyColumn<Row>({ id: 'amount', header: 'Amount', value: (row) => row.cents }),
    moneyColumn<Row>({ id: 'own', header: 'Own', value: (row) => row.cents, currency: () => 'CHF' }),
  ]
  expect(writeCsv(columns, [{ name: 'Ferreira', cents: 150n }], 'EUR')).toBe(
    '\uFEFFMember,Amount (EUR),Own\r\nFerreira,1.50,1.50 CHF\r\n',
  )
})

it('writes percentages as plain decimals, also above a thousand', () => {
  const columns = [
    percentColumn<{ readonly change: number | null }>({
      id: 'change',
      header: 'Year to date',
      value: (row) => row.change,
    }),
  ]
  expect(writeCsv(columns, [{ change: 1234.5 }, { change: -3.521 }, { change: null }])).toBe(
    '\uFEFFYear to date\r\n1234.50\r\n-3.52\r\n\r\n',
  )
})

it('sorts cents and decimal text by amount, beyond what floats can tell apart', () => {
  const column = moneyColumn<{ readonly value: bigint | string }>({ id: 'v', header: 'V', value: (row) => row.value })
  const order = [{ value: 9_007_199_254_740_993n }, { value: '90071992547409.92' }, { value: '-1' }, { value: 5n }]
    .map((row) => column.sortValue?.(row))
    .toSorted(compareValues)
  expect(order).toEqual([-10_000n, 500n, 900_719_925_474_099_200n, 900_719_925_474_099_300n])
})

it('sorts words as people do', () => {
  expect(['B10', 'b2', 'a1'].toSorted(compareValues)).toEqual(['a1', 'b2', 'B10'])
  expect([true, false].toSorted(compareValues)).toEqual([false, true])
})
