// Words of the year's papers that several parts of the screen share.
import type { FundYear } from '@clubfolio/contract'

type YearState = Pick<FundYear, 'from' | 'to' | 'isClosed'>

/** "2026-01-01 to 2026-12-31. The books of the year are closed: its papers stay as they are." */
export const describeYear = ({ from, to, isClosed }: YearState): string =>
  `${from} to ${to}. ` +
  (isClosed
    ? 'The books of the year are closed: its papers stay as they are.'
    : 'The books of the year are open: figures can still change.')

/** For those who may close the books. */
export const describeOpenYear = (year: YearState): string =>
  year.isClosed ? describeYear(year) : `${describeYear(year)} Close them under Account Mapping, Books, Settings.`
