// What happened in the demonstration's club: how its papers name it, what was posted, voted and written down, in days
// before today. Nobody's name is in what members read on screen; a document may have names.
import type { BodyOf } from '@clubfolio/contract'

export const clubIdentity = {
  name: 'Riverside Investment Club',
  address: '160 Riverside Drive, New York, NY 10024',
  text:
    'A private club. This paper is for its members only and is not an offer.\n' +
    'Please report anything that looks wrong to the manager within 30 days.',
} as const

/** Members who may sign in, besides the one of the demonstration's sign-ins. */
export const furtherUsers = ['Peter', 'Ruth', 'Tom'] as const
/** First names of the plan of members. */
export type VotingMember = 'Nora' | (typeof furtherUsers)[number]

type VoteContent = Omit<BodyOf<'fund', 'openVote'>, 'accountId' | 'recordDay' | 'lastDay'>

export interface PlannedVote {
  readonly daysAgo: number
  /** Days after its opening. */
  readonly openFor: number
  readonly content: VoteContent
  /** The place of what each chose. */
  readonly ballots: Partial<Readonly<Record<VotingMember, number>>>
}

export const meetingVote: PlannedVote = {
  daysAgo: 40,
  openFor: 14,
  content: {
    question: 'How often should the club meet from next year?',
    details: 'Meetings take an evening. Between meetings the manager answers by mail.',
    choices: ['Every month', 'Every second month', 'Every quarter'],
    isSecret: true,
    byUnits: false,
  },
  ballots: { Nora: 2, Peter: 2, Ruth: 0, Tom: 2 },
}

export const bondVote: PlannedVote = {
  daysAgo: 4,
  openFor: 14,
  content: {
    question: 'Should the club hold up to 10% of its value in bonds?',
    details: 'Through a fund of short-term government bonds. The rest stays invested as before.',
    choices: ['Yes', 'No', 'Abstain'],
    isSecret: false,
    byUnits: true,
  },
  ballots: { Peter: 0, Ruth: 1 },
}

export interface PlannedAnnouncement {
  readonly daysAgo: number
  readonly title: string
  readonly text: string
  readonly readers: readonly VotingMember[]
}

export const plannedAnnouncements = (meetingDay: string): readonly PlannedAnnouncement[] => [
  {
    daysAgo: 24,
    title: 'The club meets every quarter',
    text:
      'The vote has ended: from next year we meet every quarter. The minutes of the last meeting are among the ' +
      'documents.',
    readers: ['Nora', 'Peter', 'Ruth', 'Tom'],
  },
  {
    daysAgo: 3,
    title: `Annual meeting on ${meetingDay}`,
    text:
      `We meet on ${meetingDay} at 19:00 in the library on Amsterdam Avenue: report on the year, bonds, payments ` +
      'next year. Please vote on the bonds before then, and write to me if you cannot come.',
    readers: ['Peter'],
  },
]

export const meetingDaysAgo = 45
/** Of the annual meeting, after today. */
export const nextMeetingIn = 20
