// Which calendar year the days of a statement are. Independent of the database.
import { marketDay, type MarketDay } from '@clubfolio/domain'

/**
 * Returns the one calendar year whose days a statement covers, or undefined. The first year of a fund begins with its
 * opening, because a schedule states it from there.
 * Example: `coveredYear({ from: '2025-12-01', to: '2025-12-31' }, marketDay('2025-12-01'))` is 2025, and from
 * 2025-12-02 on it is undefined.
 */
export function coveredYear(
  { from, to }: { readonly from: string; readonly to: string },
  openingDay: MarketDay,
): number | undefined {
  const year = to.slice(0, 4)
  const firstDay = marketDay(`${year}-01-01`)
  const isWhole =
    from.startsWith(year) && to.endsWith('-12-31') && from <= (firstDay > openingDay ? firstDay : openingDay)
  return isWhole ? Number(year) : undefined
}
