// Reads a statement file: recognises its format by its content and returns every row with its fate, one by one.
import type { DateOrder } from '@clubfolio/domain'
import { decodeText, findEncoding, type TextEncoding } from './decode-text.ts'
import { joinSplits } from './join-split.ts'
import type { ColumnMapping } from './mapped/column-mapping.ts'
import type { MarkupEvent } from './markup/markup-event.ts'
import { readElements } from './markup/markup-format.ts'
import { sgmlEvents } from './markup/sgml-events.ts'
import { xmlEvents } from './markup/xml-events.ts'
import { recogniseFormat, type Recognised } from './recognise-format.ts'
import { sourceOf, type StatementSource } from './statement-source.ts'
import type { Statement, StatementClaim, StatementFormat, StatementLine } from './statement-line.ts'
import type { StatementFacts } from './table/table-format.ts'
import { findDateOrder } from './table/find-date-order.ts'
import { readTableLines } from './table/read-table-lines.ts'

export interface ReadOptions {
  /** How dates with the year last are written, where a person knows it and the file does not show it. */
  readonly dateOrder?: DateOrder
  /** What the columns mean. A file that is read by a mapping is not recognised by its content. */
  readonly mapping?: ColumnMapping
}

/** A statement whose rows are still to be read. */
export interface StatementReading {
  readonly format: StatementFormat
  readonly encoding: TextEncoding
  /**
   * The lines, in the order of the file, once. They may end in a `StatementFileError` after any number of lines, so
   * nothing may be taken in before the last one.
   */
  readonly lines: AsyncIterable<StatementLine>
  /** What the file says about itself; complete after the last line. */
  readonly facts: {
    readonly accountNumber: string | null
    readonly baseCurrency: string | null
    readonly claims: readonly StatementClaim[]
  }
}

/**
 * Recognises a file and starts to read it. Memory does not grow with the file: it is opened again for each pass, once
 * to find the encoding, once to find the order of its dates where the brokerage leaves that open, once for the rows.
 * Throws `StatementFileError`.
 * @example
 * const reading = await readStatementRows(() => createReadStream(path))
 * for await (const line of reading.lines) console.log(line.line, line.fate)
 * console.log(reading.facts.claims)
 */
export async function readStatementRows(source: StatementSource, options: ReadOptions = {}): Promise<StatementReading> {
  const encoding = await findEncoding(source)
  const texts = (): AsyncIterable<string> => decodeText(source, encoding)
  const recognised = await recogniseFormat(texts, options.mapping)
  const facts: StatementFacts = { accountNumber: null, baseCurrency: null, claims: [] }
  const lines = joinSplits(await openLines(recognised, texts, facts, options))
  return { format: recognised.reader.format, encoding, lines, facts }
}

async function openLines(
  recognised: Recognised,
  texts: () => AsyncIterable<string>,
  facts: StatementFacts,
  options: ReadOptions,
): Promise<AsyncIterable<StatementLine>> {
  if (recognised.kind === 'markup') {
    const events = (): AsyncIterable<MarkupEvent> =>
      recognised.syntax === 'xml' ? xmlEvents(texts()) : sgmlEvents(texts())
    return readElements(events, await recognised.reader.prepare(events, { facts, dateOrder: options.dateOrder }))
  }
  const { reader, delimiter, headRow } = recognised
  const { dates, dateColumns } = reader
  const watched = { delimiter, headRow, stated: options.dateOrder, columns: dateColumns }
  const dateOrder = dates === 'watched' ? await findDateOrder(texts, watched) : dates
  return readTableLines(texts(), { reader, delimiter, headRow, facts, dateOrder })
}

/**
 * Reads a small file as a whole.
 * @example
 * const { format, lines } = await readStatement(await readFile('history.csv'))
 */
export async function readStatement(content: Uint8Array, options: ReadOptions = {}): Promise<Statement> {
  const reading = await readStatementRows(sourceOf(content), options)
  const lines: StatementLine[] = []
  for await (const line of reading.lines) lines.push(line)
  return { format: reading.format, ...reading.facts, lines }
}
