// A member's home: their own money first, one fund at a time, with the other funds beside it. Every figure is the one
// of Account Mapping and of the statements. Source: docs/rules/fund.md, "A member's home".
import type { MyParticipation } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { z } from 'zod'
import { useProfile } from '../../../kernel/profile.ts'
import { useUrlState } from '../../../kernel/url-state.ts'
import { Chip } from '../../../ui/chip.tsx'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { MemberWelcome } from '../statement/member-welcome.tsx'
import { useMyParticipations } from '../statement/statement-api.ts'
import { FundCards } from './fund-cards.tsx'
import { homeSections } from './home-sections.ts'
import classes from './home.module.css'

/** Which part is shown: its account, and its member where one user is several members of one fund. */
const Shown = z.object({ fund: z.string().catch(''), member: z.string().catch('') })

/** Funds with money first, then those that begin, then those that the member left. */
const rankOf = ({ since, until }: MyParticipation): number => (until !== null ? 2 : since === null ? 1 : 0)

export function MyFunds() {
  const mine = useMyParticipations()
  const [{ fund, member }, setShown] = useUrlState(Shown)
  if (mine.isError)
    return (
      <Panel>
        <FailedQuery query={mine} title="Your funds could not be loaded" />
      </Panel>
    )
  if (!mine.data) return <Skeleton height={280} radius="md" />
  const places = mine.data.toSorted((a, b) => rankOf(a) - rankOf(b))
  const place =
    places.find(({ accountId, memberId }) => accountId === fund && memberId === member) ??
    places.find(({ accountId }) => accountId === fund) ??
    places[0]
  if (!place)
    return (
      <Panel>
        <NoFund />
      </Panel>
    )
  return (
    <div className={classes['home']}>
      {places.length > 1 ? (
        <FundCards
          places={places}
          shown={place}
          onShow={({ accountId, memberId }) => setShown({ fund: accountId, member: memberId }, { replace: true })}
        />
      ) : null}
      <FundHome key={`${place.accountId} ${place.memberId}`} place={place} />
    </div>
  )
}

function FundHome({ place }: { readonly place: MyParticipation }) {
  return (
    <CurrencyProvider currency={place.currency}>
      <section className={classes['fund']} aria-label={place.fund}>
        <header className={classes['fundHead']}>
          <h2 className={classes['fundName']}>{place.fund}</h2>
          {place.isPaper ? <Chip>Paper</Chip> : null}
          <span className={classes['fact']}>{`Managed by ${place.manager}`}</span>
        </header>
        {homeSections.map(({ name, Section }) => (
          <Section key={name} place={place} />
        ))}
      </section>
    </CurrencyProvider>
  )
}

function NoFund() {
  const managers = useProfile().data?.memberOf ?? []
  if (managers.length > 0) return <MemberWelcome managers={managers} />
  return (
    <EmptyState
      title="You take part in no fund yet"
      words={
        'Your value, profit, payments and statements appear here once a manager links you to a member of their fund. ' +
        'Ask them for an invitation by mail, and open its link while you are signed in.'
      }
    />
  )
}
