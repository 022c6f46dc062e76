// 100,000 rows of a statement in memory: recognised, decoded, read into lines and fingerprinted, against csv-parse alone
// splitting the same bytes. The file is read in passes of its own for its encoding, which the ratio includes.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import {
  countOrdinals,
  lineFingerprint,
  readStatementRows,
  sourceOf,
  type StatementFormat,
} from '../packages/statement-files/src/index.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const total = 100_000
const rounds = 3
const limit = 12

const day = (n: number): string => String((n % 28) + 1).padStart(2, '0')
const month = (n: number): string => String((Math.floor(n / 28) % 12) + 1).padStart(2, '0')

const files: readonly { format: StatementFormat; head: string; row: (n: number) => string }[] = [
  {
    format: 'schwab',
    head: '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    row: (n) =>
      `"${month(n)}/${day(n)}/2024","${n % 2 ? 'Sell' : 'Buy'}","OSTV","OSTRAVA VENTURES INC","${(n % 900) + 1}","$388.02","","${n % 2 ? '' : '-'}$${(((n % 900) + 1) * 388.02).toFixed(2)}"`,
  },
  {
    format: 'degiro',
    head: 'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id',
    row: (n) =>
      `${day(n)}-${month(n)}-2024,10:${String(n % 60).padStart(2, '0')},${day(n)}-${month(n)}-2024,OSTRAVA VENTURES,US0000000001,"Buy ${(n % 900) + 1} OSTRAVA VENTURES@388.02 USD (US0000000001)",,USD,-${(((n % 900) + 1) * 388.02).toFixed(2)},USD,100.00,order-${n}`,
  },
]

for (const { format, head, row } of files) {
  const rows = Array.from({ length: total }, (_row, n) => row(n))
  const content = Buffer.from(`${head}\n${rows.join('\n')}\n`)
  const ours = (): Promise<number> =>
    timed(async () => {
      const reading = await readStatementRows(sourceOf(content))
      const ordinals = countOrdinals()
      const fingerprints = new Set<string>()
      let trades = 0
      for await (const line of reading.lines) {
        if (line.fate === 'trade' && line.reason === null) trades++
        fingerprints.add(lineFingerprint(line, ordinals(line)))
      }
      if (reading.format !== format || trades !== total || fingerprints.size !== total)
        throw new Error(`${trades} of ${total} rows of ${reading.format} are trades, ${fingerprints.size} differ.`)
    })
  const bare = (): Promise<number> =>
    timed(async () => {
      let count = 0
      for await (const _record of Readable.from(sourceOf(content)()).pipe(parse())) count++
      if (count !== total + 1) throw new Error('The rows are not there.')
    })
  const { oursMs, bareMs, ratio } = await compare(rounds, ours, bare)
  reportRow({
    what: `100,000 rows of ${format} into lines with fingerprints, against csv-parse alone`,
    value: ratio,
    bar: { atMost: limit },
    figures: `${(oursMs / 1000).toFixed(2)} s / ${(bareMs / 1000).toFixed(2)} s, ${Math.round(total / (oursMs / 1000)).toLocaleString('en')} rows a second`,
  })
}
