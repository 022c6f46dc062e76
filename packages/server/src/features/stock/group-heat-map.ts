// Which instruments of the heat map have a tile of their own, and what becomes of the others. Pure.
// Source: docs/rules/market.md, "Heat map".
import type { HeatMapSector, HeatMapTile } from '@clubfolio/contract'

export interface MapRow extends HeatMapTile {
  readonly sector: string
  /** What its tile is sized by; above zero. */
  readonly size: number
}

interface Member {
  readonly row: MapRow
  readonly isLarge: boolean
}

interface Sum {
  readonly size: number
  readonly figures: NonNullable<HeatMapSector['other']>
}

/**
 * Returns the sectors, largest first. The `limit` largest instruments have tiles; the others of each sector are summed
 * up, unless there is only one, which has its tile too: "Other 1" would hide a name for nothing.
 */
export function groupHeatMap(rows: readonly MapRow[], limit: number): HeatMapSector[] {
  const ordered = rows.toSorted((a, b) => b.size - a.size || (a.code < b.code ? -1 : 1))
  const sectors = new Map<string, Member[]>()
  for (const [rank, row] of ordered.entries()) {
    const members = sectors.get(row.sector) ?? []
    members.push({ row, isLarge: rank < limit })
    sectors.set(row.sector, members)
  }
  return [...sectors]
    .map(([sector, members]) => {
      const small = members.filter(({ isLarge }) => !isLarge)
      const hidden = small.length > 1 ? small.map(({ row }) => row) : []
      const shown = hidden.length > 0 ? members.filter(({ isLarge }) => isLarge) : members
      const { size, figures } = sumUp(members.map(({ row }) => row))
      return {
        size,
        group: {
          sector,
          ...figures,
          tiles: shown.map(({ row }) => toTile(row)),
          other: hidden.length > 0 ? sumUp(hidden).figures : null,
        },
      }
    })
    .toSorted((a, b) => b.size - a.size || (a.group.sector < b.group.sector ? -1 : 1))
    .map(({ group }) => group)
}

const toTile = ({ code, name, changePercent, marketCap, volume }: MapRow): HeatMapTile => ({
  code,
  name,
  changePercent,
  marketCap,
  volume,
})

/** The change is the mean weighted by size; the value is that of the instruments whose value is known. */
function sumUp(rows: readonly MapRow[]): Sum {
  const size = total(rows, (row) => row.size)
  const valued = rows.flatMap(({ marketCap }) => marketCap ?? [])
  return {
    size,
    figures: {
      count: rows.length,
      changePercent: total(rows, (row) => row.changePercent * row.size) / size,
      marketCap: valued.length === 0 ? null : total(valued, (value) => value),
      volume: total(rows, (row) => row.volume),
    },
  }
}

const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)
