// What a reader of elements is.
import type { DateOrder } from '@clubfolio/domain'
import type { StatementFormat, StatementLine } from '../statement-line.ts'
import type { StatementFacts } from '../table/table-format.ts'
import type { MarkupEvent } from './markup-event.ts'

export type EventSource = () => AsyncIterable<MarkupEvent>

export interface MarkupOptions {
  readonly facts: StatementFacts
  /** The order that a person states for dates with the year last. */
  readonly dateOrder: DateOrder | undefined
}

export interface MarkupFormat {
  readonly format: StatementFormat
  /** Reads what has to be known first in passes of its own, then returns the reader of the rows. */
  prepare(events: EventSource, options: MarkupOptions): Promise<ElementReader>
}

export interface ElementReader {
  read(event: MarkupEvent): readonly StatementLine[]
}

/** Reads the rows of a file of elements, one by one. */
export async function* readElements(events: EventSource, reader: ElementReader): AsyncGenerator<StatementLine> {
  for await (const event of events()) yield* reader.read(event)
}
