// Classifies which transactions are movements between the account and the outside world, as the fund's books count them
// (docs/rules/fund.md, "Matching"). Everything else happens inside the account and is result.
import type { BrokerWord, TransactionKind } from '../../adapters/broker/broker-words.ts'

const cashKinds: ReadonlySet<string> = new Set<TransactionKind>([
  'CASH_RECEIPT',
  'CASH_DISBURSEMENT',
  'ACH_RECEIPT',
  'ACH_DISBURSEMENT',
  'WIRE_IN',
  'WIRE_OUT',
  'ELECTRONIC_FUND',
  'JOURNAL',
])
const deliveryKind: TransactionKind = 'RECEIVE_AND_DELIVER'

/**
 * Shares from a split, merger or spin-off are not money from outside; only the broker's description tells them apart.
 */
const corporateAction = /\b(split|merger|spin|spun|reorgani[sz]ation|exchange|name change|conversion)/i

/** A transaction as the brokerage reports it, or as it is stored. A kind without a word of ours moves nothing. */
interface Described {
  readonly kind: BrokerWord<string>
  readonly description: string
}

export const isCashMovement = ({ kind }: Described): boolean => typeof kind === 'string' && cashKinds.has(kind)

/** Returns whether the owner delivered securities in or out; they count at the day's close. */
export const isDelivery = ({ kind, description }: Described): boolean =>
  kind === deliveryKind && !corporateAction.test(description)

/** Returns whether a corporate action added or removed shares; the position's cost is unchanged. */
export const isCorporateAction = ({ kind, description }: Described): boolean =>
  kind === deliveryKind && corporateAction.test(description)
