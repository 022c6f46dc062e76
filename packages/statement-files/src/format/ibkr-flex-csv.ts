// Reads an IBKR Flex query delivered as CSV. Its sections follow each other, each with its own headings, with or
// without the rows that mark their beginning and end.
import { ignoredLine, UnreadRow } from '../make-line.ts'
import { joinedFiles } from '../statement-file-error.ts'
import type { TableFormat } from '../table/table-format.ts'
import { hasColumns } from '../table/table-row.ts'
import { readFlexBooking, type FlexSection } from './ibkr-flex-booking.ts'

/** Names of CSV columns that are called otherwise in XML. */
const otherNames: Readonly<Record<string, string>> = {
  clientaccountid: 'accountid',
  currencyprimary: 'currency',
  assetclass: 'assetcategory',
  quantityposition: 'position',
  closeprice: 'markprice',
}

const flexName = (heading: string): string => {
  const name = heading.toLowerCase().replace(/[^a-z0-9]/g, '')
  return otherNames[name] ?? name
}

/** The section that each set of columns belongs to; the first that a heading has all columns of. */
const sections: readonly (readonly [section: FlexSection, columns: readonly string[]])[] = [
  ['trade', ['tradeprice', 'quantity']],
  ['cashReport', ['endingcash', 'currency']],
  ['position', ['position', 'currency']],
  ['action', ['actiondescription', 'quantity']],
  ['transfer', ['direction', 'quantity']],
  ['cash', ['type', 'amount', 'currency']],
]

const sectionOf = (names: readonly string[]): FlexSection | null =>
  sections.find(([, columns]) => columns.every((column) => names.includes(column)))?.[0] ?? null

const marks = /^(BOF|BOA|BOS|EOS|EOA|EOF)$/

const isFlexHead = (cells: readonly string[]): boolean =>
  hasColumns(cells, ['CurrencyPrimary']) && cells.every((cell) => /^[A-Za-z][A-Za-z0-9 /%&()-]*$/.test(cell.trim()))

export const ibkrFlexCsv: TableFormat = {
  format: 'ibkr-flex-csv',
  dates: 'watched',
  hasSections: true,
  isHead: (cells) => isFlexHead(cells) || (cells[0] === 'BOF' && cells.length >= 4),
  open({ head, facts, dateOrder }) {
    let names = head.map(flexName)
    const headings = new Set([JSON.stringify(names)])
    return {
      read(row) {
        const [kind = ''] = row.cells
        if (kind === 'BOF') throw joinedFiles(row.line)
        if (marks.test(kind)) {
          if (kind === 'BOA') facts.accountNumber ??= row.cells[1] ?? null
          return [ignoredLine(row, 'This row marks a part of the file.')]
        }
        const cells = kind === 'DATA' || kind === 'HEADER' ? row.cells.slice(2) : row.cells
        if (isFlexHead(cells)) {
          names = cells.map(flexName)
          const key = JSON.stringify(names)
          // Several accounts repeat the headings, each row with its account.
          if (headings.has(key) && !names.includes('accountid')) throw joinedFiles(row.line)
          headings.add(key)
          return []
        }
        const section = sectionOf(names)
        if (section === null) return [ignoredLine(row, 'This section does not change the account.')]
        if (cells.length !== names.length)
          throw new UnreadRow(`The row has ${cells.length} columns, its heading has ${names.length}.`)
        const fields = (name: string): string => (cells[names.indexOf(name)] ?? '').trim()
        return readFlexBooking(section, { place: row, fields, dateOrder, facts })
      },
    }
  },
}
