// The rule of split adjustment as SQL, for every statement that reads bars: a bar is divided by the factor of the
// segment that its day lies in, or the day through which its file had already adjusted it, if that is later. The same
// rule on values is `splitFactor` of the domain, which split-factor.test.ts compares with this. A text and not a view:
// the statements read thousands of bars by their key, and their plans stay as they were measured.
// Source: docs/rules/market.md, "Storage".

/** Returns whether the segment is the one of the bar; both are aliases of the statement. */
function isSegmentOf(bar: string, segment: string): string {
  const day = `greatest(${bar}.day, ${bar}.adjusted_through)`
  return `${segment}.instrument_id = ${bar}.instrument_id
    and ${day} >= ${segment}.from_day and ${day} < ${segment}.until_day`
}

/** Returns the factor of a bar as an expression; 1 where no split came after it. */
export const splitFactorOf = (bar: string): string =>
  `coalesce((select g.factor from split_segment g where ${isSegmentOf(bar, 'g')}), 1)`

/** Returns the join that offers the segment of each bar as `segment`; its factor is null where no split came after. */
export const splitSegmentJoin = (bar: string, segment: string): string =>
  `left join split_segment ${segment} on ${isSegmentOf(bar, segment)}`
