// "My participations": the funds of a member who may sign in. Shows only their own row, with the account masked.
import type { MyParticipation } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconFileText, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { CurrencyProvider, InCurrency } from '../../../ui/figure/currency.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HistoryView } from '../book/history-view.tsx'
import { formatHalfEven } from '../book/quantity.ts'
import { MyRequestsPanel } from './my-requests.tsx'
import { fundTerms } from '../fund-terms.ts'
import { StatementModal } from './statement-modal.tsx'
import classes from '../fund.module.css'

export function MyParticipations({ places }: { readonly places: readonly MyParticipation[] }) {
  const [opened, setOpened] = useState<MyParticipation>()
  const [recalled, setRecalled] = useState<MyParticipation>()
  return (
    <section aria-label="My participations" className={classes['mine']}>
      <h2 className={classes['mineTitle']}>My participations</h2>
      {places.map((place) => (
        <Panel
          key={`${place.accountId} ${place.memberId}`}
          title={`Account ${nameOf(place)}`}
          controls={
            <>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconHistory size={14} stroke={1.6} />}
                onClick={() => setRecalled(place)}
              >
                History
              </Button>
              {place.isNew ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconFileText size={14} stroke={1.6} />}
                  onClick={() => setOpened(place)}
                >
                  Statement
                </Button>
              )}
            </>
          }
        >
          <CurrencyProvider currency={place.currency}>
            {place.isNew ? <NothingYet /> : <OwnFigures place={place} />}
            <MyRequestsPanel place={place} />
          </CurrencyProvider>
        </Panel>
      ))}
      {recalled ? (
        <Modal
          isOpen
          onClose={() => setRecalled(undefined)}
          title="My history"
          subject={`account ${nameOf(recalled)}`}
          icon={IconHistory}
          size="graph"
        >
          <CurrencyProvider currency={recalled.currency}>
            <HistoryView accountId={recalled.accountId} ownMemberId={recalled.memberId} />
          </CurrencyProvider>
        </Modal>
      ) : null}
      {opened ? (
        <StatementModal
          accountId={opened.accountId}
          holders={[{ memberId: opened.memberId, name: 'Me' }]}
          chosenId={opened.memberId}
          firstDay={opened.openingDay}
          lastDay={opened.asOf}
          isOwn
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </section>
  )
}

function NothingYet() {
  return (
    <p className={classes['none']}>
      Nothing is recorded for you yet. Ask to pay in; once your first contribution is recorded, your share, profit and
      statements appear here.
    </p>
  )
}

function OwnFigures({ place }: { readonly place: MyParticipation }) {
  return (
    <FigureRow label={`My share of account ${nameOf(place)}`}>
      <Figure label={`Value, ${place.figuresOf}`}>
        <Money value={place.value} />
      </Figure>
      {place.accrued ? (
        <>
          <Figure label="Accrued fees" meaning={fundTerms.accruedFees}>
            <Money value={place.accrued.management + place.accrued.performance} />
          </Figure>
          <Figure label="Net value" meaning={fundTerms.netValue}>
            <Money value={place.accrued.net} />
          </Figure>
        </>
      ) : null}
      <Figure label="Part of the fund">{formatPercent(place.participationPercent)}</Figure>
      <Figure label="Amount paid in">
        <Money value={place.amount} />
      </Figure>
      <Figure label="Profit/Lost">
        <Change money={place.profitLostAmount} />
      </Figure>
      <Figure label="Floating" meaning={fundTerms.floating}>
        <Change money={place.floatingProfit} />
      </Figure>
      <Figure label="Real" meaning={fundTerms.real}>
        <Change money={place.realProfit} />
      </Figure>
      <Figure label="Units">
        <span title={place.units}>{formatHalfEven(place.units, 4)}</span>
      </Figure>
      <Figure label="Unit value">
        <span title={place.unitValue}>
          <InCurrency figure={formatHalfEven(place.unitValue, 4)} />
        </span>
      </Figure>
    </FigureRow>
  )
}

const nameOf = ({ accountNumber, isPaper }: MyParticipation): string => `${accountNumber}${isPaper ? ' · Paper' : ''}`
