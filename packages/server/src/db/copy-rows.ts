// Rows into a table by COPY, as fast as the database takes them: the text format, its escapes, back-pressure and the
// count of what arrived. Backups do not come here: they move the text of whole tables between a file and COPY without
// looking at rows (backup/).
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { toError } from '../kernel/to-error.ts'

/** Amount of text buffered before it is sent to the database. */
const pieceLetters = 1 << 16
/** So that no statement runs as long as a large file takes. */
const defaultRowsPerCopy = 1_000_000

/**
 * Only `text` may hold any character; the others are written as they come, because what PostgreSQL reads as a number, a
 * day, an instant or an id holds none that COPY gives a meaning to.
 */
export type CopyType = 'uuid' | 'text' | 'date' | 'timestamptz' | 'integer' | 'float8' | 'numeric'
export type CopyColumns = Readonly<Record<string, CopyType>>
/** Numbers may come as text, so that no digit of a file is lost. */
export type CopyRow<Columns extends CopyColumns> = { readonly [Name in keyof Columns]: string | number | null }

export interface RowCopy<Columns extends CopyColumns> {
  put(row: CopyRow<Columns>): void
  /** Sends what is buffered once it is worth it, and waits for a database that is slower than the caller. */
  settle(): Promise<void>
}

export interface CopyTarget<Columns extends CopyColumns> {
  readonly table: string
  readonly columns: Columns
  readonly rowsPerCopy?: number
}

/** Returns the columns as `create table` takes them. */
export const columnsAsDeclared = (columns: CopyColumns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')

/**
 * Copies the rows that `write` puts and returns how many there were. When `write` fails, the statement fails with its
 * error; the caller rolls the transaction back.
 */
export async function copyRows<Columns extends CopyColumns>(
  client: PoolClient,
  { table, columns, rowsPerCopy = defaultRowsPerCopy }: CopyTarget<Columns>,
  write: (copy: RowCopy<Columns>) => Promise<void>,
): Promise<number> {
  const rowText = rowWriter(columns)
  let failure: Error | undefined
  /** The database may have ended the statement while the caller was busy with something else. */
  const requireRunning = (): void => {
    if (failure !== undefined) throw failure
  }
  const begin = (): CopyStreamQuery => {
    const begun = client.query(copyFrom(`copy ${table} (${Object.keys(columns).join(', ')}) from stdin`))
    // Without a listener an error that comes while nobody waits for the stream would end the process.
    begun.on('error', (error) => (failure ??= error))
    return begun
  }
  let copy = begin()
  let piece = ''
  let [rows, total] = [0, 0]
  const complete = async (): Promise<void> => {
    requireRunning()
    copy.end(piece)
    piece = ''
    await finished(copy)
    if (copy.rowCount !== rows) throw new Error(`${rows} rows were copied to ${table}, ${copy.rowCount} arrived`)
    total += rows
    rows = 0
  }
  try {
    await write({
      put(row) {
        piece += rowText(row)
        rows++
      },
      async settle() {
        requireRunning()
        if (rows >= rowsPerCopy) {
          await complete()
          copy = begin()
        }
        if (piece.length <= pieceLetters) return
        const isTaken = copy.write(piece)
        piece = ''
        if (!isTaken) await once(copy, 'drain')
      },
    })
    await complete()
  } catch (error) {
    copy.destroy(toError(error))
    throw error
  }
  return total
}

const copyNull = String.raw`\N`
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escape = (text: string): string => text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter]!)

function rowWriter<Columns extends CopyColumns>(columns: Columns): (row: CopyRow<Columns>) => string {
  const written = Object.entries(columns)
  return (row) => {
    let text = ''
    let separator = ''
    for (const [name, type] of written) {
      const value = row[name] ?? null
      text += separator
      separator = '\t'
      if (value === null) text += copyNull
      else text += type === 'text' ? escape(String(value)) : value
    }
    return `${text}\n`
  }
}
