// Option management: one company as a bubble, its chain, the strategy ticket beside it, pictures of its activity, and
// the open options of the account.
// Source: docs/rules/trading.md, "Option management".
import type { OptionContract } from '@clubfolio/contract'
import { Button, Drawer, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { api } from '../../kernel/api.ts'
import { useChosenCompany } from '../../kernel/company-choice.ts'
import { useMarketState } from '../../kernel/market-state.ts'
import { openOrderTicket } from '../../kernel/order-ticket.ts'
import { useLastPrice } from '../../kernel/quote.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { BubbleTag } from '../../ui/bubble-tag.tsx'
import { CompanySearch } from '../../ui/company-search.tsx'
import { formatDay } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { NoTradingAccount } from '../account/no-trading-account.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { SmilePicture, StrikeBars } from './activity-pictures.tsx'
import { useChains, useExpirations, usePositionGreeks, windowDays } from './api.ts'
import { contractsOf, expirationsOf, nearestExpiration, chainRows } from './chain.ts'
import type { PriceSide } from './chain-desk.tsx'
import { ChainView } from './chain-view.tsx'
import { OptionPositions } from './option-positions.tsx'
import classes from './option.module.css'
import { strategyChain } from './strategy-figures.ts'
import { daysOfForm, emptyForm } from './strategy-form.ts'
import { StrategyPicker } from './strategy-picker.tsx'
import { StrategyTicket } from './strategy-ticket.tsx'
import { useStrategyActions, useStrategyForm } from './use-strategy-form.ts'

const isoDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .or(z.literal(''))
  .catch('')
const views = ['chain', 'activity', 'positions'] as const
const Place = z.object({
  code: z.string().max(24).catch(''),
  call: isoDay,
  put: isoDay,
  view: z.enum(views).catch('chain'),
})
const dayFormat = 'YYYY-MM-DD'
const search = (keyword: string, signal: AbortSignal) =>
  api.stock.searchByKeyword({ params: { keyword } }, { signal, ownMessage: true })

export function OptionScreen() {
  useDocumentTitle('Option Management')
  const [place, setPlace] = useUrlState(Place)
  const chosen = useChosenAccount()
  const { data: market } = useMarketState()
  const number = chosen.account?.number
  const today = market ? formatDay(market.marketTime) : undefined
  const asked = useMemo(
    () => (place.code !== '' && number !== undefined ? { code: place.code, accountNumber: number } : undefined),
    [place.code, number],
  )
  const span = useMemo(
    () =>
      today === undefined
        ? undefined
        : { fromDate: today, toDate: dayjs(today).add(windowDays, 'day').format(dayFormat) },
    [today],
  )
  const state = useStrategyForm()
  const { form, setForm, roll } = state
  const isPhone = usePhone()
  const expirations = useExpirations(asked)
  const greeks = usePositionGreeks(number)

  const known = expirations.data?.map(({ expirationDate }) => expirationDate)
  const wanted = [place.call, place.put, ...daysOfForm(form)]
  const chains = useChains(asked, span, known === undefined ? [] : wanted.filter((day) => known.includes(day)))
  const { chain } = chains
  const listed = known ?? (chain ? expirationsOf(chain) : [])
  const dayOf = (day: string): string | undefined =>
    day !== '' && listed.includes(day) ? day : nearestExpiration(listed, today ?? '')
  const days = { CALL: dayOf(place.call), PUT: dayOf(place.put) }
  // A click on a price needs the expirations: the chain waits for them.
  const rows =
    chain === undefined || expirations.isPending || days.CALL === undefined || days.PUT === undefined
      ? undefined
      : chainRows(contractsOf(chain, 'CALL', days.CALL), contractsOf(chain, 'PUT', days.PUT))
  const options = useMemo(() => (chain === undefined ? undefined : strategyChain(chain)), [chain])
  const ground =
    options === undefined || expirations.isPending || days.CALL === undefined
      ? undefined
      : { chain: options, expirations: listed, day: days.CALL }
  const actions = useStrategyActions(state, ground, place.code)

  const choose = useCallback(
    (code: string) => {
      setForm(emptyForm)
      setPlace({ code, call: '', put: '' })
    },
    [setForm, setPlace],
  )
  useChosenCompany(choose)
  const pick = (contract: OptionContract, side: PriceSide, isAdding: boolean): void => {
    if (actions.pick(contract, side, isAdding) || number === undefined) return
    const price = side === 'BUY' ? contract.ask : contract.bid
    const held = greeks.data?.positions.find(({ code }) => code === contract.symbol)?.quantity ?? 0
    openOrderTicket({
      accountNumber: number,
      code: contract.symbol,
      directionality: side === 'BUY' ? 'BUY' : held > 0 ? 'SELL' : 'SELL_SHORT',
      orderType: 'LIMIT',
      quantity: '1',
      ...(price === null ? {} : { price: price.toFixed(2) }),
    })
  }

  const account = chosen.account
  const openCount = greeks.data?.positions.filter(({ contract }) => contract !== null).length ?? 0
  const hasTicket = form.choice !== undefined || form.own.length > 0
  const ticket =
    chain !== undefined && account && hasTicket ? (
      <StrategyTicket
        // A review is of one account's order: another account in view ends it.
        key={account.number}
        form={form}
        onChange={setForm}
        chain={chain}
        expirations={listed}
        account={account}
        held={greeks.data?.positions}
      />
    ) : null
  const positions =
    account && number !== undefined ? (
      <OptionPositions
        greeks={greeks}
        accountNumber={number}
        whyNoOrder={whyNoOrder(account)}
        onShow={(underlying) => {
          setForm(emptyForm)
          setPlace({ code: underlying, call: '', put: '', view: 'chain' })
        }}
        onRoll={(position) => {
          roll(position)
          setPlace({ code: position.underlying, call: '', put: '', view: 'chain' })
        }}
      />
    ) : null

  return (
    <>
      <PageHead title="Option Management" />
      <div className={classes['choice']}>
        <div className={classes['search']}>
          <CompanySearch label="Company of the options" search={search} onChoose={({ code }) => choose(code)} />
        </div>
        {place.code === '' ? null : (
          <>
            <BubbleTag title={place.code} size="medium" showCloseButton onClose={() => choose('')} />
            <Underlying code={place.code} quoted={chain?.price ?? null} />
          </>
        )}
      </div>
      {!account && (chosen.failure || chosen.choices) ? (
        <Panel>
          <NoTradingAccount chosen={chosen} purpose="Option chains come from the market data of your brokerage." />
        </Panel>
      ) : place.code === '' ? (
        <>
          <Panel>
            <EmptyState
              title="Choose a company"
              words={
                'Search a company above to see its calls and puts: prices, activity, implied volatility and greeks ' +
                'of every strike, for every day on which they expire.'
              }
            />
          </Panel>
          {positions === null ? null : (
            <div className={classes['below']}>
              <Panel title="Open options">{positions}</Panel>
            </div>
          )}
        </>
      ) : chains.failure && !chain ? (
        <Panel>
          <FailedState
            title="The option chain could not be loaded"
            why={chains.failure.message}
            onRetry={chains.retry}
            isRetrying={chains.isFetching}
          />
        </Panel>
      ) : expirations.data?.length === 0 ? (
        <Panel>
          <EmptyState
            title={`No options on ${place.code}`}
            words={
              'The market of this account lists no options of this company. The simulated market has them for its ' +
              'shares and funds; imported and replayed prices bring none.'
            }
          />
        </Panel>
      ) : (
        <>
          <StrategyPicker chosen={state.strategy} onChoose={actions.start} />
          <div className={classes['grid']} data-ticket={(ticket !== null && !isPhone) || undefined}>
            <Panel isRefreshing={chains.isFetching}>
              <Tabs
                value={place.view}
                onChange={(view) => setPlace({ view: views.find((one) => one === view) ?? 'chain' })}
                keepMounted={false}
              >
                <Tabs.List className={classes['tabs'] ?? ''}>
                  <Tabs.Tab value="chain">Chain</Tabs.Tab>
                  <Tabs.Tab value="activity">Activity and smile</Tabs.Tab>
                  <Tabs.Tab value="positions">{`Open options${openCount === 0 ? '' : ` ${openCount}`}`}</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="chain">
                  {chains.failure ? (
                    <FailedState
                      title="The chain could not be loaded"
                      why={chains.failure.message}
                      onRetry={chains.retry}
                      isRetrying={chains.isFetching}
                    />
                  ) : null}
                  <ChainView
                    code={place.code}
                    rows={rows}
                    expirations={expirations.data ?? []}
                    days={days}
                    onDays={({ CALL, PUT }) =>
                      setPlace({ ...(CALL ? { call: CALL } : {}), ...(PUT ? { put: PUT } : {}) })
                    }
                    price={chain?.price ?? null}
                    legs={actions.legs}
                    onPick={pick}
                  />
                </Tabs.Panel>
                <Tabs.Panel value="activity">
                  <div className={classes['pictures']}>
                    <p className={classes['fact']}>{`Expiration ${days.CALL ?? ''}`}</p>
                    <StrikeBars rows={rows ?? []} price={chain?.price ?? null} title="Volume" field="totalVolume" />
                    <StrikeBars
                      rows={rows ?? []}
                      price={chain?.price ?? null}
                      title="Open interest"
                      field="openInterest"
                    />
                    <SmilePicture rows={rows ?? []} price={chain?.price ?? null} />
                  </div>
                </Tabs.Panel>
                <Tabs.Panel value="positions">{positions}</Tabs.Panel>
              </Tabs>
            </Panel>
            {ticket === null || isPhone ? null : (
              <div className={classes['ticket']}>
                <Panel>{ticket}</Panel>
              </div>
            )}
          </div>
          {isPhone && ticket !== null ? (
            <>
              <div className={classes['phoneBar']}>
                <Button fullWidth onClick={() => state.setOpen(true)}>
                  {`Strategy · ${actions.legs.size} ${actions.legs.size === 1 ? 'leg' : 'legs'}`}
                </Button>
              </div>
              <Drawer.Root
                opened={state.isOpen}
                onClose={() => state.setOpen(false)}
                position="bottom"
                size="92%"
                padding="xs"
              >
                <Drawer.Overlay />
                <Drawer.Content>
                  {/* Without the role axe counts a second page banner. */}
                  <Drawer.Header role="presentation" className={classes['sheetHead'] ?? ''}>
                    <Drawer.Title>Strategy</Drawer.Title>
                    <Drawer.CloseButton aria-label="Close" size="lg" />
                  </Drawer.Header>
                  <Drawer.Body>{ticket}</Drawer.Body>
                </Drawer.Content>
              </Drawer.Root>
            </>
          ) : null}
        </>
      )}
    </>
  )
}

/** Name and price of the company; the chain's price until the live one arrives. */
function Underlying({ code, quoted }: { readonly code: string; readonly quoted: number | null }) {
  const last = useLastPrice(code)
  const { data: company } = useQuery({
    queryKey: ['stock', 'fundamental', code],
    queryFn: ({ signal }) => api.stock.fundamental({ body: { symbol: code } }, { signal, ownMessage: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const price = last ?? quoted
  return (
    <>
      {company ? <span className={classes['name']}>{company.name}</span> : null}
      {price === null ? null : <span className={classes['price']}>{formatMoney(String(price))}</span>}
    </>
  )
}
