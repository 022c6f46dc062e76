import type { HelpPage } from '../help-page.ts'

export const fundPages: readonly HelpPage[] = [
  {
    screen: 'member',
    purpose: 'The people who take part in your funds.',
    steps: [
      'Add a member; link a user so that they can see their own share and statements. Only users who confirmed their ' +
        'registration are offered.',
      'Or edit the member and press Send invitation: they get a mail with a link, sign in or register, and are ' +
        'linked. The record says when the mail was sent; send it again, withdraw it, or unlink the user there.',
      'Press Deposit to record a payment from them.',
      'Deactivate a member who should no longer pay in; they keep their units and can still take money out.',
    ],
    figures: [],
    notes: [
      'The link works once, within 7 days, for the person who opens it with their own user. A changed e-mail ' +
        'address or a linked user ends it.',
      'A member with entries, or one who was mailed a statement, cannot be deleted. Set the member to inactive ' +
        'instead.',
    ],
  },
  {
    screen: 'performance',
    purpose: 'What earned the money: what each instrument of an account or fund earned over a period.',
    steps: [
      'Choose an account or fund, or your own part of a fund.',
      'Choose the period: day, week, month, quarter, year, since the start, or custom dates.',
      'Group the rows by instrument, underlying, long or short, asset class, sector, industry, country or own label, ' +
        'and show closed positions one by one or as one row. The tag at the end of a row sets its label.',
      'Choose the picture above the table: a treemap, bars, or none. Arrow keys move between the tiles, Enter opens ' +
        'one.',
      'Compare with SPY, QQQ or any other instrument of the market under [Benchmark].',
      'Press a figure, a tile or a bar to see the closes and the formula behind it. The total, and closed positions ' +
        'as one line, list their lines; press a line to see where its own figure comes from, and [By close] for the ' +
        'total of each close.',
      'Sort by a column. A code opens its chart with your entries and exits, the notebook at the end of a row the ' +
        'trades behind it. Download the table as CSV.',
    ],
    figures: [
      ['Profit', 'Market value at the end, less market value at the start, plus the cash of its transactions.'],
      ['Price', 'Realised gains before fees and the change of unrealised ones.'],
      ['Contribution', 'What the line added to the return. All lines together are the time-weighted return.'],
      [
        'Excess contribution',
        'Contribution less what the benchmark would have added at the same weight. All lines together are the return ' +
          'less that of the benchmark; the line Cash is the cash drag.',
      ],
      ['Avg. Weight', 'Average market value at the previous close, as a percentage of the base.'],
      [
        'Treemap',
        'The area is the average weight, the color the contribution. Short positions count with their absolute value.',
      ],
      [
        'Not explained',
        'The value the brokerage reports less everything it has booked. Reconciliation lists the differences.',
      ],
      ['Rounding', 'Left over when units are rounded: at most one cent per entry.'],
    ],
    notes: [
      'Members see their own part only, with nothing of other members.',
      'Statements have the table of their days as a page of its own. A statement that was mailed keeps it as it is; ' +
        'the next one names what has changed.',
    ],
  },
  {
    screen: 'returns',
    purpose: 'Returns and risk of a fund, of one of its holders, or of your own part.',
    steps: [
      'Choose the fund or your own part of one; of a fund also a single holder.',
      'Compare it with SPY, QQQ or any other instrument of the market.',
      'Save drawdowns and the rolling twelve months as CSV, or open the report for PDF, Excel and mail.',
    ],
    figures: [
      ['Month', 'From the last close before it to its own last one. A star marks a part of a month or year.'],
      ['Rolling twelve months', 'Up to the last close of each month, from the close of the same date a year before.'],
      ['Volatility', 'Standard deviation of the daily returns (n - 1), times the square root of 252.'],
      [
        'Downside deviation',
        'As volatility, but only returns below the risk-free rate count, divided by all returns (n).',
      ],
      ['Sharpe, Sortino', 'Mean daily return x 252 less the risk-free rate, over volatility or downside deviation.'],
      ['Beta, Correlation', 'How it moves with the benchmark, from the days on which both have a return.'],
      ['Information ratio', 'Mean daily difference to the benchmark x 252, over the tracking error.'],
    ],
    notes: [
      'Risk figures need 60 daily returns; below that they read "n/a". Payments in or out do not count as return.',
    ],
  },
  {
    screen: 'income',
    purpose: 'Dividends, interest and related payments: what was received, and what is expected.',
    steps: [
      'Choose an account or fund, or your own part of a fund.',
      'Choose the period: day, week, month, quarter, year, since the start, or custom dates.',
      'Change the month of the calendar with the arrows beside it.',
      'Sort the instruments and the payments by a column and download them as CSV, or open the report for PDF, Excel ' +
        'and mail.',
    ],
    figures: [
      ['Received', 'All kinds together. Charges, such as dividends on short positions, are negative.'],
      ['Yield on Cost', 'Each payment over the cost of the lots at the close before, added up over the period.'],
      ['Yield on Value', 'Each payment over the market value at the close before, added up over the period.'],
      [
        'Next 12 months',
        'An estimate: the payments of the last twelve months, repeated on the quantity held now. It rests on at ' +
          'least two payments, and leaves out special ones.',
      ],
    ],
    notes: ['Members see their own part only, with nothing of other members.', 'Interest on cash is never estimated.'],
  },
  {
    screen: 'allocation',
    purpose: 'The classes of an account compared with your targets, and the orders that correct the drift.',
    steps: [
      'Choose the account in the top bar. Without targets, choose the classes: by asset class, sector or country.',
      'Under Targets build the tree of classes. Percentages add up to 100 at each level; what is missing is shown. A ' +
        'class without classes holds cash, or classes of the listing and instruments by their symbols.',
      'Choose how a class is split over its instruments: as held, in equal parts, or in fixed parts.',
      'Enter a band, in percent points, in percent of the target, or both, and choose whether to be notified when a ' +
        'class leaves it at a close.',
      'Under Proposal choose what the orders may do, the smallest order worth placing, and what is never sold. Then ' +
        'press Propose orders.',
      'Press Open ticket at a line, review the order and confirm it, sales first. Where a stop or target claims the ' +
        'shares, press Close part: it makes those orders smaller and sells the part. Propose again when orders are ' +
        'filled.',
    ],
    figures: [
      ['Part', "The value of the class as a percentage of the account's value."],
      ['Drift', 'Part less target, in percent points of the account (pts) and in money.'],
      ['Band', 'In band: nothing needs to be done. Above, Below: further from the target than the band allows.'],
      ['Unclassified', 'What no class holds. Its target is zero.'],
      ['Spread', 'What purchases are expected to cost beyond the last price, because the market asks more.'],
      ['Realised gain', 'What the sales would realise before fees, first in, first out; short term up to one year.'],
    ],
    notes: [
      'A proposal sends nothing. Each order goes through the ordinary ticket with its confirmation.',
      'Options and short positions count with their market value and are never proposed.',
      'A proposal never takes a class further from its target, and only new cash never spends more than there is.',
    ],
  },
  {
    screen: 'fund-year',
    purpose: "The year's papers of a fund: how its results are allocated, and what it owns at the end of the year.",
    steps: [
      'Choose a fund and a year. The year that is running is shown up to today.',
      'Read the allocation: what each holder has of gains, income and costs, by the units they had on the day of ' +
        'each. The lines of all holders add up to the fund, to the cent.',
      'Read the basis of each holder beside it: what they have paid in and been allocated and not taken out yet.',
      'Download a table as CSV, or the allocation, the balance sheet or the income statement as PDF. Excel, mail ' +
        'opens the report of the allocation. Fact sheet is one page about the fund.',
      'Make the pack: one ZIP of every paper, list and journal. It is made in the background and can be cancelled.',
      'Close the books up to the end of the year under Account Mapping, Books: from then on the papers stay the same.',
    ],
    figures: [
      ['Short term, long term', 'Gains of closed lots, first in first out; long when held for more than one year.'],
      [
        'Cost method',
        'Real of the year less the other lines. Lots count first in first out, Real counts average cost.',
      ],
      [
        'Sum',
        'All lines of a holder. It can differ from their Real where somebody joined or left with open positions.',
      ],
      [
        'Basis',
        'Basis before, plus what was paid in, allocated and received, less what went with gifts and payments out. It ' +
          'stops at 0.00; a loss beyond it is carried.',
      ],
      ['Assets', 'Cash, positions at market value and cash outside, at the last close of the year.'],
    ],
    notes: [
      'The figures are for a tax adviser. They are no tax advice.',
      'Members see their own page only, with nothing of other members.',
    ],
  },
  {
    screen: 'account-mapping',
    purpose:
      'The shared fund on an account: who owns how much, what they paid, what they earned, and the books that ' +
      'prove it.',
    steps: [
      'Choose an account. Its fund opens by itself, on the first day of a history that leads to the balance of ' +
        'today, else on the day of linking. Books, Settings changes the opening day and takes what each holder of an ' +
        'older club owned.',
      'Record contributions (money in) and retributions (money out); a back-dated one first shows what it ' +
        'changes for all members.',
      'Click a member to see their profit and entries; press any figure to see the rows, prices and formula behind it.',
      'Match what the brokerage booked with your entries under Books, or explain it there: one step records what a ' +
        'deposit or withdrawal was and matches it. Members whose due payment, name or usual amount fits come first.',
      'Pay an amount to all holders by units under Books, Distributions. Every part is shown first, and all are ' +
        'booked or none; members can leave theirs in.',
      'Expect dues of one member or of all under Books, Dues: what is open, late or paid. Members are reminded once, ' +
        'by the ways they chose. Dues change no figure.',
      'See under Books, History who recorded what, when and why, what it did to each holder, and what was reversed. ' +
        'Choose a holder, a kind, a person or days; members find their own lines on My funds.',
      'Decide what members ask for under Books, Requests: approving opens the form of the entry, filled in; ' +
        'declining needs a reason. A member asks, follows and withdraws on My funds.',
      'Set the logo, address and text of papers and mails under Books, Settings; the preview beside them follows ' +
        'what you type.',
      'Keep rules, contracts and minutes under Books, Documents, and choose who reads each. A document is replaced ' +
        'by a new one; the history says what was removed, by whom and why.',
      'List the members with e-mail and phone with the report Members and contacts, as PDF, Excel or CSV.',
      'Set a management or a performance fee under Books, Fees: it begins on the next day. When its period has ' +
        'ended, look at the calculation of every holder, down to the lots, and charge it, or waive it with a reason. ' +
        'The last charge can be reversed.',
      'Close a period when it is settled. It waits for fees that are due, and leads to them.',
      'Make statements of the last month or of other days, on screen, as PDF or by mail. Books, Settings mails them ' +
        'every month, quarter or year; they wait until the books of the period are closed, and you read what to do.',
      'Press People to give somebody a role, to ask for a second person, and to decide what waits for one. The funds ' +
        'in which you have a role yourself are in the same list as your own accounts.',
      'Post news to the members under People, Announcements. An announcement can be withdrawn but not changed, and ' +
        'you see how many members opened it.',
      'Ask the members under People, Votes. Members who held units at the end of the record day vote until the ' +
        'end of the last day in New York. Totals stay hidden until then, and a secret vote never shows who chose ' +
        'what. In a named vote you record the ballot of a member who votes on paper or at the meeting.',
      'Move the fund under Books, Settings when its money goes to another account. Choose the last session before ' +
        'anything left, and say when everything has arrived. Units and unit value stay.',
      'Take the fund to another installation with Export everything under Books, Settings. Users, roles and bank ' +
        'details stay behind: enter bank details again on Members, invite the members there, and give roles under ' +
        'People. The history there names the person who imported it.',
    ],
    figures: [
      ['Fund value', 'Broker value of the last close plus cash outside.'],
      [
        'Unit value',
        'Fund value divided by all units. The first unit cost $10.00. Payments do not move it; profit and loss do.',
      ],
      ['Units', 'A contribution buys units at the unit value, a retribution gives them back.'],
      ['Part %', 'Units of the holder divided by all units.'],
      ['Value', 'Units times unit value.'],
      [
        'Accrued fees',
        'What would be charged if the period ended now. Periods that have ended and are neither charged nor waived ' +
          'count too.',
      ],
      ['Net value', 'Value less accrued fees: what can be taken out.'],
      ['Amount', 'Contributions less retributions that count.'],
      ['Profit/Lost', 'Value less amount.'],
      ['Floating', "The holder's part, by units, of the profit in open positions since the opening."],
      [
        'Real',
        'Profit less Floating: what has been realised. A member who joins buys into open profit, so their Real ' +
          'starts below zero and their Floating above it by the same amount; when the positions close, both return ' +
          'to zero.',
      ],
      ['Cash outside', 'Money that entries count but the account does not contain yet, or the reverse.'],
      [
        'In transit',
        'What has left the old account of a moving fund and has not arrived in the new one, at its last value. It is ' +
          'part of cash outside, and entries wait until it has arrived.',
      ],
      [
        'Unallocated',
        "Capital in the account that no member's entry explains; it belongs to the owner of the account.",
      ],
      [
        'To be matched',
        'Movements without an entry and entries without a movement; if two of them are the same money, the fund ' +
          'value is wrong by that much until they are matched.',
      ],
      [
        'TWR',
        'Time-weighted return: change of the unit value between the days named, so that payments cannot disturb ' +
          'it. Not a yearly rate.',
      ],
      [
        'XIRR a year',
        'Money-weighted return per year (365 days), for short periods too: the rate at which all payments grow ' +
          'to the value. Hidden below 30 days.',
      ],
      ['Max drawdown', 'The deepest fall of the unit value from a peak.'],
      [
        'Volatility, Sharpe',
        'Spread of the daily returns, per year; return above the risk-free rate divided by it. From 60 ' +
          'observations on.',
      ],
      ['SPY, QQQ', 'The same payments put into the index at the closes of the same days: what they would be worth.'],
    ],
    notes: [
      'A treasurer records entries, matches and statements; an approver decides what waits; an auditor sees and ' +
        'exports everything until their last day. A role gives no right to the account: its number stays masked.',
      'Where a fund asks for a second person, forms say before they are sent that the change will wait. Nobody ' +
        'decides what they asked for themselves. What is approved is dated the day of its approval, unless ' +
        'its money moved ' +
        'earlier; what nobody decides within 14 days expires.',
      'A charge of fees moves units from the holders to the receiver: no cash moves, and the unit value stays. ' +
        'Taking money out, and giving units away, pays its part of the fees at once.',
      'A large payment on the day of a period end postpones part of a fee. Units that are given to an exempt member ' +
        'pay less.',
      'Nothing is ever removed: a deleted entry is reversed by a record that says who and when.',
      'When you delete an entry that came with its own deposit or withdrawal, choose what happens to the money: ' +
        'it stays as Unallocated, goes back, or is matched with another record.',
      'Books, Transfers lists deposits and withdrawals that wait, with the reason. A disabled account moves no money.',
      'The last close decides: prices of the day feed charts only.',
      'The nightly check replays all books and compares every figure; its last result is under Check.',
      'The books can be exported and checked by hledger, a program that is not ours.',
    ],
  },
  {
    screen: 'my-funds',
    purpose: 'Your own part of each fund that you are a member of: what it is worth, what it earned, and its papers.',
    steps: [
      'Read at the top what your part is worth, what it earned, since when, and which close the figures are from.',
      'Where you take part in several funds, choose one above. Their sum is shown where all of it is money of one ' +
        'currency.',
      'Follow the value over time; arrows mark what you paid in and took out.',
      'Press Pay in or take out to ask the manager; follow the request there, and withdraw it until it is decided.',
      'Press Statement for the last month or other days, on screen or as PDF. It ends with what earned your money, ' +
        'and names what has changed since a statement was mailed. Statements that the fund issued to you are listed ' +
        'as they were issued.',
      'Press History to see who recorded your entries, when and why.',
    ],
    figures: [
      ['Value', 'Your units times the unit value of the last close.'],
      ['Profit/Lost', 'Value less the amount paid in.'],
      ['TWR', 'What one of your units has earned since you joined. Payments do not change it. Not a yearly rate.'],
      ['XIRR a year', 'The rate per year at which your payments would have grown to the value. Hidden below 30 days.'],
      ['Net value', 'Value less fees that have accrued: what you can take out.'],
      [
        'Best, Worst',
        'The instruments that earned and lost you the most since the last close, at most three each. Before a ' +
          'session has moved anything, those of the last close. Fees and expenses of the fund follow at a close.',
      ],
    ],
    notes: [
      'Nobody else in the fund is named here, and no other member sees your part.',
      'After you have left a fund, its final figures, your entries and your statements stay here.',
    ],
  },
  {
    screen: 'fund-invitation',
    purpose: 'The invitation to a role in a fund that reached you by mail.',
    steps: [
      'Sign in with the user of the address that the mail was sent to, or register with it first.',
      'Read which role it is and whose fund; press Accept the role. The fund is then under Account Mapping.',
    ],
    figures: [],
    notes: ['The link works once, within 7 days. Nobody else can use it, also when the mail is passed on.'],
  },
  {
    screen: 'member-invitation',
    purpose: 'The invitation to follow your part in a fund that reached you by mail.',
    steps: [
      'Sign in with your own user. If you have none, register, then open the link in the mail again.',
      'Read whose fund it is and which member you are; press Accept. Your part is then on My funds.',
      'Press Pay in or take out there to ask the manager for your first payment.',
    ],
    figures: [],
    notes: ['The link works once, within 7 days, for whichever user accepts it: do not pass the mail on.'],
  },
]
