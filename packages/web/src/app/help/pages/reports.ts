import type { HelpPage } from '../help-page.ts'

export const reportPages: readonly HelpPage[] = [
  {
    screen: 'static-report',
    purpose: 'Ready reports on trades, gains, accounts, the fund and the market.',
    steps: [
      'Choose a report, set every filter, press Filter.',
      'Sort by a column header; click a code for its graph.',
      'Print, save as PDF, Excel or CSV, or send it by mail to up to ten addresses.',
      'Save filters under a name; schedule a report daily, weekly or monthly in New York time.',
    ],
    figures: [
      ['Realised gain', 'Proceeds less cost of the lots closed, the oldest first, fees included.'],
      ['TWR % of a month', 'What a unit earned in the month: payments in and out do not count as gain.'],
      ['Gain', 'End less start, without what was paid in and out.'],
    ],
    notes: ['A report shows your own rows only; an administrator sees no other owner\'s.', 'Big numbers stand as K, M and B on screen and in full in Excel and CSV.'],
  },
  {
    screen: 'dynamic-report',
    purpose: 'Reports that you compose yourself.',
    steps: ['Choose a dataset, then columns, filters, grouping, sums, order and a graph.', 'Save the report; share it with a group if others are to run it.', 'Print, save and send it like any other report.'],
    figures: [],
    notes: ['A shared report runs on the rows of whoever runs it: nobody sees yours by it.'],
  },
]
