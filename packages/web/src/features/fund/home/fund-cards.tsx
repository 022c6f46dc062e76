// The funds of a member side by side, and their sum where all of it is the same money. Choosing one shows it below.
import type { MyParticipation } from '@clubfolio/contract'
import { UnstyledButton } from '@mantine/core'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Figure, FigureRow } from '../../../ui/figure/figure.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import classes from './home.module.css'

export interface FundCardsProps {
  /** At least two. */
  readonly places: readonly MyParticipation[]
  readonly shown: MyParticipation
  readonly onShow: (place: MyParticipation) => void
}

export function FundCards({ places, shown, onShow }: FundCardsProps) {
  const total = totalOf(places)
  return (
    <>
      {total ? (
        <Panel>
          <CurrencyProvider currency={total.currency}>
            <div className={classes['value']}>
              <FigureRow label="All funds">
                <Figure label={`All ${places.length} funds`} isHeadline>
                  <Money value={total.value} />
                </Figure>
                <Figure label="Profit/Lost">
                  <Change money={total.profit} />
                </Figure>
              </FigureRow>
            </div>
          </CurrencyProvider>
        </Panel>
      ) : null}
      <ul className={classes['cards']} aria-label="My funds">
        {places.map((place) => (
          <li key={`${place.accountId} ${place.memberId}`}>
            <CurrencyProvider currency={place.currency}>
              <UnstyledButton className={classes['card']} aria-pressed={place === shown} onClick={() => onShow(place)}>
                <span className={classes['cardName']}>{place.isPaper ? `${place.fund} · Paper` : place.fund}</span>
                <FundState place={place} />
              </UnstyledButton>
            </CurrencyProvider>
          </li>
        ))}
      </ul>
    </>
  )
}

function FundState({ place }: { readonly place: MyParticipation }) {
  if (place.since === null)
    return <span className={classes['cardFact']}>{place.isNew ? 'Nothing recorded yet' : 'Waits for a close'}</span>
  return (
    <>
      <span className={classes['cardValue']}>
        <Money value={place.value} />
      </span>
      <span className={classes['cardFact']}>
        <Change money={place.profitLostAmount} />{' '}
        <span className={classes['whole']}>
          {place.until === null ? `since ${place.since}` : `left on ${place.until}`}
        </span>
      </span>
    </>
  )
}

interface Total {
  readonly currency: string
  readonly value: bigint
  readonly profit: bigint
}

/** Returns the sum; undefined where currencies differ, or practice money would be added to real money. */
function totalOf(places: readonly MyParticipation[]): Total | undefined {
  const [first] = places
  if (!first || places.some((one) => one.currency !== first.currency || one.isPaper !== first.isPaper)) return undefined
  return {
    currency: first.currency,
    value: places.reduce((sum, { value }) => sum + value, 0n),
    profit: places.reduce((sum, { profitLostAmount }) => sum + profitLostAmount, 0n),
  }
}
