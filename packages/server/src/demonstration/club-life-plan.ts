// What happened in the demonstration's club: how its papers name it, what was posted, voted and written down, in days
// before today. Nobody's name is in what members read on screen; a document may have names.
import type { BodyOf } from '@clubfolio/contract'

export const clubIdentity = {
  name: 'Riverside Investment Club',
  address: '160 Riverside Drive, New York, NY 10024',
  text:
    'A private club. This paper is for its members and no offer to anybody else.\n' +
    'Anything that looks wrong goes to the manager within 30 days.',
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
    question: 'How often shall the club meet from next year on?',
    details: 'Meetings take an evening. Between them the manager answers by mail.',
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
    question: 'Shall the club hold up to a tenth of its value in bonds?',
    details: 'By a fund of short government bonds. The rest is invested as before.',
    choices: ['Yes', 'No', 'I leave it to the others'],
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
      'The vote has ended: from next year on we meet every quarter. The minutes of the last meeting are among the ' +
      'documents.',
    readers: ['Nora', 'Peter', 'Ruth', 'Tom'],
  },
  {
    daysAgo: 3,
    title: `Annual meeting on ${meetingDay}`,
    text:
      `We meet on ${meetingDay} at 19:00 in the library on Amsterdam Avenue: report of the year, bonds, payments of ` +
      'next year. Please vote about the bonds before, and write to me if you cannot come.',
    readers: ['Peter'],
  },
]

export const meetingDaysAgo = 45
/** Of the annual meeting, after today. */
export const nextMeetingIn = 20
