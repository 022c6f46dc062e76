// Words of the year's papers that several parts of the screen share.
import type { FundYear } from '@clubfolio/contract'

/** "2026-01-01 to 2026-12-31. The books of the year are closed." */
export const yearState = ({ from, to, isClosed }: Pick<FundYear, 'from' | 'to' | 'isClosed'>): string =>
  `${from} to ${to}. ` +
  (isClosed
    ? 'The books of the year are closed: its papers stay as they are.'
    : 'The books of the year are open: figures can still change. Close them under Account Mapping, Books, Settings.')
