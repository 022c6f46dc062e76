// The orders that would bring the account closer to its targets. Nothing is sent from here: each line opens the
// ordinary ticket with its confirmation. Source: docs/rules/target-allocation.md, "Proposal".
import { type Account, type Allocation, ApiError, type OrderProposal } from '@clubfolio/contract'
import { parseCents, toCents } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { useFormatAmount } from '../../ui/figure/currency.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatTime } from '../../ui/format/date.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { describeGain } from './gain-words.ts'
import { ProposalForm, type ProposalFields } from './proposal-form.tsx'
import { ProposalLeaves } from './proposal-leaves.tsx'
import { ProposedOrders } from './proposed-orders.tsx'
import classes from './proposal.module.css'
import { useLastProposal, useProposal } from './target-api.ts'

export interface ProposalViewProps {
  readonly account: Account
  readonly allocation: Allocation
  readonly onTargets: () => void
}

const cents = (typed: string) => parseCents(typed) ?? toCents(0n)

export function ProposalView({ account, allocation, onTargets }: ProposalViewProps) {
  const proposal = useProposal()
  const last = useLastProposal(allocation.accountId)
  const { error } = proposal
  const data = last?.proposal
  if (allocation.version === 0)
    return (
      <Panel>
        <EmptyState
          title="No targets yet"
          words="A proposal brings the account closer to its targets. Set them first."
          actions={<Button onClick={onTargets}>Set targets</Button>}
        />
      </Panel>
    )
  const propose = async ({ mode, smallestOrder, feePerOrder, neverSold }: ProposalFields) => {
    const terms = { mode, smallestOrder: cents(smallestOrder), feePerOrder: cents(feePerOrder), neverSold }
    // The screen shows why there is no proposal.
    await proposal.mutateAsync({ accountId: allocation.accountId, ...terms }).catch(() => undefined)
  }
  return (
    <div className={classes['screen']}>
      <Panel isPadded isRefreshing={proposal.isPending}>
        <ProposalForm
          allocation={allocation}
          asked={last?.asked}
          isAgain={data !== undefined}
          isAsking={proposal.isPending}
          onPropose={propose}
        />
      </Panel>
      {error ? (
        <Panel>
          <FailedState
            title="No orders could be proposed"
            why={error.message}
            onRetry={() => proposal.variables && proposal.mutate(proposal.variables)}
            isRetrying={proposal.isPending}
          />
          {error instanceof ApiError && error.body.refusal === 'targetPlanMissing' ? (
            <div className={classes['way']}>
              <Button onClick={onTargets}>Set targets</Button>
            </div>
          ) : null}
        </Panel>
      ) : null}
      {data && !error ? (
        <Proposed proposal={data} account={account} isStale={data.version !== allocation.version} />
      ) : null}
    </div>
  )
}

interface ProposedProps {
  readonly proposal: OrderProposal
  readonly account: Account
  /** The targets were changed after the proposal. */
  readonly isStale: boolean
}

function Proposed({ proposal, account, isStale }: ProposedProps) {
  const format = useFormatAmount()
  const { orders, notes, gain, isWithinBands, readAt } = proposal
  return (
    <>
      {isStale ? <WarningBar>The targets were changed after this proposal. Propose again.</WarningBar> : null}
      <FigureRow isBoxed label="Proposal">
        <Figure label="Cash before">
          <Money value={proposal.cash} />
        </Figure>
        <Figure label="Sales">
          <Money value={proposal.sales} />
        </Figure>
        <Figure label="Purchases">
          <Money value={proposal.purchases} />
        </Figure>
        <Figure label="Fees">
          <Money value={proposal.fees} />
        </Figure>
        <Figure label="Spread" meaning="What purchases are expected to cost beyond the last price.">
          <Money value={proposal.spread} />
        </Figure>
        <Figure label="Cash after">
          <Money value={proposal.cashAfter} />
        </Figure>
        <Figure label="Realised gain" meaning="What the sales would realise before fees, first in, first out.">
          {proposal.sales === 0n ? '--' : <Money value={gain.total} isSigned />}
        </Figure>
      </FigureRow>
      <Panel title={`Orders as of ${formatTime(readAt)}`}>
        {orders.length === 0 ? (
          <EmptyState
            title="Nothing to do"
            words={
              isWithinBands
                ? 'Every class is in its band. No order is proposed.'
                : 'Some classes are outside their band, but in this mode no order of ' +
                  `${format(proposal.smallestOrder)} or more brings them closer. The reasons are below.`
            }
          />
        ) : (
          <ProposedOrders proposal={proposal} account={account} />
        )}
        {gain.total !== 0n || !gain.isComplete ? (
          <p className={classes['note']}>All sales together: {describeGain(gain, format)}</p>
        ) : null}
        {notes.length > 0 ? (
          <ul className={classes['notes']} aria-label="Not in the proposal">
            {notes.map(({ kind, code, text }) => (
              <li key={`${kind} ${code ?? ''} ${text}`}>{text}</li>
            ))}
          </ul>
        ) : null}
      </Panel>
      <ProposalLeaves leaves={proposal.leaves} />
    </>
  )
}
