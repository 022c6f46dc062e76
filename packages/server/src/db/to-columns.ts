// Maps the fields of a call to the columns that store them, listed once per table. A field that no column is named for
// does not compile, so a new field of the contract cannot be dropped in silence.
import type { Tables } from './tables.ts'

/** The column of a table for each field. */
export type ColumnNames<Input, Table extends keyof Tables> = Readonly<Record<keyof Input, keyof Tables[Table] & string>>

type Columns<Input, Names extends Readonly<Record<keyof Input, string>>> = {
  [Field in keyof Input as Names[Field]]: Input[Field]
}

/**
 * Returns the columns of the given fields. An absent field has none, so an update leaves its column as it is:
 * `toColumns({ firstName: 'Ann', phone: undefined }, { firstName: 'first_name', phone: 'phone' })` is
 * `{ first_name: 'Ann' }`.
 */
export function toColumns<Input extends object, Names extends Readonly<Record<keyof Input, string>>>(
  input: Input,
  names: Names,
): Columns<Input, Names> {
  const nameOf: Readonly<Record<string, string>> = names
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets which key got which value
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [[nameOf[field], value]])),
  ) as Columns<Input, Names>
}

/**
 * Does nothing. It fails to compile while `rest` has a field, for use cases whose fields are not columns of one table:
 * they take each field of their input by name and pass what is left.
 */
export const noFieldLeft = (_rest: Readonly<Record<string, never>>): void => undefined
