// The confirmation of an order of several legs: exactly this order, what the brokerage says of it, and the questions
// that have to be answered. Only Put sends.
// Source: docs/rules/trading.md, "Order entry".
import type { Account, OrderPreview } from '@clubfolio/contract'
import { describeContract } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../ui/format/money.ts'
import { showToast } from '../../ui/toast.tsx'
import { describeAccount } from '../order/confirmation-rows.ts'
import { Note, obstacles, remarks } from '../order/order-effect.tsx'
import { describeWaiting, OrderQuestions, useOrderAnswers } from '../order/order-questions.tsx'
import { formatSide } from '../order/order-side.ts'
import { useLate } from '../order/use-late.ts'
import { usePutSpread, useSpreadPreview } from './api.ts'
import { type SpreadTerms, spreadOf } from './strategy-figures.ts'
import classes from './strategy.module.css'

export interface SpreadReviewProps extends Omit<SpreadTerms, 'accountNumber'> {
  readonly account: Account
  readonly onBack: () => void
  readonly onSent: () => void
}

export function SpreadReview({ account, onBack, onSent, ...terms }: SpreadReviewProps) {
  // The order as of pressing Review: prices that move meanwhile do not change it.
  const [review, setReview] = useState(() => ({
    id: crypto.randomUUID(),
    order: spreadOf({ ...terms, accountNumber: account.number }),
  }))
  const putRef = useRef<HTMLButtonElement>(null)
  const { data: preview, error } = useSpreadPreview(review.id, review.order)
  const isLate = useLate(review.id)
  const answers = useOrderAnswers(review.id)
  const put = usePutSpread()
  useEffect(() => putRef.current?.focus(), [])

  const questions = preview?.questions ?? []
  const against = preview === undefined ? [] : obstacles({ preview })
  const openCount = questions.filter(({ id }) => !answers.answered.has(id)).length
  const hasAnswer = preview !== undefined
  const canPut = hasAnswer ? against.length === 0 && openCount === 0 : isLate
  const { legs, quantity, priceType, netPrice, duration } = review.order
  const send = () => {
    if (!canPut || put.isPending) return
    put.mutate(
      { ...review.order, answered: questions.map(({ id }) => id) },
      {
        onSuccess: ({ message }) => {
          showToast({ tone: 'success', title: 'Success', message })
          onSent()
        },
        // The interceptor shows why. The questions may have changed since: the same order is asked about again.
        onError: () => setReview((before) => ({ ...before, id: crypto.randomUUID() })),
      },
    )
  }
  return (
    <>
      <p className={classes['question']}>Do you want to put this order?</p>
      <ul className={classes['plan']} aria-label="Order">
        {legs.map(({ ticket, instruction, ratio }) => (
          <li key={ticket}>
            <strong>{`${formatSide(instruction)} ${Number(ratio) * Number(quantity)}`}</strong>{' '}
            {describeContract(ticket)}
          </li>
        ))}
      </ul>
      <dl className={classes['facts']} aria-busy={!hasAnswer}>
        <div>
          <dt>Account</dt>
          <dd>{describeAccount(review.order.accountNumber, account)}</dd>
        </div>
        <div>
          <dt>{priceType === 'NET_CREDIT' ? 'Net credit' : priceType === 'NET_DEBIT' ? 'Net debit' : 'Net price'}</dt>
          <dd>{netPrice === null ? 'Even' : formatMoney(netPrice)}</dd>
        </div>
        <div>
          <dt>Units</dt>
          <dd>{quantity}</dd>
        </div>
        <div>
          <dt>Good</dt>
          <dd>{duration === 'GOOD_TILL_CANCEL' ? 'Till cancelled' : 'Day'}</dd>
        </div>
        {preview === undefined ? null : <BrokerFigures preview={preview} />}
      </dl>
      <ul className={classes['notes']} aria-label="Warnings">
        {against.map((text) => (
          <Note key={text} text={text} isReject />
        ))}
        {(preview === undefined ? [] : remarks({ preview })).map(({ text }) => (
          <Note key={text} text={text} />
        ))}
        {hasAnswer || !isLate ? null : (
          <Note
            text={
              `No preview is available${error ? `: ${error.message}` : '.'} The cost and any reason to refuse the ` +
              'order are not known.'
            }
          />
        )}
      </ul>
      {against.length > 0 ? null : <OrderQuestions questions={questions} isSending={put.isPending} {...answers} />}
      <div className={classes['foot']}>
        <span role="status" className={classes['waiting']}>
          {describeWaiting({ hasAnswer, isLate, isBlocked: against.length > 0, openCount })}
        </span>
        <Button variant="default" onClick={onBack} disabled={put.isPending}>
          Back
        </Button>
        {/* aria-disabled keeps the focus: Enter does nothing until the preview arrives. */}
        <Button
          ref={putRef}
          onClick={send}
          loading={put.isPending}
          aria-disabled={!canPut}
          data-disabled={!canPut || undefined}
        >
          Put order
        </Button>
      </div>
    </>
  )
}

function BrokerFigures({ preview }: { readonly preview: OrderPreview }) {
  const { buyingPowerBefore, buyingPowerAfter, greatestLoss, commission } = preview
  return (
    <>
      <div>
        <dt>Buying power after</dt>
        <dd>
          {formatMoney(buyingPowerAfter)}
          <small>{`before ${formatMoney(buyingPowerBefore)}`}</small>
        </dd>
      </div>
      {greatestLoss === null ? null : (
        <div>
          <dt>Greatest loss</dt>
          <dd data-tone="loss">{formatMoney(greatestLoss)}</dd>
        </div>
      )}
      {commission === null ? null : (
        <div>
          <dt>Commission</dt>
          <dd>{formatMoney(commission)}</dd>
        </div>
      )}
    </>
  )
}
