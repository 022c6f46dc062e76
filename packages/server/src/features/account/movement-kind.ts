// Which transactions are movements between the account and the outside world, as the books of the fund count them
// (fund-accounting rule 4). Everything else happens inside the account and is result.
import type { BrokerTransaction } from '../../adapters/broker/port.ts'

const cashKinds = new Set([
  'CASH_RECEIPT', 'CASH_DISBURSEMENT', 'ACH_RECEIPT', 'ACH_DISBURSEMENT', 'WIRE_IN', 'WIRE_OUT', 'ELECTRONIC_FUND', 'JOURNAL',
])
const deliveryKind = 'RECEIVE_AND_DELIVER'

/** Shares that come from a split, merger or spin-off are no money from outside; the broker's words are all that tells. */
const corporateAction = /\b(split|merger|spin|spun|reorgani[sz]ation|exchange|name change|conversion)/i

type Described = Pick<BrokerTransaction, 'kind' | 'description'>

export const isCashMovement = ({ kind }: Described): boolean => cashKinds.has(kind)

/** Securities delivered in or out by the owner: they count at the day's close. */
export const isDelivery = ({ kind, description }: Described): boolean => kind === deliveryKind && !corporateAction.test(description)

/** Shares added or taken by a corporate action: the cost of the position stays as it was. */
export const isCorporateAction = ({ kind, description }: Described): boolean => kind === deliveryKind && corporateAction.test(description)
