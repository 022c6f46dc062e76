// The sectors of the answer as groups of a treemap, and as rows of a table. Pure.
import type { HeatMapSector, HeatMapSize, HeatMapTile, ListTiming } from '@clubfolio/contract'
import { formatBigNumber } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { heatTone } from '../../ui/treemap/heat-tone.ts'
import type { TreemapGroup, TreemapTile } from '../../ui/treemap/treemap.tsx'
import { changeWords, toneSteps } from './heat-map-place.ts'

export interface HeatMapView {
  readonly timing: ListTiming
  readonly size: HeatMapSize
  readonly onOpen: (code: string) => void
  /** Absent while only one sector is shown. */
  readonly onSector?: ((sector: string) => void) | undefined
}

export interface HeatMapRow extends Omit<HeatMapTile, 'code'> {
  /** Null for the instruments without a tile of their own. */
  readonly code: string | null
  readonly sector: string
}

type Figures = Pick<HeatMapTile, 'changePercent' | 'marketCap' | 'volume'>

const signed = (percent: number): string => formatPercent(percent, { isSigned: true })

const sizeOf = ({ marketCap, volume }: Figures, size: HeatMapSize): number =>
  size === 'MARKET_CAP' ? (marketCap ?? 0) : volume

const capWords = ({ marketCap }: Figures): string =>
  marketCap === null ? 'market cap not known' : `market cap ${formatBigNumber(marketCap)}`
const volumeWords = ({ volume }: Figures): string => `average volume ${formatBigNumber(volume)}`

/** `AAPL, +1.25%, Information Technology, market cap 2.90B` */
const spoken = (label: string, sector: string, figures: Figures, size: HeatMapSize): string =>
  [label, signed(figures.changePercent), sector, (size === 'MARKET_CAP' ? capWords : volumeWords)(figures)].join(', ')

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const otherName = (count: number): string => `Other ${count}`

export function mapGroups(sectors: readonly HeatMapSector[], view: HeatMapView): TreemapGroup[] {
  const { onSector } = view
  return sectors.map((group) => ({
    id: group.sector,
    title: group.sector,
    figure: signed(group.changePercent),
    ...(onSector ? { onOpen: () => onSector(group.sector) } : {}),
    tiles: [...group.tiles.map((tile) => tileOf(tile, group.sector, view)), ...otherTile(group, view)],
  }))
}

function tileOf(tile: HeatMapTile, sector: string, { timing, size, onOpen }: HeatMapView): TreemapTile {
  return {
    id: tile.code,
    label: tile.code,
    figure: signed(tile.changePercent),
    size: sizeOf(tile, size),
    tone: heatTone(tile.changePercent, toneSteps[timing]),
    spoken: spoken(tile.code, sector, tile, size),
    details: [tile.code, tile.name, sector, ...detailsOf(tile, timing)],
    onOpen: () => onOpen(tile.code),
  }
}

/** Opens its sector; where that is all there is, it only says what it holds. */
function otherTile({ sector, other }: HeatMapSector, { timing, size, onSector }: HeatMapView): TreemapTile[] {
  if (other === null) return []
  const label = otherName(other.count)
  return [
    {
      // No code has a space.
      id: 'the others',
      label,
      figure: signed(other.changePercent),
      size: sizeOf(other, size),
      tone: heatTone(other.changePercent, toneSteps[timing]),
      spoken: spoken(label, sector, other, size),
      details: [`${label} of ${sector}`, 'Together, the change by size', ...detailsOf(other, timing)],
      ...(onSector ? { onOpen: () => onSector(sector) } : {}),
    },
  ]
}

const detailsOf = (figures: Figures, timing: ListTiming): string[] => [
  `${signed(figures.changePercent)} ${changeWords[timing]}`,
  capital(capWords(figures)),
  capital(volumeWords(figures)),
]

export const mapRows = (sectors: readonly HeatMapSector[]): HeatMapRow[] =>
  sectors.flatMap(({ sector, tiles, other }) => [
    ...tiles.map((tile) => ({ ...tile, sector })),
    ...(other === null ? [] : [{ ...other, code: null, name: otherName(other.count), sector }]),
  ])
