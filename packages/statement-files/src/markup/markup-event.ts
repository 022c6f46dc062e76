// The parts of an XML or OFX file, one after the other.
import { StatementFileError } from '../statement-file-error.ts'

export type MarkupEvent =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: Readonly<Record<string, string>>
      /** The line on which the element begins. */
      readonly line: number
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close'; readonly name: string }

/** No element, attribute or text of a statement is longer. */
export const mostElementCharacters = 1_000_000

/** Elements of a statement are nested about ten deep. */
export const mostDepth = 100

export const cutOffMarkup = (line: number): StatementFileError =>
  new StatementFileError('cutOff', 'The file ends before its last element. Export the statement again.', line)

export const brokenMarkup = (line: number): StatementFileError =>
  new StatementFileError(
    'brokenMarkup',
    `The elements of the file are broken on line ${line}. Export the statement again, and do not edit it.`,
    line,
  )

export const tooLongElement = (line: number): StatementFileError =>
  new StatementFileError(
    'tooLong',
    `An element is longer than ${mostElementCharacters} characters. Export the statement again.`,
    line,
  )
