// The documents of the demonstration's club, as PDF files with the head of the club.
import { openPdf } from '../adapters/pdf/pdf-page.ts'
import { describeIssuer, type Issuer } from '../features/fund/book/read-issuer.ts'

export interface ClubPaper {
  readonly title: string
  /** Below the title: the day, the place, who was there. */
  readonly facts: readonly string[]
  readonly sections: ReadonlyArray<readonly [heading: string, ...paragraphs: string[]]>
}

/** The same paper, issuer and instant give the same bytes. */
export function writeClubPaper({ title, facts, sections }: ClubPaper, issuer: Issuer, now: Date): Promise<Buffer> {
  const page = openPdf({ title, now, head: issuer.head })
  page.heading(title)
  for (const fact of [describeIssuer(issuer), ...facts]) page.note(fact)
  for (const [heading, ...paragraphs] of sections) {
    page.section(heading)
    for (const paragraph of paragraphs) page.paragraph(paragraph)
  }
  return page.finish()
}

export const clubRules: ClubPaper = {
  title: 'Rules of the club',
  facts: ['As agreed when the club was founded. A change needs a vote of the members.'],
  sections: [
    [
      '1. Purpose',
      'The club invests the money of its members together, in shares and in options on shares that are traded in the ' +
        'United States. It gives no advice and takes money from members only.',
    ],
    [
      '2. Members',
      'A new member is proposed by a member and joins with the first payment. Each member gives an address for ' +
        'statements and a bank account for payments.',
    ],
    [
      '3. Units',
      'Payments buy units at the unit value that the books compute for the day. Withdrawals cancel units in the ' +
        'same way. All units are equal.',
    ],
    [
      '4. Taking money out',
      'A member may withdraw all or part of their money with two weeks of notice to the manager. The manager may ' +
        'pay in two parts where a single sale would harm the other members.',
    ],
    [
      '5. Limits',
      'No position is larger than a fifth of the fund when it is opened. Every position has a stop. The club borrows ' +
        'nothing beyond the margin of its broker, and never more than a quarter of its value.',
    ],
    [
      '6. Votes',
      'Each member has one vote on people, meetings and these rules; on money members vote by units. A vote is open ' +
        'for at least ten days. The choice with the most votes wins.',
    ],
    ['7. Papers', 'Each member gets a statement every quarter, and the papers of the year until the end of February.'],
  ],
}

export const foundingMinutes = (day: string): ClubPaper => ({
  title: 'Founding meeting',
  facts: [
    `Minutes of ${day}, 19:00 to 20:40, at the home of Nora Lind`,
    'Present: Maria Keller (chair), Nora Lind, Peter Vogel (minutes), Ruth Adler',
  ],
  sections: [
    [
      '1. Founding',
      'Those present found the club and accept its rules. Nobody objects.',
      'Maria Keller manages the account. Peter Vogel keeps the minutes.',
    ],
    [
      '2. First payments',
      'Of the opening value Nora Lind has $40,000.00, Peter Vogel $25,000.00 and Ruth Adler $20,000.00. The manager ' +
        'holds $15,000.00 until new members join.',
    ],
    [
      '3. How the club invests',
      'The club buys strong shares with a stop below each, and sells short in small size only. Its ' +
        'benchmark is SPY.',
    ],
    ['4. Next meeting', 'The manager invites to the next meeting two weeks before it.'],
  ],
})

export const meetingMinutes = (day: string): ClubPaper => ({
  title: 'Meeting of the members',
  facts: [
    `Minutes of ${day}, 19:00 to 20:15, at the library on Amsterdam Avenue`,
    'Present: Maria Keller (chair), Nora Lind, Peter Vogel (minutes), Ruth Adler, Tom Berger. Excused: Ida Kern',
  ],
  sections: [
    ['1. Minutes', 'The minutes of the last meeting are accepted as they are.'],
    [
      '2. Report of the manager',
      'Maria Keller reports on the positions that were opened and closed since the last meeting, and on the two ' +
        'that were stopped out. The figures are those of the statements.',
    ],
    ['3. New members', 'Tom Berger and Ida Kern have joined and paid in. The members welcome them.'],
    [
      '4. How often the club meets',
      'Ruth Adler would like to meet every month; the others find that too often. The club holds a secret vote.',
    ],
    ['5. Bonds', 'Peter Vogel proposes to hold a part of the money in bonds. The manager prepares a vote by units.'],
  ],
})
