// The strategy ticket: its legs, its net price, what it can win and lose, and its payoff. Review shows the brokerage's
// answer before anything is sent. An order of one leg goes on in the order ticket.
import type { Account, PositionGreeks } from '@clubfolio/contract'
import { type MarginKind, type PositionLeg, strategyNames } from '@clubfolio/domain'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowsExchange, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import type { Decimal } from 'decimal.js'
import { useMemo, useState } from 'react'
import { openOrderTicket, type OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { whyNoOrder } from '../account/why-no-order.ts'
import { TicketMoney } from '../order/ticket-money.tsx'
import { type LoadedChain, shortDay } from './chain.ts'
import { LegList } from './leg-list.tsx'
import { PayoffPicture } from './payoff-picture.tsx'
import { SpreadReview } from './spread-review.tsx'
import {
  figuresOf,
  instructionOfLeg,
  strategyChain,
  type StrategyFigures,
  strategyFault,
  turnOverOf,
} from './strategy-figures.ts'
import {
  emptyForm,
  hasRight,
  hasSide,
  hasWidth,
  legsOfForm,
  movedChoice,
  type StrategyForm,
  withOwnLegs,
} from './strategy-form.ts'
import { StrategyResult } from './strategy-result.tsx'
import classes from './strategy.module.css'

export interface StrategyTicketProps {
  readonly form: StrategyForm
  readonly onChange: (form: StrategyForm) => void
  readonly chain: LoadedChain
  readonly expirations: readonly string[]
  readonly account: Account
  /** The account's positions; undefined while they are loading. */
  readonly held: readonly PositionGreeks[] | undefined
}

const none: readonly PositionGreeks[] = []

export function StrategyTicket({ form, onChange, chain, expirations, account, held = none }: StrategyTicketProps) {
  const [isReviewing, setReviewing] = useState(false)
  const strategies = useMemo(() => strategyChain(chain), [chain])
  const { legs, missing } = useMemo(() => legsOfForm(form, strategies), [form, strategies])
  const accountType: MarginKind = account.type
  const figures = useMemo(
    () => figuresOf({ form, legs: legs ?? [], chain, held, accountType }),
    [form, legs, chain, held, accountType],
  )
  const name = strategyNames[form.choice?.strategy ?? 'OWN']
  const fault =
    whyNoOrder(account) ??
    missing ??
    strategyFault(legs ?? [], figures) ??
    turnOverOf(legs ?? [], (code) => heldOf(held, code), figures.units)
  const close = () => onChange(emptyForm)
  if (isReviewing && legs !== null && figures.net !== null)
    return (
      <section className={classes['ticket']} aria-label="Strategy">
        <TicketHead name={name} code={chain.code} onClose={close} />
        <TicketMoney account={account} />
        <SpreadReview
          account={account}
          legs={legs.map((leg) => ({
            leg,
            instruction: instructionOfLeg(leg, heldOf(held, leg.code), figures.units),
          }))}
          units={figures.units}
          net={figures.net}
          duration={form.duration}
          onBack={() => setReviewing(false)}
          onSent={() => {
            setReviewing(false)
            close()
          }}
        />
      </section>
    )
  const [single] = legs ?? []
  const isSingle = legs?.length === 1
  return (
    <section className={classes['ticket']} aria-label="Strategy">
      <TicketHead name={name} code={chain.code} onClose={close} />
      <TicketMoney account={account} />
      <ChoiceControls form={form} onChange={onChange} chain={strategies} expirations={expirations} />
      {missing === null ? null : <p className={classes['missing']}>{missing}</p>}
      {legs === null ? null : (
        <LegList
          legs={legs}
          chain={strategies}
          expirations={expirations}
          onChange={(own) => onChange(withOwnLegs(form, own))}
        />
      )}
      {isSingle ? null : <PriceFields form={form} figures={figures} onChange={onChange} />}
      {figures.priced === null ? null : (
        <>
          <StrategyResult figures={figures} priced={figures.priced} />
          <PayoffPicture
            position={figures.priced.position}
            outcome={figures.priced.outcome}
            label={`${chain.code} ${name.toLowerCase()}`}
          />
        </>
      )}
      <div className={classes['foot']}>
        <DisabledReason reason={fault}>
          <Button
            onClick={() =>
              isSingle && single !== undefined
                ? openOrderTicket(singleTicket(single, account.number, { units: form.units, held }))
                : setReviewing(true)
            }
          >
            {isSingle ? 'Continue in the order ticket' : 'Review order'}
          </Button>
        </DisabledReason>
      </div>
    </section>
  )
}

const heldOf = (held: readonly PositionGreeks[], code: string): number =>
  held.find((position) => position.code === code)?.quantity ?? 0

/** Returns the order ticket of one leg, at its mid. */
function singleTicket(
  { code, quantity, mark }: PositionLeg,
  accountNumber: string,
  { units, held }: { readonly units: string; readonly held: readonly PositionGreeks[] },
): OrderTicketRequest {
  const directionality = quantity > 0 ? 'BUY' : heldOf(held, code) > 0 ? 'SELL' : 'SELL_SHORT'
  return {
    accountNumber,
    code,
    directionality,
    quantity: String(Math.abs(quantity) * Math.max(1, Number(units) || 1)),
    ...(mark === null ? {} : { orderType: 'LIMIT', price: mark }),
  }
}

function TicketHead({
  name,
  code,
  onClose,
}: {
  readonly name: string
  readonly code: string
  readonly onClose: () => void
}) {
  return (
    <div className={classes['head']}>
      <h2>
        {name} <span className={classes['subject']}>{code}</span>
      </h2>
      <ActionIcon size={24} aria-label="Clear the strategy" onClick={onClose}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}

interface ChoiceControlsProps extends Pick<StrategyTicketProps, 'form' | 'onChange' | 'expirations'> {
  readonly chain: ReturnType<typeof strategyChain>
}

const widths = Array.from({ length: 10 }, (_, n) => String(n + 1))

/** What a strategy leaves to choose; own legs are changed one by one. */
function ChoiceControls({ form, onChange, chain, expirations }: ChoiceControlsProps) {
  const { choice } = form
  if (choice === undefined) return null
  const { strategy, side, right, width } = choice
  const change = (changed: Partial<typeof choice>): void =>
    onChange({ ...form, choice: { ...choice, ...changed }, net: '' })
  const move = (steps: number) => {
    const moved = movedChoice(choice, chain, steps)
    return moved === undefined ? undefined : () => onChange({ ...form, choice: moved, net: '' })
  }
  const [down, up] = [move(-1), move(1)]
  return (
    <div className={classes['controls']}>
      {hasSide(strategy) ? (
        <NativeSelect
          size="xs"
          label="Side"
          value={side}
          data={[
            { value: 'BUY', label: 'Buy' },
            { value: 'SELL', label: 'Sell' },
          ]}
          onChange={(event) => change({ side: event.currentTarget.value === 'SELL' ? 'SELL' : 'BUY' })}
        />
      ) : null}
      {hasRight(strategy) ? (
        <NativeSelect
          size="xs"
          label="Of"
          value={right}
          data={[
            { value: 'CALL', label: 'Calls' },
            { value: 'PUT', label: 'Puts' },
          ]}
          onChange={(event) => change({ right: event.currentTarget.value === 'PUT' ? 'PUT' : 'CALL' })}
        />
      ) : null}
      <NativeSelect
        size="xs"
        label="Expires"
        value={choice.expiration}
        data={expirations.map((day) => ({ value: day, label: shortDay(day, expirations[0]) }))}
        onChange={(event) => change({ expiration: event.currentTarget.value })}
      />
      {strategy === 'CALENDAR' ? (
        <NativeSelect
          size="xs"
          label="Later leg"
          value={choice.laterExpiration}
          data={expirations
            .filter((day) => day > choice.expiration)
            .map((day) => ({ value: day, label: shortDay(day, expirations[0]) }))}
          onChange={(event) => change({ laterExpiration: event.currentTarget.value })}
        />
      ) : null}
      {hasWidth(strategy) ? (
        <NativeSelect
          size="xs"
          label="Width"
          value={String(width)}
          data={widths.map((steps) => ({ value: steps, label: steps === '1' ? '1 strike' : `${steps} strikes` }))}
          onChange={(event) => change({ width: Number(event.currentTarget.value) })}
        />
      ) : null}
      <span className={classes['move']}>
        <DisabledReason reason={down === undefined ? 'The chain has no lower strike' : undefined}>
          <ActionIcon variant="default" aria-label="Lower strikes" onClick={down}>
            <IconChevronLeft size={16} />
          </ActionIcon>
        </DisabledReason>
        <DisabledReason reason={up === undefined ? 'The chain has no higher strike' : undefined}>
          <ActionIcon variant="default" aria-label="Higher strikes" onClick={up}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </DisabledReason>
      </span>
    </div>
  )
}

const netWords = (net: Decimal | null): string =>
  net === null
    ? '--'
    : `${formatMoney(net.abs().toFixed(2))}${net.isZero() ? '' : net.isNegative() ? ' credit' : ' debit'}`

interface PriceFieldsProps {
  readonly form: StrategyForm
  readonly figures: StrategyFigures
  readonly onChange: (form: StrategyForm) => void
}

function PriceFields({ form, figures: { quote, net }, onChange }: PriceFieldsProps) {
  const take = (price: Decimal | null) => () => {
    if (price !== null) onChange({ ...form, net: price.abs().toFixed(2), isCredit: price.isNegative() })
  }
  const isCredit = form.net === '' ? (net?.isNegative() ?? false) : form.isCredit
  const turn = () =>
    onChange({
      ...form,
      net: form.net === '' ? (quote.mid?.abs().toFixed(2) ?? '') : form.net,
      isCredit: !isCredit,
    })
  return (
    <>
      <div className={classes['prices']}>
        <NumericInput
          label="Units"
          value={form.units}
          onChange={(units) => onChange({ ...form, units })}
          className={classes['units'] ?? ''}
        />
        <NumericInput
          label={isCredit ? 'Net credit' : 'Net debit'}
          prefix="$"
          value={form.net === '' ? (quote.mid?.abs().toFixed(2) ?? '') : form.net}
          isProposed={form.net === ''}
          onChange={(text) => onChange({ ...form, net: text, isCredit })}
          rightSection={
            <ActionIcon size={22} aria-label={isCredit ? 'Pay instead' : 'Receive instead'} onClick={turn}>
              <IconArrowsExchange size={14} />
            </ActionIcon>
          }
        />
        <NativeSelect
          label="Good"
          value={form.duration}
          data={[
            { value: 'DAY', label: 'Day' },
            { value: 'GOOD_TILL_CANCEL', label: 'Till cancelled' },
          ]}
          onChange={(event) =>
            onChange({ ...form, duration: event.currentTarget.value === 'DAY' ? 'DAY' : 'GOOD_TILL_CANCEL' })
          }
        />
      </div>
      <div className={classes['quotes']}>
        <Button variant="subtle" size="xs" onClick={() => onChange({ ...form, net: '' })}>
          {`Mid ${netWords(quote.mid)}`}
        </Button>
        <Button variant="subtle" size="xs" onClick={take(quote.natural)}>
          {`Natural ${netWords(quote.natural)}`}
        </Button>
      </div>
    </>
  )
}
