// The label of an account in account pickers.
import type { Account } from '@clubfolio/contract'

/** "1001 · Margin", "1002 · Cash · disabled" */
export const accountLabel = ({ number, type, isActive }: Account): string =>
  `${number} · ${type === 'MARGIN' ? 'Margin' : 'Cash'}${isActive ? '' : ' · disabled'}`
