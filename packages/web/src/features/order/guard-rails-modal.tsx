// Two kinds of limits. The guard rails of an account block an order, each with what it holds at present; the questions,
// for all accounts of the user, require a confirmation. An empty field means no limit.
import type { AccountLimitState, LimitUse, OrderGuardRails, OrderQuestionLimits } from '@clubfolio/contract'
import { limitNames } from '@clubfolio/domain'
import { Input, SegmentedControl, Switch, Textarea } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { contentText } from '../../kernel/content-text.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { showToast } from '../../ui/toast.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { useGuardRails, useQuestionLimits, useSaveGuardRails, useSaveQuestionLimits } from './api.ts'
import classes from './guard-rails-modal.module.css'
import { LimitMeter } from './limit-meter.tsx'
import { railsFaults, typedQuestions, railsOf, typedRails, type TypedRails } from './rails-form.ts'
import { useLimitState } from './use-limit-state.ts'

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
  const state = useLimitState(accountNumber)
  if (rails.data && limits.data)
    return (
      <RailsForm
        accountNumber={accountNumber}
        subject={subject}
        rails={rails.data}
        limits={limits.data}
        state={state.data}
        onClose={onClose}
      />
    )
  const failed = rails.isError ? rails : limits
  return (
    <Modal isOpen onClose={onClose} title="Guard rails" subject={subject} icon={IconShieldCheck}>
      <FailedQuery query={failed} title="The guard rails could not be loaded" />
    </Modal>
  )
}

interface RailsFormProps {
  readonly accountNumber: string
  readonly subject: string
  readonly rails: OrderGuardRails
  readonly limits: OrderQuestionLimits
  /** Undefined until it is known: the limits can be changed without it. */
  readonly state: AccountLimitState | undefined
  readonly onClose: () => void
}

function RailsForm({ accountNumber, subject, rails, limits, state, onClose }: RailsFormProps) {
  const formId = useId()
  const [typed, setTyped] = useState(() => typedRails(rails, limits))
  const saveRails = useSaveGuardRails()
  const saveLimits = useSaveQuestionLimits()
  const faults = railsFaults(typed)
  const change = (part: Partial<TypedRails>) => setTyped((before) => ({ ...before, ...part }))
  const save = async (): Promise<void> => {
    const nextRails = railsOf(typed)
    const nextLimits = typedQuestions(typed)
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
  const meters = (...measures: LimitUse['measure'][]) =>
    (state?.uses ?? [])
      .filter(({ measure }) => measures.includes(measure))
      .map((use) => <LimitMeter key={use.measure} use={use} />)
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
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (Object.keys(faults).length === 0) void save()
        }}
      >
        <p className={classes['hint']}>
          An order beyond a limit is not sent, and the ticket says what would fit. What closes a position or lowers its
          risk always goes out. An empty field sets no limit.
        </p>
        <LockedNote state={state} />
        <Group title="The day" meters={meters('dailyLoss')}>
          <NumericInput
            label="Daily loss"
            description="Realised and open, since the last close. Then no entries until the next session."
            prefix="$"
            value={typed.dailyLoss}
            error={faults.dailyLoss}
            onChange={(dailyLoss) => change({ dailyLoss })}
          />
          <Switch
            label="Cancel working entries when it is reached"
            checked={typed.cancelsEntries}
            onChange={({ currentTarget }) => change({ cancelsEntries: currentTarget.checked })}
          />
        </Group>
        <Group title="Heat" meters={meters('openHeat', 'openHeatPercent')}>
          <p className={classes['hint']}>
            What all positions and working entries lose at their stops. A spread counts its greatest loss.
          </p>
          <div className={classes['pair']}>
            <NumericInput
              label="Open heat"
              prefix="$"
              value={typed.openHeat}
              error={faults.openHeat}
              onChange={(openHeat) => change({ openHeat })}
            />
            <NumericInput
              label="Open heat in percent"
              suffix="%"
              value={typed.openHeatPercent}
              error={faults.openHeatPercent}
              onChange={(openHeatPercent) => change({ openHeatPercent })}
            />
          </div>
          <NumericInput
            label="Without a stop"
            description="What a position without a stop counts, in percent of its value; empty for all of it."
            suffix="%"
            value={typed.heatWithoutStop}
            error={faults.heatWithoutStop}
            onChange={(heatWithoutStop) => change({ heatWithoutStop })}
          />
        </Group>
        <Group title="Size" meters={meters('largestPosition', 'largestPositionPercent')}>
          <NumericInput
            label="Largest order"
            description="What one opening order may be worth."
            prefix="$"
            value={typed.largestOrder}
            error={faults.largestOrder}
            onChange={(largestOrder) => change({ largestOrder })}
          />
          <div className={classes['pair']}>
            <NumericInput
              label="Largest position"
              prefix="$"
              value={typed.largestPosition}
              error={faults.largestPosition}
              onChange={(largestPosition) => change({ largestPosition })}
            />
            <NumericInput
              label="Largest position in percent"
              suffix="%"
              value={typed.largestPositionPercent}
              error={faults.largestPositionPercent}
              onChange={(largestPositionPercent) => change({ largestPositionPercent })}
            />
          </div>
          <p className={classes['hint']}>
            A position is everything in one underlying: its shares, its contracts and its working entries. Percentages
            are of the account value.
          </p>
        </Group>
        <Group title="Positions and symbols" meters={meters('openPositions')}>
          <NumericInput
            label="Open positions"
            description="Working entries in other symbols count."
            value={typed.openPositions}
            error={faults.openPositions}
            onChange={(openPositions) => change({ openPositions })}
          />
          <Input.Wrapper label="Symbols" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Symbols"
              data={symbolRules}
              value={typed.symbolRule}
              onChange={(symbolRule) => change({ symbolRule: isRule(symbolRule) ? symbolRule : '' })}
            />
          </Input.Wrapper>
          {typed.symbolRule === '' ? null : (
            <Textarea
              label={typed.symbolRule === 'ALLOW' ? 'Only these may be opened' : 'These may not be opened'}
              description="Symbols, separated by commas or spaces. A contract counts by its underlying."
              autosize
              minRows={2}
              value={typed.symbols}
              error={faults.symbols}
              onChange={({ currentTarget }) => change({ symbols: currentTarget.value })}
            />
          )}
        </Group>
        <Group title="Slips">
          <NumericInput
            label="Distance from the market"
            description="How far an order's price may be from the last price."
            suffix="%"
            value={typed.priceDistance}
            error={faults.priceDistance}
            onChange={(priceDistance) => change({ priceDistance })}
          />
        </Group>
        <Group title="Ask me a second time">
          <p className={classes['hint']}>
            For all your accounts: an order beyond one of these is sent once you confirm the figure. An empty field
            never asks. An order equal to one of the last five minutes always asks.
          </p>
          <NumericInput
            label="Limit through the market"
            description="A limit to buy this far above the market, or to sell this far below it."
            suffix="%"
            value={typed.limitThrough}
            error={faults.limitThrough}
            onChange={(limitThrough) => change({ limitThrough })}
          />
          <NumericInput
            label="Share of buying power"
            description="One order that takes more than this of the buying power."
            suffix="%"
            value={typed.buyingPower}
            error={faults.buyingPower}
            onChange={(buyingPower) => change({ buyingPower })}
          />
          <NumericInput
            label="Times the usual quantity"
            description="A quantity this many times the median of your last 20 orders."
            suffix="×"
            value={typed.usualQuantity}
            error={faults.usualQuantity}
            onChange={(usualQuantity) => change({ usualQuantity })}
          />
        </Group>
      </form>
    </Modal>
  )
}

const symbolRules = [
  { value: '', label: 'All' },
  { value: 'ALLOW', label: 'Only these' },
  { value: 'BLOCK', label: 'All but these' },
]

const isRule = (text: string): text is 'ALLOW' | 'BLOCK' => text === 'ALLOW' || text === 'BLOCK'

interface GroupProps {
  readonly title: string
  readonly meters?: ReactNode
  readonly children: ReactNode
}

function Group({ title, meters, children }: GroupProps) {
  return (
    <section className={classes['group']} aria-label={title}>
      <h3>{title}</h3>
      {meters}
      {children}
    </section>
  )
}

const listFormat = new Intl.ListFormat('en')

/** A limit that was reached today is not loosened today. */
function LockedNote({ state }: { readonly state: AccountLimitState | undefined }) {
  if (state === undefined || state.reached.length === 0) return null
  const words = state.reached.includes('dailyLoss')
    ? 'The daily loss was reached today: no limit can be loosened before the next session.'
    : `Reached today: ${listFormat.format(state.reached.map((kind) => limitNames[kind]))}. It can be loosened in the ` +
      'next session.'
  return <WarningBar icon={IconLock}>{`${words} Tighter limits are saved at any time.`}</WarningBar>
}
