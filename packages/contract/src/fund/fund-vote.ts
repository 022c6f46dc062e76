// Votes of a fund's members. All calls of this page are ours. Source: docs/rules/fund.md, "Votes"; what keeps a ballot
// secret: docs/decisions/0089-secret-ballots.md.
import { z } from 'zod'
import { access } from '../access.ts'
import { createdReply, id, line, messageReply, note } from '../field.ts'
import type { RefusalDefinition } from '../refusal.ts'
import { route } from '../route.ts'
import { day, givenDay, instant, percent } from '../wire.ts'
import { bodyAccount, pathAccount } from './book-route.ts'

export const voteLimits = {
  choicesMin: 2,
  choicesMax: 12,
  /** Fewer voters or ballots would tell who chose what. */
  secretMin: 3,
  daysMax: 366,
} as const

export const fundVoteRefusals = {
  voteLastDay: { status: 400, text: 'Choose a last day from {from} to {to}.' },
  voteRecordDay: { status: 400, text: 'Choose a record day from {from} to {to}, the last close of the fund.' },
  voteWithoutVoters: { status: 409, text: 'No member held units on {day}. Choose another record day.' },
  voteTooFewForSecret: {
    status: 409,
    text: 'A secret vote needs at least {least} members with units on {day}; there are {count}. Make it a named vote.',
  },
  voteOver: { status: 409, text: 'This vote is over. Nothing can be changed any more.' },
  voteNotYours: {
    status: 409,
    text: 'Only members who held units on the record day of this vote may vote in it.',
  },
  voteNotOnRoll: { status: 409, text: 'This member held no units on {day}, the record day, and has no vote.' },
  voteSecret: {
    status: 409,
    text: 'A secret ballot cannot be recorded for another person. Invite the member to vote themselves.',
  },
  voteCastByMember: { status: 409, text: '{name} has voted. Only they can change it.' },
} as const satisfies Record<string, RefusalDefinition>

export const VoteChoice = z
  .object({
    id,
    label: z.string(),
    /** Members who chose it; null until the result, and where it would tell who chose what. */
    votes: z.number().int().nullable(),
    /** The exact units behind it, in a named vote by units. */
    units: z.string().nullable(),
    percent: percent.nullable(),
    /** Nothing else has more. */
    isGreatest: z.boolean(),
  })
  .meta({ id: 'VoteChoice' })
export type VoteChoice = z.output<typeof VoteChoice>

export const Vote = z
  .object({
    id,
    question: z.string(),
    details: z.string(),
    choices: z.array(VoteChoice),
    isSecret: z.boolean(),
    byUnits: z.boolean(),
    recordDay: day,
    /** It can be voted until the end of this day in New York. */
    lastDay: day,
    openedAt: instant,
    state: z.enum(['OPEN', 'ENDED', 'CANCELLED']),
    endedAt: instant.nullable(),
    /** Why it was cancelled. */
    reason: z.string().nullable(),
    /** How many members may vote, and how many have. */
    voters: z.number().int(),
    cast: z.number().int(),
    /** The part of the units that voted; in whole percents where the vote is secret. */
    castPercent: percent.nullable(),
    /** It ended with fewer ballots than keep it secret, and has no result. */
    isWithheld: z.boolean(),
  })
  .meta({ id: 'Vote' })
export type Vote = z.output<typeof Vote>

/** Who recorded a ballot given on paper or at a meeting; null for one that the member cast. */
const recordedBy = z.string().nullable()

export const ManagedVote = Vote.extend({
  /** Who chose what, once a named vote has ended; empty otherwise. */
  ballots: z.array(z.object({ name: z.string(), choiceId: id, units: z.string(), recordedBy })),
  /** Who may vote, while it is open; empty afterwards. */
  roll: z.array(
    z.object({
      memberId: id,
      name: z.string(),
      /** Without one they cannot vote themselves. */
      hasUser: z.boolean(),
      /** Null in a secret vote. */
      hasVoted: z.boolean().nullable(),
      recordedBy,
    }),
  ),
}).meta({ id: 'ManagedVote' })
export type ManagedVote = z.output<typeof ManagedVote>

export const MyVote = Vote.extend({
  mayVote: z.boolean(),
  hasVoted: z.boolean(),
  /** The own choice; null without one, and once a secret vote has ended. */
  choiceId: id.nullable(),
  recordedBy,
}).meta({ id: 'MyVote' })
export type MyVote = z.output<typeof MyVote>

const choices = z
  .array(line(120, 'Choice'))
  .min(voteLimits.choicesMin, 'A vote has at least two choices.')
  .max(voteLimits.choicesMax, 'A vote has at most twelve choices.')
  .refine(
    (labels) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length,
    'Two choices read the same. Change one of them.',
  )

export const fundVoteRoutes = {
  findVotes: route({
    method: 'GET',
    path: '/v1/api/fund/find-votes/{accountId}',
    summary: 'The votes of a fund: the open ones, then the last hundred that are over.',
    access: access.session,
    owns: pathAccount,
    params: z.object({ accountId: id }),
    reply: z.array(ManagedVote),
    refusals: ['notFound'],
  }),
  openVote: route({
    method: 'POST',
    path: '/v1/api/fund/open-vote',
    summary: 'Let the members who held units on a record day vote until the end of a last day.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({
      accountId: id,
      question: line(300, 'Question'),
      details: note(2000),
      choices,
      isSecret: z.boolean(),
      byUnits: z.boolean(),
      recordDay: givenDay,
      lastDay: givenDay,
    }),
    reply: createdReply,
    refusals: ['notFound', 'fundMoved', 'voteLastDay', 'voteRecordDay', 'voteWithoutVoters', 'voteTooFewForSecret'],
  }),
  cancelVote: route({
    method: 'POST',
    path: '/v1/api/fund/cancel-vote',
    summary: 'Cancel an open vote with a reason. Its ballots are deleted and nothing is counted.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, reason: line(500, 'Reason') }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved', 'voteOver'],
  }),
  recordBallot: route({
    method: 'POST',
    path: '/v1/api/fund/record-ballot',
    summary: 'Record the ballot that a member gave on paper or at a meeting, in an open named vote.',
    access: access.session,
    effect: true,
    owns: bodyAccount,
    body: z.object({ accountId: id, id, memberId: id, choiceId: id }),
    reply: messageReply,
    refusals: ['notFound', 'fundMoved', 'voteOver', 'voteSecret', 'voteNotOnRoll', 'voteCastByMember'],
  }),
  findMyVotes: route({
    method: 'GET',
    path: '/v1/api/fund/find-my-votes/{accountId}/{memberId}',
    summary: 'The votes of a fund as a member sees them, with the own choice while it can be changed.',
    access: access.session,
    params: z.object({ accountId: id, memberId: id }),
    reply: z.array(MyVote),
    refusals: ['notFound'],
  }),
  castVote: route({
    method: 'POST',
    path: '/v1/api/fund/cast-vote',
    summary: 'Choose, or choose again, in an open vote. The last choice counts, also over one recorded for the member.',
    access: access.session,
    effect: true,
    secret: true,
    body: z.object({ accountId: id, memberId: id, id, choiceId: id }),
    reply: messageReply,
    refusals: ['notFound', 'voteOver', 'voteNotYours'],
  }),
} as const
