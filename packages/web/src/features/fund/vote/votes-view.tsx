// The votes of a fund as its managers see them: turnout while they are open, the result once they have ended.
import { fundVoteRoutes, type ManagedVote } from '@clubfolio/contract'
import { Anchor, Button } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../kernel/api.ts'
import { DisabledReason } from '../../../ui/disabled-reason.tsx'
import { useFundOverview } from '../book/api.ts'
import { FundList } from '../book/fund-list.tsx'
import { useFundRights } from '../book/fund-rights.tsx'
import { ReasonModal } from '../book/reason-modal.tsx'
import { OpenVoteModal } from './open-vote-modal.tsx'
import { RecordBallotModal } from './record-ballot-modal.tsx'
import { useVotes } from './vote-api.ts'
import { describeTurnout, VoteChips, VoteResult } from './vote-facts.tsx'
import fundClasses from '../fund.module.css'
import classes from './vote.module.css'

const schema = fundVoteRoutes.cancelVote.body.pick({ reason: true })

export interface VotesViewProps {
  readonly accountId: string
  /** The fund in the titles of dialogs. */
  readonly subject: string
}

export function VotesView({ accountId, subject }: VotesViewProps) {
  const votes = useVotes(accountId)
  const overview = useFundOverview(accountId)
  const { mayRecord } = useFundRights()
  const [isOpening, setOpening] = useState(false)
  const [cancelling, setCancelling] = useState<ManagedVote>()
  const [recording, setRecording] = useState<ManagedVote>()
  return (
    <>
      {mayRecord ? (
        <div className={fundClasses['act']}>
          <Button
            leftSection={<IconPlus size={16} stroke={1.6} />}
            disabled={!overview.data}
            onClick={() => setOpening(true)}
          >
            New vote
          </Button>
        </div>
      ) : null}
      <FundList
        query={votes}
        failure="The votes could not be loaded"
        empty={
          'The members have not voted on anything yet. Votes appear here with their turnout, and with the result ' +
          'once they have ended.'
        }
      >
        {(vote) => (
          <article key={vote.id} aria-label={vote.question} className={fundClasses['approval']}>
            <div className={fundClasses['approvalHead']}>
              <strong>{vote.question}</strong>
              <VoteChips vote={vote} />
            </div>
            {vote.details === '' ? null : <p className={classes['details']}>{vote.details}</p>}
            <p className={classes['fact']}>
              {`Last day ${vote.lastDay} · record day ${vote.recordDay} · ${describeTurnout(vote)}`}
            </p>
            {vote.state === 'OPEN' ? (
              <p className={classes['fact']}>{`Choices: ${vote.choices.map(({ label }) => label).join(', ')}`}</p>
            ) : (
              <VoteResult vote={vote} />
            )}
            {vote.ballots.length > 0 ? <Ballots vote={vote} /> : null}
            <RecordedBallots vote={vote} />
            <WithoutUser vote={vote} />
            {mayRecord && vote.state === 'OPEN' ? (
              <div className={fundClasses['approvalActs']}>
                {vote.isSecret ? null : (
                  <DisabledReason reason={votersToRecord(vote).length === 0 ? 'Every member has voted' : undefined}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Record a ballot in ${vote.question}`}
                      onClick={() => setRecording(vote)}
                    >
                      Record a ballot
                    </Button>
                  </DisabledReason>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Cancel the vote ${vote.question}`}
                  onClick={() => setCancelling(vote)}
                >
                  Cancel the vote
                </Button>
              </div>
            ) : null}
          </article>
        )}
      </FundList>
      {isOpening && overview.data ? (
        <OpenVoteModal
          accountId={accountId}
          subject={subject}
          openingDay={overview.data.openingDay}
          lastClose={overview.data.asOf}
          marketDay={overview.data.marketDay}
          onClose={() => setOpening(false)}
        />
      ) : null}
      {recording ? (
        <RecordBallotModal
          accountId={accountId}
          vote={recording}
          voters={votersToRecord(recording)}
          onClose={() => setRecording(undefined)}
        />
      ) : null}
      {cancelling ? (
        <ReasonModal
          title="Cancel the vote"
          subject={cancelling.question}
          icon={IconChecklist}
          submit="Cancel the vote"
          schema={schema}
          consequence="Members see the reason. All votes so far are deleted, and there is no result."
          send={(reason) => api.fund.cancelVote({ body: { accountId, id: cancelling.id, reason } }, { inForm: true })}
          onClose={() => setCancelling(undefined)}
        />
      ) : null}
    </>
  )
}

/** Members whose ballot a manager can record: without one, or with one that was recorded. */
const votersToRecord = ({ roll }: ManagedVote): ManagedVote['roll'] =>
  roll.filter(({ hasVoted, recordedBy }) => hasVoted === false || recordedBy !== null)

/** Which ballots of an open vote were recorded, and by whom; never what for. */
function RecordedBallots({ vote: { roll } }: { readonly vote: ManagedVote }) {
  const recorded = roll.flatMap(({ name, recordedBy }) => (recordedBy === null ? [] : [`${name} by ${recordedBy}`]))
  return recorded.length === 0 ? null : <p className={classes['fact']}>{`Ballots recorded: ${nameSome(recorded)}`}</p>
}

const mostNamed = 8

const nameSome = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}`

/** Names who cannot vote themselves, and says what to do. */
function WithoutUser({ vote: { roll, isSecret } }: { readonly vote: ManagedVote }) {
  const names = roll.flatMap(({ name, hasUser, recordedBy }) => (hasUser || recordedBy !== null ? [] : [name]))
  if (names.length === 0) return null
  const who = `${nameSome(names)} ${names.length === 1 ? 'has' : 'have'} no user`
  const them = names.length === 1 ? 'that member' : 'them'
  return (
    <p className={classes['fact']}>
      {isSecret
        ? `${who} and cannot vote. A secret ballot cannot be recorded for somebody else: invite ${them} under `
        : `${who}. Record a ballot given on paper or at a meeting, or invite ${them} under `}
      <Anchor inherit underline="always" renderRoot={(props) => <Link to="/member" {...props} />}>
        Members
      </Anchor>
      .
    </p>
  )
}

/** Who chose what in a named vote, choice by choice. */
function Ballots({ vote }: { readonly vote: ManagedVote }) {
  return (
    <section aria-label="Who chose what">
      <h3 className={fundClasses['heading']}>Who chose what</h3>
      <dl className={classes['names']}>
        {vote.choices.map(({ id, label }) => {
          const names = vote.ballots
            .filter(({ choiceId }) => choiceId === id)
            .map(({ name, recordedBy }) => (recordedBy === null ? name : `${name} (recorded by ${recordedBy})`))
          return names.length === 0 ? null : (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
