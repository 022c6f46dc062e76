import { absent } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'

/** "+140.3", "-2.0" */
export const formatShares = (shares: number | null): string =>
  shares === null ? absent : `${shares > 0 ? '+' : ''}${formatCount(shares.toFixed(1))}`
