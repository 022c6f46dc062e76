// Which columns the operations have, in which order, and what their totals say.
import { expect, test } from 'vitest'
import { operationColumns, totalsNote } from './operation-columns.tsx'

const columns = operationColumns({ summary: undefined, onRepair: () => undefined })

test('the columns of the specification come in its order, with the protection before the stop', () => {
  expect(columns.map(({ header }) => header)).toEqual([
    'Code',
    'Type',
    'Qty',
    'Avg Price',
    'Investment',
    'Last Price',
    'Float Cap.',
    'Real Cap.',
    'P/L Open',
    'P/L %',
    'Protection',
    'Stop Price',
    'Stop Qty',
    'Risk %',
    'Risk Qty',
  ])
})

test('the note names every percentage as an average', () => {
  const percentages = columns.map(({ header }) => header).filter((header) => header.endsWith('%'))
  expect(percentages).not.toHaveLength(0)
  for (const header of percentages) expect(totalsNote).toContain(header)
})
