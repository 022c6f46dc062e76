// Why an account takes no orders: one sentence for every control that would send, change or cancel one.
import type { Account } from '@clubfolio/contract'

/** Undefined where orders can be sent. */
export const whyNoOrder = (account: Pick<Account, 'isReadOnly'> | undefined): string | undefined =>
  account?.isReadOnly ? 'The account is read only' : undefined
