import type { HelpPage } from '../help-page.ts'

export const reportPages: readonly HelpPage[] = [
  {
    screen: 'static-report',
    purpose: 'Ready reports on trades, gains, accounts, the fund and the market.',
    steps: [
      'Choose a report, set every filter, press Show.',
      'Sort by a column header; click a code for its graph.',
      'Print, save as PDF, Excel or CSV, or send it by mail to up to ten addresses.',
      'Save filters under a name; schedule a report daily, weekly or monthly in New York time. Neither needs rows.',
      'Prepare a large report in the background: Runs shows how far it is and keeps its files for a day.',
    ],
    figures: [
      [
        'Profit of a lot',
        'Proceeds less cost of what was closed, the oldest lots first, before fees; the fees are shown beside it.',
      ],
      [
        'Net',
        'Profit less the fees of opening and closing. It is short term, long term, or undated when the day of ' +
          'purchase is not known.',
      ],
      [
        'Long term',
        'Held for more than one year, counted from the day after the purchase: bought on 4 March 2025, it is long ' +
          'term from 5 March 2026 on. A short sale is always short term.',
      ],
      [
        'Result of a year',
        'Net plus dividends and interest. Lots whose cost is not known are counted under Unknown; their proceeds ' +
          'and fees are left out.',
      ],
      ['Weight %', 'Market value of a position in percent of what its account is worth.'],
      ['TWR % of a month', 'What a unit earned in the month: payments in and out do not count as gain.'],
      ['Gain', 'End less start, without what was paid in and out.'],
    ],
    notes: [
      'The line above the rows says where the figures are from: a close, a reading of the brokerage or a market ' +
        'day. Files include it too.',
      'After you change a filter, press Show: files and mails take what is shown.',
      "A report shows your own rows only; an administrator sees no other owner's.",
      'The list has the reports that answer for you: those on accounts if you have one or may add one, My capital ' +
        'account if you take part in a fund.',
      'Recipients may be pasted as a list, by commas, semicolons, spaces or new lines, with or without names.',
      "A schedule's list says what each run covers; the subject of its mails is the schedule's name.",
      'Large numbers are shortened to K, M and B on screen and written in full in Excel and CSV.',
      'Quantities have at most 4 decimals from 1 upwards on screen and paper; Excel and CSV keep all of them.',
    ],
  },
  {
    screen: 'dynamic-report',
    purpose: 'Reports that you compose yourself.',
    steps: [
      'Press New report and choose a dataset with its filters.',
      'Pick columns, or groups and sums; add conditions, an order and a graph. The preview follows.',
      'Save the report; share it with a group if others are to run it.',
      'Print, mail, download and schedule it like any other report.',
    ],
    figures: [],
    notes: [
      'A shared report uses the rows of the user who runs it; it never shows them yours.',
      'Only its owner can change a report; others make a copy.',
    ],
  },
]
