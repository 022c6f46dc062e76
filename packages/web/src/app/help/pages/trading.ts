import type { HelpPage } from '../help-page.ts'

export const tradingPages: readonly HelpPage[] = [
  {
    screen: 'chart',
    purpose: 'The prices of one instrument, with your drawings, levels, indicators and own trades.',
    steps: [
      'Search a company; choose the length of the bars and the range in view.',
      'Draw with the tools of the rail: choose one, click its points; Escape gives it up, Delete removes what is ' +
        'selected.',
      'Draw or type one resistance and one support; the stop-loss line follows three percent beyond.',
      'Add indicators; each shows its definition and lets you change its numbers.',
      'Show levels that the rule finds, or your fills, working orders and average price.',
      'Save the picture as PNG or PDF from the Actions menu.',
    ],
    figures: [
      ['Change in view', 'From the first open to the last close that you see, in percent.'],
      [
        'Stop loss',
        'Three percent below the support for a long investment, three percent above the resistance for a short one.',
      ],
      ['Average price', 'What the held shares or contracts cost on average.'],
    ],
    notes: [
      'Drawings are kept per instrument and bar length, saved every ten seconds and on leaving.',
      'Older prices come when you scroll left. Prices are adjusted for splits.',
      'The keyboard works too: arrows move the crosshair, Enter sets a point. A table of the bars is behind the ' +
        'button Table.',
    ],
  },
  {
    screen: 'wallet',
    purpose: 'All accounts together or one by one: balances, history, positions.',
    steps: [
      'Choose the accounts that count; the total, the history and the pie follow.',
      'Show a history as value or as gain in percent, as chart or as table.',
      'Make a further paper account with the form below.',
    ],
    figures: [
      ['Float value', 'Cash plus market value of the positions, as the brokerage says.'],
      ['Real value', 'Float value less open profit at average cost.'],
      [
        'Gain',
        'Change of the value between the two days named, in percent; money paid in or out and linked accounts ' +
          'are not in it.',
      ],
    ],
    notes: [
      'A history shown as value moves with deposits and withdrawals; shown as gain it does not.',
      'What each member of a fund earned is on Account Mapping.',
    ],
  },
  {
    screen: 'account',
    purpose: 'Your brokerage accounts: link them, renew their access, choose the default.',
    steps: [
      'Link an account with the round button: the brokerage asks you in its own window, we never see your ' +
        'password there.',
      'Double-click Initial Value to change it; double-click the expiry to renew the access.',
      'Make one account the default: a new tab shows it first. Choose another one in the top bar; the tab keeps ' +
        'it over all screens.',
      'Disable an account that should no longer be read; you can enable it again at any time.',
    ],
    figures: [
      [
        'Initial Value',
        'What the account was worth when it was linked. It serves "since start" here and never the books of a fund.',
      ],
      ['Float Value', 'What the brokerage says the account is worth now.'],
      ['Real Value', 'Float value less the open profit of its positions.'],
      ['Buying Power', 'What can be spent on new positions.'],
      ['Access Exp.', 'Until when the brokerage lets us read and trade; renew it before.'],
    ],
    notes: [
      '"Difference" means that our record and the brokerage do not agree on a figure: look at it, then accept it ' +
        'or ask the brokerage.',
      'When the brokerage does not answer, the last known figures stay and say of when they are.',
    ],
  },
  {
    screen: 'account-activate',
    purpose: 'Accounts that are disabled, or whose access has lapsed or lapses within two days.',
    steps: ['Enable or renew each with its button.'],
    figures: [['Access Exp.', 'Until when the brokerage lets us read and trade.']],
    notes: [],
  },
  {
    screen: 'order',
    purpose: 'Orders: put them, follow them, change or cancel them.',
    steps: [
      'Put an order with the button or the keys B and S; the ticket is for the account in the top bar and shows ' +
        'what it would cost and risk before anything is sent.',
      'Check the confirmation: it shows exactly the order that Put sends. Tick what it asks about, such as a ' +
        'limit far from the market or an order equal to one of the last five minutes.',
      'A trailing stop follows the last price at a distance in dollars or percent and never moves back; the ' +
        'ticket shows where its stop is now.',
      'Add a stop loss that becomes active when the entry is filled, and a cancel price at which a waiting entry ' +
        'is cancelled.',
      'Filter by the days entered or closed and by status.',
      'A red line says that the brokerage rejected the stop of a filled entry; its button opens the ticket for ' +
        'another one.',
      'Change or cancel an order that still waits; others show dashes.',
      'Cancel all lists every open order first, says which are stops that protect positions, and what became of each.',
      'Set guard rails: the largest order and position, the loss of a day, the distance from the market; and, ' +
        'for all your accounts, from when on you are asked a second time.',
    ],
    figures: [
      ['Inversion', 'Price times quantity.'],
      [
        'Filled At',
        'The average price of what was filled, how much of it and when the last part was; Price is what was asked for.',
      ],
      ['Buying power after', 'What is left to spend when the order is filled at its price.'],
      ['Loss at the stop', 'Quantity times the distance from the entry price to the stop.'],
      [
        'Cancel price',
        'When the market reaches it before the entry is filled, the entry is cancelled: the idea behind it no ' +
          'longer holds.',
      ],
    ],
    notes: [
      'A change is for what is left of an order. If more is filled before the brokerage receives it, nothing is ' +
        'changed or the new order is made smaller, and a message says which.',
      'One press puts one order, also when the answer is lost on the way: we look at the brokerage before we ' +
        'would ever send again.',
      'When no answer arrives, a line at the top says that it is not known yet, and later which it was. It stays ' +
        'over a reload and a new sign-in; typing the same order meanwhile is the same order.',
      'Offline nothing is sent, and nothing is sent later by itself.',
      '"Unknown" means that the brokerage has not yet said what became of an order; Clubfolio keeps looking it up.',
    ],
  },
  {
    screen: 'operation',
    purpose: 'Open positions, what they earn, and whether a stop protects them.',
    steps: [
      'Choose the account in the top bar; a repair opens a ticket for that account.',
      'Leave Auto refresh on to see live figures.',
      'Press the mark of protection to see what is wrong and accept the proposed repair.',
      'Click a code for its graph.',
    ],
    figures: [
      ['Investment', 'Average price times quantity (times 100 for option contracts).'],
      ['Float Cap.', 'Investment plus open profit: what the position is worth.'],
      ['Real Cap.', 'Investment plus what was already realised on the position.'],
      ['P/L Open', 'Open profit or loss at the last price.'],
      ['P/L %', 'P/L Open divided by the investment.'],
      [
        'Stop price, Stop Qty',
        'Of the working closing stop orders of this position, including those attached to another order.',
      ],
      [
        'Risk Qty',
        'Dollars lost if every covered share is closed at its stop. Uncovered shares show "no stop", never zero.',
      ],
      ['Risk %', 'Risk Qty divided by the real value of the account. Averages leave out rows without a stop.'],
    ],
    notes: [
      'A stop beyond the average price on the winning side risks nothing of the investment and counts as zero.',
      'A bought option and a written one that others or shares cover lack no stop: what they can lose is bounded.',
    ],
  },
  {
    screen: 'transaction',
    purpose: 'Everything the brokerage booked on the account.',
    steps: [
      'Choose the account in the top bar.',
      'Choose how many rows a page shows; move with the arrows.',
      'Switch to the timeline to see days instead of rows.',
      'Print the list, or save it as CSV.',
    ],
    figures: [['Net Amount', 'What the booking changed in cash, fees included; money out is negative.']],
    notes: ['A transaction counts on its trade date, here, in gains and on paper. Times are those of New York (ET).'],
  },
  {
    screen: 'option-management',
    purpose: 'The option chains of a company, calls and puts.',
    steps: [
      'Search a company.',
      'Choose an expiration date for the calls and one for the puts.',
      'Press a contract to open the order ticket with it.',
    ],
    figures: [
      ['Bid, Ask', 'The best prices at which someone buys and sells.'],
      ['Mark', 'The middle between bid and ask.'],
      ['IV %', 'Implied volatility: the yearly movement that the price of the option assumes.'],
      ['Delta', 'Change of the option for one dollar of the share.'],
      ['Gamma', 'Change of delta for one dollar of the share.'],
      ['Theta', 'What the option loses in a day by time alone.'],
      ['Vega', 'Change of the option for one point of implied volatility.'],
      ['Rho', 'Change of the option for one point of interest.'],
      ['Intrinsic', 'What exercising would bring now, never below zero.'],
      ['Time Value', 'Mark less intrinsic.'],
      ['Open Int.', 'Contracts that exist at the end of the session before.'],
    ],
    notes: ['One contract represents 100 shares.'],
  },
]
