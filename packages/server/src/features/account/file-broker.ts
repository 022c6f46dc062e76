// The brokerage that stands for statement files. Its accounts have no login and no wire: their transactions are lines
// of imported statements (docs/decisions/0064-accounts-from-files.md).
import type { BrokerIdentity } from '../../adapters/broker/port.ts'

/** Stored as the brokerage of accounts from files. */
export const fileBrokerName = 'files'

/** `title` is what the owner typed for the broker. */
export const fileBroker = (title: string, isPaper: boolean): BrokerIdentity => ({
  name: fileBrokerName,
  title,
  isPaper,
  isReadOnly: true,
})

export const isFileAccount = ({ broker }: { readonly broker: string }): boolean => broker === fileBrokerName
