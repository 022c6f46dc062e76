// The order line of the command palette in the account in view, with the quote and the position that it depends on.
import type { Account } from '@clubfolio/contract'
import { formatCents } from '@clubfolio/domain'
import { useDebouncedValue } from '@mantine/hooks'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { accountName } from '../account/account-label.ts'
import { whyNoOrder } from '../account/why-no-order.ts'
import { useOperations } from '../open-operation/api.ts'
import { useTicketQuote } from './api.ts'
import { heldShares } from './held-shares.ts'
import { parseOrderLine } from './parse-order-line.ts'
import { codeOfLine, type OrderLinePlan, planOrderLine } from './plan-order-line.ts'

const typingMs = 350

export interface AccountOrderLine extends OrderLinePlan {
  /** With its marks; undefined without an account in view. */
  readonly account: string | undefined
}

/** Undefined for words that are no order. `chartCode` is what the chart in view shows. */
export function useOrderLine(text: string, chartCode: string | undefined): AccountOrderLine | undefined {
  const reading = parseOrderLine(text)
  const { account, choices } = useChosenAccount()
  const code = reading === undefined ? undefined : codeOfLine(reading, chartCode)
  const [settledCode] = useDebouncedValue(code, typingMs)
  const isSettled = code !== undefined && code === settledCode
  const accountNumber = account?.isActive ? account.number : ''
  const quote = useTicketQuote(isSettled ? code : undefined, accountNumber)
  const isClosing = reading?.order.side === 'sell' || reading?.order.side === 'cover'
  const operations = useOperations(isClosing && accountNumber !== '' ? accountNumber : undefined, false)
  if (reading === undefined) return undefined
  const plan = planOrderLine(reading, {
    chartCode,
    accountNumber,
    accountValue: account === undefined ? null : formatCents(account.floatValue),
    accountFault: choices === undefined ? undefined : accountFault(account),
    quote,
    held: operations.isError
      ? null
      : operations.data === undefined
        ? undefined
        : heldShares(operations.data, code ?? ''),
  })
  return { ...plan, account: account === undefined ? undefined : accountName(account) }
}

function accountFault(account: Account | undefined): string | undefined {
  if (account === undefined) return 'No account is in view. Choose one in the top bar.'
  if (!account.isActive) return `The account ${account.number} is disabled. Choose another one in the top bar.`
  const why = whyNoOrder(account)
  return why === undefined ? undefined : `${why}.`
}
