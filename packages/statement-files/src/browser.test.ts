// The reader of the page that asks for a mapping reads rows as the server's reader does, and needs nothing of Node.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { previewRow } from './browser.ts'
import { proposeMapping } from './mapped/propose-mapping.ts'
import { readStatement } from './read-statement.ts'
import type { StatementLine } from './statement-line.ts'

const head = ['Date', 'Type', 'Ticker', 'Qty', 'Price', 'Total', 'Currency']
const rows = [
  ['2024-01-05', 'Buy', 'ABC', '10', '5', '-50', 'USD'],
  ['2024-01-06', 'Gift card', 'ABC', '10', '5', '-50', 'USD'],
  ['2024-01-07', 'Dividend', 'ABC', '', '', '2.5', 'USD'],
]

it('shows of each row what the import makes of it', async () => {
  const mapping = proposeMapping(head, rows)
  const file = Buffer.from([head, ...rows].map((cells) => cells.join(',')).join('\n'))
  const { lines } = await readStatement(file, { mapping })
  const shown = rows.map((cells, at) => previewRow(cells, mapping, { line: at + 2, dateOrder: 'ymd' }))
  // The page has the cells of a row and not how it is written.
  const withoutText = (line: StatementLine) => ({ ...line, text: '' })
  expect(shown.map(withoutText)).toEqual(lines.map(withoutText))
  expect(shown.map(({ fate, reason }) => [fate, reason])).toEqual([
    ['trade', null],
    ['unread', 'The action "Gift card" has no meaning in the mapping.'],
    ['dividend', null],
  ])
})

it('imports no module of Node', () => {
  const seen = new Set<string>()
  const imported: string[] = []
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, clause = '', from = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) ([^;]*?) ?from '([^']+)'/gm,
    )) {
      if (clause.startsWith('type ')) continue
      if (from.startsWith('.')) visit(join(dirname(file), from))
      else imported.push(from)
    }
  }
  visit(fileURLToPath(new URL('browser.ts', import.meta.url)))
  expect(imported.filter((name) => name.startsWith('node:'))).toEqual([])
  expect(seen.size).toBeGreaterThan(5)
})
