// GET account and account/configurations: an account's balances, and the settings that the brokerage has for it.

import { previousSession } from '@clubfolio/domain'
import type { AccountPicture } from '../../account/read-account.ts'
import { balanceOf } from '../../account/value-account.ts'
import type { AccountType } from '../../kind/account-kind.ts'
import { larger } from '../../money/decimal.ts'
import { cents } from '../../money/money.ts'
import { centsText } from '../kernel/amount-text.ts'
import { instantText } from '../kernel/alpaca-time.ts'

/** Long and written options on margin may be combined; a cash account only buys them and writes covered ones. */
const OPTION_LEVELS: Readonly<Record<AccountType, number>> = { MARGIN: 3, CASH: 2 }

/** Returns how many dollars of buying power one dollar of funds is. */
export function multiplierOf(accountType: AccountType): string {
  return accountType === 'MARGIN' ? '2' : '1'
}

/** Returns the answer to GET account. */
export function alpacaAccountWire(picture: AccountPicture, openedAt: Date): object {
  const { account, state, dayStart } = picture
  const now = balanceOf(picture)
  const before = balanceOf({ ...picture, ...dayStart })
  const free = balanceOf({ ...picture, reserved: cents(0n) })
  const level = OPTION_LEVELS[account.accountType]
  return {
    id: account.accountId,
    account_number: account.accountNumber,
    status: 'ACTIVE',
    currency: 'USD',
    cash: centsText(picture.cash),
    portfolio_value: centsText(now.equity),
    equity: centsText(now.equity),
    last_equity: centsText(before.equity),
    balance_asof: previousSession(state.marketDay),
    long_market_value: centsText(now.longValue),
    short_market_value: centsText(-now.shortValue),
    buying_power: centsText(now.buyingPower),
    regt_buying_power: centsText(now.buyingPower),
    daytrading_buying_power: centsText(now.dayTradingBuyingPower),
    non_marginable_buying_power: centsText(now.availableFunds),
    options_buying_power: centsText(now.availableFunds),
    initial_margin: centsText(larger(free.equity - free.availableFunds, 0n)),
    maintenance_margin: centsText(now.maintenanceRequirement),
    last_maintenance_margin: centsText(before.maintenanceRequirement),
    sma: centsText(now.availableFunds),
    multiplier: multiplierOf(account.accountType),
    accrued_fees: '0',
    pending_transfer_in: '0',
    pending_transfer_out: '0',
    intraday_adjustments: '0',
    daytrade_count: 0,
    pattern_day_trader: false,
    shorting_enabled: account.accountType === 'MARGIN',
    trade_suspended_by_user: false,
    trading_blocked: false,
    transfers_blocked: false,
    account_blocked: false,
    options_approved_level: level,
    options_trading_level: level,
    created_at: instantText(openedAt),
  }
}

/** Returns the settings of an account. All of them follow from its type; none can be changed. */
export function configurationWire(accountType: AccountType): Readonly<Record<string, unknown>> {
  return {
    dtbp_check: 'entry',
    pdt_check: 'entry',
    trade_confirm_email: 'none',
    suspend_trade: false,
    no_shorting: accountType === 'CASH',
    fractional_trading: false,
    max_margin_multiplier: multiplierOf(accountType),
    max_options_trading_level: OPTION_LEVELS[accountType],
    ptp_no_exception_entry: false,
    disable_overnight_trading: true,
  }
}
