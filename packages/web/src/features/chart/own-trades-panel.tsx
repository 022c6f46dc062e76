// Next to the chart: an account's position in the instrument, its open orders and last fills. Lists in words everything
// that the chart marks.
import type { Account } from '@clubfolio/contract'
import { isSameCode } from '@clubfolio/domain'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useLastPrice } from '../../kernel/quote.ts'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { Change } from '../../ui/figure/change.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { accountName } from '../account/account-label.ts'
import { AccountName } from '../account/paper-mark.tsx'
import { useOperations } from '../open-operation/api.ts'
import { atPrice } from '../open-operation/live-operation.ts'
import classes from './level-panel.module.css'
import { describeFillTime } from '../order-text/fill-words.ts'
import { describeOpenOrder, describePosition } from './own-trades.ts'
import type { OwnTradesState } from './use-own-trades.ts'

const shownFills = 5

export function OwnTradesPanel({ symbol, state }: { readonly symbol: string; readonly state: OwnTradesState }) {
  const { account, isShown, setShown, trading } = state
  if (!account.choices || account.choices.length === 0) return null
  return (
    <section className={classes['panel']} aria-label="My trades">
      <div className={classes['row']}>
        <h3 className={`${classes['title']} ${classes['name']}`}>My trades</h3>
        <Toggle label="My trades on the chart" isOn={isShown} onChange={setShown} />
      </div>
      {isShown && state.failure ? (
        <FailedState
          title="Your trades could not be loaded"
          why={state.failure.message}
          onRetry={state.retry}
          isRetrying={false}
        />
      ) : null}
      {trading && account.account ? (
        <CurrencyProvider currency={account.account.currency}>
          <Trading symbol={symbol} account={account.account} trading={trading} state={state} />
        </CurrencyProvider>
      ) : null}
    </section>
  )
}

interface TradingProps {
  readonly symbol: string
  readonly account: Account
  readonly trading: NonNullable<OwnTradesState['trading']>
  readonly state: Pick<OwnTradesState, 'trades' | 'listeners'>
}

function Trading({ symbol, account, trading, state }: TradingProps) {
  if (!trading.isSameMarket)
    return (
      <p className={classes['note']}>
        Account {accountName(account)} trades in another market than the one shown here.
      </p>
    )
  const { position, orders, fills } = trading
  const latest = fills.slice(-shownFills).reverse()
  return (
    <>
      <dl className={classes['facts']} aria-label={`Held in ${accountName(account)}`}>
        <dt>Account</dt>
        <dd>
          <AccountName {...account} />
        </dd>
        <dt>{describePosition(position)}</dt>
        <dd>
          {position ? (
            <>
              at <OwnPrice price={position.averagePrice} />
            </>
          ) : null}
        </dd>
        {position ? <OpenProfit symbol={symbol} number={account.number} /> : null}
      </dl>
      {orders.length > 0 ? (
        <ul className={classes['list']} aria-label="Open orders">
          {orders.map((order) => (
            <OpenOrderRow key={order.orderId} order={order} state={state} />
          ))}
        </ul>
      ) : null}
      {latest.length > 0 ? (
        <ul className={classes['list']} aria-label="Last fills">
          {latest.map(({ id, time, day, side, quantity, price }) => (
            <li key={id} data-side={side} title={describeFillTime({ filledTime: time })}>
              <span>
                {day} {side === 'BUY' ? 'bought' : 'sold'} {formatCount(quantity)}
              </span>
              <OwnPrice price={price} />
            </li>
          ))}
        </ul>
      ) : null}
      {fills.length > latest.length ? (
        <p className={classes['note']}>
          {formatCount(fills.length - latest.length)} earlier ones are marked on the chart.
        </p>
      ) : null}
    </>
  )
}

interface OpenOrderRowProps {
  readonly order: TradingProps['trading']['orders'][number]
  readonly state: TradingProps['state']
}

/** Opens and cancels the order as its line does, also while the line is out of view. */
function OpenOrderRow({ order, state: { trades, listeners } }: OpenOrderRowProps) {
  const words = describeOpenOrder(order)
  const line = trades?.lines.find(({ id }) => id === order.orderId)
  return (
    <li data-side={order.side}>
      {line?.isMovable === true || line?.whyFixed !== undefined ? (
        <UnstyledButton
          className={classes['order']}
          aria-label={`Change ${words}`}
          onClick={() => listeners.onOpen(order.orderId)}
        >
          {words}
        </UnstyledButton>
      ) : (
        <span>{words}</span>
      )}
      <span>{order.price === null ? '' : <OwnPrice price={order.price} />}</span>
      {line?.removal === undefined ? null : (
        <ActionIcon size={22} aria-label={line.removal} onClick={() => listeners.onRemove(order.orderId)}>
          <IconX size={14} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}

/** A price of the account, in its currency. */
const OwnPrice = ({ price }: { readonly price: number }) => <Money value={String(price)} decimals={price < 1 ? 4 : 2} />

/** The open profit of the operations screen, at the current price. */
function OpenProfit({ symbol, number }: { readonly symbol: string; readonly number: string }) {
  const operations = useOperations(number, true)
  const last = useLastPrice(symbol)
  const operation = operations.data?.find(({ code }) => isSameCode(code, symbol))
  if (!operation) return null
  return (
    <>
      <dt>P/L open</dt>
      <dd>
        <Change money={atPrice(operation, last).plOpen} />
      </dd>
    </>
  )
}
