// Refuses a file whose prices are not those of the instrument that they would be added to: two files must never mix
// silently in one instrument. Source: docs/rules/market.md, "Two files of one instrument".
import { formatNumber } from './import-words.ts'
import type { ImportContext } from './import-context.ts'
import { UnreadableFile } from './read-lines.ts'

/** Files of different sources round differently; closes further apart than this are of different prices. */
const largestDifference = 0.01
/** Up to this many differing days are conflicts of single lines. */
const fewDays = 2
const mostDiffering = 0.1

interface Mixed {
  readonly code: string
  readonly shared: number
  readonly differing: number
}

const isFar = (one: string, other: string): string =>
  `abs(${one} - ${other}) > ${largestDifference} * least(${one}, ${other})`

/**
 * Compares staged days with stored ones, in shares as traded: the close of a split-adjusted file is multiplied by the
 * splits between its day and the last day of the file, as far as either file states them.
 */
export async function refuseMixedDays(
  context: ImportContext,
  staging: string,
  adjustedThrough: string | null,
): Promise<void> {
  const asTraded = (table: string, through: string): string =>
    `${table}.close * case when ${through} is null then 1 else (select coalesce(exp(sum(ln(p.value::float8))), 1)
      from split p where p.instrument_id = ${table}.instrument_id and p.day > ${table}.day and p.day <= ${through}) end`
  await refuseMixed(
    context,
    `with split as materialized (
       select distinct on (instrument_id, day) instrument_id, day, value from (
         select instrument_id, day, value from corporate_action where kind = 'SPLIT' and value > 0
           and instrument_id in (select instrument_id from ${staging})
         union all select instrument_id, day, split from ${staging} where split > 0
       ) every
       order by instrument_id, day
     ),
     compared as (
       select s.instrument_id, ${isFar('s.close', 'b.close')} and ${isFar(
         `(${asTraded('s', '$1::date')})`,
         `(${asTraded('b', 'b.adjusted_through')})`,
       )} as differs
       from ${staging} s join daily_bar b using (instrument_id, day)
     )`,
    [adjustedThrough],
  )
}

/** Compares staged minutes with stored ones; the span covers all staged minutes. */
export async function refuseMixedMinutes(
  context: ImportContext,
  staging: string,
  { first, last }: { readonly first: Date; readonly last: Date },
): Promise<void> {
  await refuseMixed(
    context,
    `with compared as (
       select s.instrument_id, ${isFar('s.close', 'b.close')} as differs
       from ${staging} s join minute_bar b on b.instrument_id = s.instrument_id and b.at = s.at
         and b.at between $1 and $2
     )`,
    [first, last],
  )
}

async function refuseMixed(context: ImportContext, compared: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await context.client.query<Mixed>(
    `${compared}
     select i.code, c.shared, c.differing
     from (select instrument_id, count(*)::int as shared, count(*) filter (where differs)::int as differing
       from compared group by instrument_id) c
     join instrument i on i.id = c.instrument_id
     where c.differing > ${fewDays} and c.differing > ${mostDiffering} * c.shared
     order by c.differing desc, i.code limit 1`,
    [...values],
  )
  const [mixed] = rows
  if (mixed) throw new UnreadableFile(describe(mixed, context.fileCode !== undefined))
}

function describe({ code, shared, differing }: Mixed, hasFileCode: boolean): string {
  return (
    `The prices are not those of ${code} that are stored: of ${formatNumber(shared)} bars in both, ` +
    `${formatNumber(differing)} differ by more than 1 percent. ` +
    (hasFileCode
      ? 'If the file is of another symbol, say which: on the page Market Data, or by command with --symbol. '
      : '') +
    `If it is the better source, replace the stored bars: "Replace bars that differ", or by command --replace.`
  )
}
