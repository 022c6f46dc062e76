import type { HelpPage } from '../help-page.ts'

export const overviewPages: readonly HelpPage[] = [
  {
    screen: 'welcome',
    purpose: 'Where you start while no group allows you anything yet.',
    steps: [
      'As a member of a fund, open My funds for your share, profit and statements.',
      'Ask an administrator to add you to a group; its pages appear in the menu within a minute.',
      'Open User Profile for your names, phone and password.',
    ],
    figures: [],
    notes: ['A page that you may not open names the permission it needs.'],
  },
  {
    screen: 'dashboard',
    purpose: 'The state of the market and of your account on one page.',
    steps: [
      'Choose the account in the top bar; Wallet Historic, Wallet Positions and Wallet Comparison follow it.',
      'Choose the timing of a list (day, week, month, year) and how many rows it shows.',
      'Click a code to see its graph; open a panel to the full page with the button in its corner.',
      'Move panels with their handle, by mouse or by keyboard; the arrangement is kept for you.',
      'First steps, at the lower right, leads a manager from a paper account to the first statement. Skip it there; ' +
        'User Profile brings it back.',
    ],
    figures: [
      [
        'Float value',
        'What the brokerage says the account is worth: cash plus the market value of its positions, shorts ' +
          'counted negative.',
      ],
      [
        'Real value',
        'Float value less the open profit of the positions, at average cost: what would be there had the open ' +
          'positions neither won nor lost.',
      ],
      ['Buying power', 'What can be spent on new positions now. On a margin account it is more than the cash.'],
      ['P/L open', 'Market value of the positions less what they cost.'],
      [
        'Top Winners, Top Losers',
        'Change from the open of the first session of the period to the last price, in percent; by the day that ' +
          'is since the open, so the night before is not in it.',
      ],
      [
        'New High, New Low',
        'Instruments whose highest (lowest) price of the period reaches or passes that of the year before it.',
      ],
      ['New IPO', 'Instruments first listed in the chosen year, newest first.'],
      [
        'Best, Worst',
        'The three instruments of the account that earned, and the three that lost the most since its last close. ' +
          'All of them and Cash add up to Today. Before a session has moved anything, those of the last close.',
      ],
    ],
    notes: [
      'Wallet Historic takes a new point every minute while the page is open.',
      'The percent beside a value is the gain between the two days named: money paid in or out is not in it, and ' +
        'a linked account is none.',
      'Range buttons count from a close: YTD from the last one of the year before, 1W from the same weekday a ' +
        'week earlier. One that is off says why.',
      'In Wallet Positions a slice is its share of the float value; buying power has its own slice and can ' +
        'exceed 100 percent on margin.',
    ],
  },
  {
    screen: 'watchlist',
    purpose: 'Lists of instruments you want to keep in view, with live prices.',
    steps: [
      'Make a list, then add instruments by the search; the same list can be filled from any chart, market list ' +
        'or the command palette.',
      'Write a note to an instrument to remember why it is there.',
      'Click a code for its graph. The icons of a row trade it, move it up or down, add an alert, write a note or ' +
        'remove it; Undo brings a removed one back.',
      'Click a header to sort; Own order returns to the order that you gave the list.',
    ],
    figures: [
      ['Last', 'The newest trade, live while the market is open.'],
      ['Bid, Ask', 'The best offers while the market is open; none where the market reports none.'],
      ['Volume', 'Shares traded on the day of the last price so far.'],
      ['Since prior close', 'How far the last price is from the close of the prior session, in percent.'],
      ['30 sessions', 'The closes of the last thirty sessions, drawn small.'],
    ],
    notes: [],
  },
  {
    screen: 'alert',
    purpose: 'Rules that watch prices and accounts for you, and the conditions that are active now.',
    steps: [
      'Make a rule: a price above or below, a move in percent, a broken level, a new 52-week high or low, a ' +
        'position without a stop, a drawdown, access that lapses.',
      'Choose whether it speaks once or each time; pause it, change it, or give it a last day.',
      'Dismiss an alert: it leaves the bar at the top and stays in the list while it lasts.',
    ],
    figures: [
      [
        'Drawdown',
        'How far the account is below the highest of its closes, in percent; money paid in or out counts as ' +
          'neither gain nor loss.',
      ],
      [
        'Move',
        'Change of the last price in percent, up, down or either: from the close before, from the close 5, 21, 63 or ' +
          '252 sessions before, or from a price you enter.',
      ],
    ],
    notes: [
      'Rules are watched by the server, so they work while you are away. Without fresh prices a rule waits ' +
        'instead of guessing.',
    ],
  },
  {
    screen: 'notification',
    purpose: 'Notifications: everything that happened while you looked elsewhere, newest first.',
    steps: [
      'Show all or the unread ones.',
      'Click one to go where more is said about it; mark it as read or unread.',
      'Choose for every kind whether it comes to the screen, by mail or by text message.',
    ],
    figures: [['Unread', 'How many you have not marked as read; the top bar shows the same number.']],
    notes: [],
  },
  {
    screen: 'task',
    purpose: 'Long work that runs in the background, and its outcome.',
    steps: [
      'Watch imports, readings of accounts, reports and other long work; the top bar shows the running ones on ' +
        'every page.',
      'Cancel what can be cancelled; it stops at the next safe point and leaves nothing half done.',
    ],
    figures: [
      ['Percent', 'Position divided by total: how much of the work is done.'],
      ['Duration', 'From its beginning to its end, or to now.'],
    ],
    notes: ['Work that ended without a result says why, in plain words.'],
  },
]
