// Two kinds of limits. The guard rails of an account block an order; the questions, for all accounts of the user,
// require a confirmation. An empty field means no limit.
import type { OrderGuardRails, OrderQuestionLimits } from '@clubfolio/contract'
import { formatCents, parseCents } from '@clubfolio/domain'
import { IconShieldCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useGuardRails, useQuestionLimits, useSaveGuardRails, useSaveQuestionLimits } from './api.ts'
import classes from './order-ticket.module.css'

export function GuardRailsModal({
  accountNumber,
  subject,
  onClose,
}: {
  readonly accountNumber: string
  /** The account by name. */
  readonly subject: string
  readonly onClose: () => void
}) {
  const rails = useGuardRails(accountNumber)
  const limits = useQuestionLimits()
  if (rails.data && limits.data)
    return (
      <RailsForm
        accountNumber={accountNumber}
        subject={subject}
        rails={rails.data}
        limits={limits.data}
        onClose={onClose}
      />
    )
  const failed = rails.isError ? rails : limits
  return (
    <Modal isOpen onClose={onClose} title="Guard rails" subject={subject} icon={IconShieldCheck}>
      {failed.isError ? (
        <FailedState
          title="The guard rails could not be loaded"
          why={failed.error.message}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : null}
    </Modal>
  )
}

const moneyFields = [
  ['largestOrder', 'Largest order', 'What one opening order may be worth.'],
  ['largestPosition', 'Largest position', 'What one symbol may be worth after the order is filled.'],
  ['dailyLoss', 'Daily loss', 'After losing this much since the last close, no opening order goes out.'],
] as const

type Typed = Record<keyof OrderGuardRails | keyof OrderQuestionLimits, string>

interface RailsFormProps {
  readonly accountNumber: string
  readonly subject: string
  readonly rails: OrderGuardRails
  readonly limits: OrderQuestionLimits
  readonly onClose: () => void
}

function RailsForm({ accountNumber, subject, rails, limits, onClose }: RailsFormProps) {
  const formId = useId()
  const [typed, setTyped] = useState<Typed>(() => ({
    largestOrder: rails.largestOrder === null ? '' : formatCents(rails.largestOrder),
    largestPosition: rails.largestPosition === null ? '' : formatCents(rails.largestPosition),
    dailyLoss: rails.dailyLoss === null ? '' : formatCents(rails.dailyLoss),
    priceDistance: rails.priceDistance ?? '',
    limitThrough: limits.limitThrough ?? '',
    buyingPower: limits.buyingPower ?? '',
    usualQuantity: limits.usualQuantity ?? '',
  }))
  const saveRails = useSaveGuardRails()
  const saveLimits = useSaveQuestionLimits()
  const faults = faultsOf(typed)
  const save = async (): Promise<void> => {
    const nextRails = {
      largestOrder: centsOf(typed.largestOrder),
      largestPosition: centsOf(typed.largestPosition),
      dailyLoss: centsOf(typed.dailyLoss),
      priceDistance: typed.priceDistance || null,
    }
    const nextLimits = {
      limitThrough: typed.limitThrough || null,
      buyingPower: typed.buyingPower || null,
      usualQuantity: typed.usualQuantity || null,
    }
    try {
      if (contentText(nextRails) !== contentText(rails)) await saveRails.mutateAsync({ accountNumber, ...nextRails })
      if (contentText(nextLimits) !== contentText(limits)) await saveLimits.mutateAsync(nextLimits)
    } catch {
      // The interceptor shows why; the input stays.
      return
    }
    showToast({ tone: 'success', title: 'Success', message: 'The guard rails are saved.' })
    onClose()
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Guard rails"
      subject={subject}
      icon={IconShieldCheck}
      foot={
        <FormFoot
          form={formId}
          submit="Save"
          openCount={Object.keys(faults).length}
          isSubmitting={saveRails.isPending || saveLimits.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        className={classes['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p className={classes['hint']}>
          An order from this account beyond a limit is not sent, and the ticket says why. Getting out of a position is
          never held back by its size. An empty field sets no limit.
        </p>
        {moneyFields.map(([field, label, description]) => (
          <NumericInput
            key={field}
            label={label}
            description={description}
            prefix="$"
            value={typed[field]}
            error={faults[field]}
            onChange={(text) => setTyped((before) => ({ ...before, [field]: text }))}
          />
        ))}
        <NumericInput
          label="Distance from the market"
          description="How far an order's price may be from the last price."
          suffix="%"
          value={typed.priceDistance}
          error={faults.priceDistance}
          onChange={(priceDistance) => setTyped((before) => ({ ...before, priceDistance }))}
        />
        <h3 className={classes['heading']}>Ask me a second time</h3>
        <p className={classes['hint']}>
          For all your accounts: an order beyond one of these is sent once you confirm the figure. An empty field never
          asks. An order equal to one of the last five minutes always asks.
        </p>
        <NumericInput
          label="Limit through the market"
          description="A limit to buy this far above the market, or to sell this far below it."
          suffix="%"
          value={typed.limitThrough}
          error={faults.limitThrough}
          onChange={(limitThrough) => setTyped((before) => ({ ...before, limitThrough }))}
        />
        <NumericInput
          label="Share of buying power"
          description="One order that takes more than this of the buying power."
          suffix="%"
          value={typed.buyingPower}
          error={faults.buyingPower}
          onChange={(buyingPower) => setTyped((before) => ({ ...before, buyingPower }))}
        />
        <NumericInput
          label="Times the usual quantity"
          description="A quantity this many times the median of your last 20 orders."
          suffix="×"
          value={typed.usualQuantity}
          error={faults.usualQuantity}
          onChange={(usualQuantity) => setTyped((before) => ({ ...before, usualQuantity }))}
        />
      </form>
    </Modal>
  )
}

const centsOf = (text: string) => (text === '' ? null : parseCents(text)!)

function faultsOf(typed: Typed): Partial<Typed> {
  const isMoney = (text: string) => text === '' || parseCents(text) !== undefined
  const isNumber = (text: string) => /^(\d{1,4}(\.\d{1,2})?)?$/.test(text)
  const found: Partial<Typed> = {}
  for (const [field] of moneyFields) if (!isMoney(typed[field])) found[field] = 'Enter dollars with at most 2 decimals.'
  for (const field of ['priceDistance', 'limitThrough', 'buyingPower'] as const)
    if (!isNumber(typed[field])) found[field] = 'Enter a percentage.'
  if (!isNumber(typed.usualQuantity) || (typed.usualQuantity !== '' && Number(typed.usualQuantity) <= 1))
    found.usualQuantity = 'Enter a number above 1.'
  return found
}
