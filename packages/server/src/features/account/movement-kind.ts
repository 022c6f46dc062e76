// Classifies which transactions are movements between the account and the outside world, as the fund's books count them
// (docs/rules/fund.md, "Matching"). Everything else happens inside the account and is result.
import type { BrokerTransaction } from '../../adapters/broker/port.ts'

const cashKinds = new Set([
  'CASH_RECEIPT',
  'CASH_DISBURSEMENT',
  'ACH_RECEIPT',
  'ACH_DISBURSEMENT',
  'WIRE_IN',
  'WIRE_OUT',
  'ELECTRONIC_FUND',
  'JOURNAL',
])
const deliveryKind = 'RECEIVE_AND_DELIVER'

/**
 * Shares from a split, merger or spin-off are not money from outside; only the broker's description tells them apart.
 */
const corporateAction = /\b(split|merger|spin|spun|reorgani[sz]ation|exchange|name change|conversion)/i

type Described = Pick<BrokerTransaction, 'kind' | 'description'>

export const isCashMovement = ({ kind }: Described): boolean => cashKinds.has(kind)

/** Returns whether the owner delivered securities in or out; they count at the day's close. */
export const isDelivery = ({ kind, description }: Described): boolean =>
  kind === deliveryKind && !corporateAction.test(description)

/** Returns whether a corporate action added or removed shares; the position's cost is unchanged. */
export const isCorporateAction = ({ kind, description }: Described): boolean =>
  kind === deliveryKind && corporateAction.test(description)
