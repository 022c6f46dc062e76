// Refusals of a whole file. A row that cannot be understood is no refusal: it becomes an `unread` line.

/**
 * - `emptyFile`: no bytes, or nothing but white space.
 * - `notAStatement`: a picture, an archive, a web page, binary data.
 * - `brokenEncoding`: bytes that are no text in any supported encoding, or text in two encodings.
 * - `unknownFormat`: a readable file of a form that no reader knows.
 * - `tooLong`: a row or an element beyond the limit, mostly because of a quotation mark that is never closed.
 * - `cutOff`: the file ends within a row, an element or a character.
 * - `joinedFiles`: the headings or the root come again, so that rows of overlapping exports would count twice.
 * - `brokenMarkup`: XML or OFX that is not well-formed.
 * - `undecidedDates`: every date reads both with the month and with the day first.
 * - `contradictoryDates`: some dates read only with the month first and others only with the day first.
 */
export const statementFileFaults = [
  'emptyFile',
  'notAStatement',
  'brokenEncoding',
  'unknownFormat',
  'tooLong',
  'cutOff',
  'joinedFiles',
  'brokenMarkup',
  'undecidedDates',
  'contradictoryDates',
] as const
export type StatementFileFault = (typeof statementFileFaults)[number]

/** A refusal of the whole file. The message is for people and says what to do. */
export class StatementFileError extends Error {
  override readonly name = 'StatementFileError'
  readonly fault: StatementFileFault
  /** The line of the file, counted from 1; null where the fault is the file's as a whole. */
  readonly line: number | null

  constructor(fault: StatementFileFault, message: string, line: number | null = null) {
    super(message)
    this.fault = fault
    this.line = line
  }
}

/** Two exports in one file, of which the second begins on a line. */
export const joinedFiles = (line: number): StatementFileError =>
  new StatementFileError(
    'joinedFiles',
    `The file holds two exports: the second one begins on line ${line}. Take each in on its own, so that ` +
      'no row counts twice.',
    line,
  )
