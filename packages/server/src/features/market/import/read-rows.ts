// Iterates the rows of a file: all lines but the header and empty ones.
import { refuseMisread, type ImportContext } from './import-context.ts'
import type { LineBatch } from './read-lines.ts'

/**
 * Passes each row to `take`, which returns its fault in words or undefined, and calls `settle` after each batch, where
 * a reader waits for the database.
 */
export async function readRows(
  context: ImportContext,
  batches: AsyncIterable<LineBatch>,
  { take, settle }: { take: (text: string, line: number) => string | undefined; settle: () => Promise<void> },
): Promise<void> {
  for await (const { lines, firstLine } of batches) {
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index]!
      const line = firstLine + index
      if (line === 1 || text === '') continue
      context.counts.rowsRead++
      const fault = take(text, line)
      if (fault !== undefined) refuseMisread(context, { line, reason: fault, content: text })
    }
    await settle()
  }
}
