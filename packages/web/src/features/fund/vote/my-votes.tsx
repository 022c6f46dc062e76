// The votes of a fund as a member sees them: one tap chooses, the next one votes. The choice is sent once and kept
// nowhere in the browser.
import type { MyVote } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { SparsePanel } from '../../../ui/sparse-panel.tsx'
import { useCastVote, useMyVotes, type VoterPlace } from './vote-api.ts'
import { describeTurnout, VoteChips, VoteResult } from './vote-facts.tsx'
import fundClasses from '../fund.module.css'
import classes from './vote.module.css'

/** A part of the member's home; nothing where the fund never voted. */
export function MyVotes({ place }: { readonly place: VoterPlace }) {
  return (
    <SparsePanel title="Votes" query={useMyVotes(place)} failure="The votes could not be loaded">
      {(votes) => (
        <div className={classes['votes']}>
          {votes.map((vote) => (
            <article key={vote.id} aria-label={vote.question} className={fundClasses['approval']}>
              <h3 className={classes['question']}>{vote.question}</h3>
              <VoteChips vote={vote} />
              {vote.details === '' ? null : <p className={classes['details']}>{vote.details}</p>}
              {vote.state === 'OPEN' ? <OpenBallot place={place} vote={vote} /> : <EndedVote vote={vote} />}
            </article>
          ))}
        </div>
      )}
    </SparsePanel>
  )
}

function EndedVote({ vote }: { readonly vote: MyVote }) {
  const own = vote.choices.find(({ id }) => id === vote.choiceId)
  return (
    <>
      <VoteResult vote={vote} />
      <p className={classes['fact']}>
        {[
          ...(vote.state === 'ENDED' ? [describeTurnout(vote)] : []),
          ...(own
            ? [
                vote.recordedBy === null
                  ? `you chose ${own.label}`
                  : `${vote.recordedBy} recorded your vote: ${own.label}`,
              ]
            : []),
        ].join(' · ')}
      </p>
    </>
  )
}

function OpenBallot({ place, vote }: { readonly place: VoterPlace; readonly vote: MyVote }) {
  const [chosen, setChosen] = useState<string>()
  const cast = useCastVote()
  const name = useId()
  const until = `You can vote until the end of ${vote.lastDay} in New York`
  if (!vote.mayVote)
    return (
      <p className={classes['fact']}>
        {`This vote is for members who held units on ${vote.recordDay}. ${describeTurnout(vote)}.`}
      </p>
    )
  const current = chosen ?? vote.choiceId ?? undefined
  const isOwn = vote.hasVoted && vote.recordedBy === null
  const isSame = isOwn && current !== undefined && current === vote.choiceId
  return (
    <form
      className={classes['ballot']}
      onSubmit={(event) => {
        event.preventDefault()
        if (current === undefined || isSame || cast.isPending) return
        cast.mutate(
          { accountId: place.accountId, memberId: place.memberId, id: vote.id, choiceId: current },
          { onSuccess: () => setChosen(undefined) },
        )
      }}
    >
      <fieldset>
        <legend className={classes['fact']}>
          {vote.isSecret
            ? 'Secret: nobody sees what you choose, then or later.'
            : 'Named: the managers of the fund see who chose what once it has ended.'}
        </legend>
        {vote.choices.map(({ id, label }) => (
          <label key={id} className={classes['option']}>
            <input type="radio" name={name} checked={current === id} onChange={() => setChosen(id)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes['acts']}>
        <DisabledReason
          reason={current === undefined ? 'Choose one first' : isSame ? 'This is already your vote' : undefined}
        >
          <Button type="submit" loading={cast.isPending}>
            {isOwn ? 'Change my vote' : 'Vote'}
          </Button>
        </DisabledReason>
        <span className={classes['fact']}>
          {isOwn
            ? `You have voted. You can change it until the end of ${vote.lastDay} in New York.`
            : vote.hasVoted
              ? `${vote.recordedBy} recorded this vote for you. If you vote, yours counts in its place. ${until}.`
              : `${until}.`}
        </span>
      </div>
      <p className={classes['fact']}>{`${describeTurnout(vote)}. Totals appear when it has ended.`}</p>
    </form>
  )
}
