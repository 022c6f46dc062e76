// Figures of allocations as text.
import { formatPercent } from '../../ui/format/percent.ts'
import { absent } from '../../ui/format/money.ts'

/** `formatPoints(4.2)` is "+4.20 pts": the difference of two percents. */
export const formatPoints = (points: number | null): string =>
  points === null ? absent : `${formatPercent(points, { isSigned: true }).slice(0, -1)} pts`

/** `trimDecimals('12.500000')` is "12.5", and "100" stays. */
export const trimDecimals = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
