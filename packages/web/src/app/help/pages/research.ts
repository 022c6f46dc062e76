import type { HelpPage } from '../help-page.ts'

export const researchPages: readonly HelpPage[] = [
  {
    screen: 'screener',
    purpose: 'Find instruments by what they are and how they move.',
    steps: [
      'Set criteria; only what meets all of them is listed.',
      'Save a screen and, if you like, let it run daily: new finds come as a notification.',
      'Save all rows as CSV.',
    ],
    figures: [
      ['Average volume (20)', 'Mean of the last 20 sessions, split-adjusted.'],
      [
        'Below the 52-week high',
        'Distance of the last price from the highest price of 52 weeks, in percent of that high.',
      ],
      ['Above the 52-week low', 'Distance from the lowest price of 52 weeks, in percent of that low.'],
      [
        'RSI(14)',
        'Relative strength index of 14 sessions by Wilder: above 70 is called overbought, below 30 oversold.',
      ],
    ],
    notes: ['What an instrument does not have (a market cap, for instance) never meets a criterion about it.'],
  },
  {
    screen: 'opportunity-seeker',
    purpose: 'Instruments between a proven support and a proven resistance, sized to your capital and risk.',
    steps: [
      'Open Filter: choose long or short, capital and risk; a risk is proposed for your capital.',
      'Open a graph and step through the rows; put the order from there.',
      'Turn QEC on to see only what qualifies at this capital.',
      'During a session, turn on Hide triggered and cancelled to see only entries that still wait.',
    ],
    figures: [
      [
        'Resistance, Support',
        'Prices at which the market turned on two days or more; the proof is shown with the graph.',
      ],
      ['Stocks', 'Capital times risk, divided by resistance less support, rounded down.'],
      ['Buy Price', 'Long: resistance plus one cent. Short (the stop): resistance plus three percent.'],
      ['Sell Price', 'Long (the stop): support less three percent. Short: support less one cent.'],
      ['Inversion', 'Stocks times the entry price.'],
      ['Distance', 'From the last close to the entry price, in percent of the close.'],
      ['Average volume (20)', 'Mean of the last 20 sessions, split-adjusted.'],
      [
        'Entry now',
        'During a session: the distance from the live price, Triggered when the entry has traded, Cancelled when ' +
          'the price has reached the level at which the entry is cancelled.',
      ],
    ],
    notes: [
      'QEC: the investment is above $800 and not above the capital.',
      'Because the stop lies three percent beyond the level, the true loss is larger than the risk typed in; the ' +
        'summary shows both.',
    ],
  },
  {
    screen: 'instrument-comparator',
    purpose: 'How instruments did against each other and against your own account.',
    steps: [
      'Add companies; remove them at their label.',
      'Turn Wallet on to compare with the account in view.',
      'Choose a range or dates; all lines start at zero at the close before it, or on their first common day.',
    ],
    figures: [
      [
        'Change in percent',
        'Price divided by that of the day where the lines start, less one; for the account its gain, without ' +
          'what was paid in or out. The legend names both days.',
      ],
    ],
    notes: ['The line of the wallet is the gain that the Wallet screen shows for the same days.'],
  },
  {
    screen: 'stock-calculator-advance',
    purpose: 'How many shares, at which prices, for how much money, with the levels on a chart.',
    steps: [
      'Search an instrument; choose long or short.',
      'Enter capital and risk; type or draw the resistance and the support.',
      'Buy or Sell opens the ticket when the investment qualifies.',
      'Save the analysis and load it again later.',
    ],
    figures: [
      ['Stock qty', 'Capital times risk, divided by resistance less support, rounded down.'],
      [
        'Buy price, Sell price',
        'Long: resistance plus $0.01, and support less 3 % as the stop. Short: support less $0.01, and ' +
          'resistance plus 3 % as the stop.',
      ],
      ['Investment', 'Quantity times the entry price. Above $800 it qualifies.'],
      [
        'True loss',
        'Quantity times the distance from entry to stop: what you lose if the stop is reached, in dollars and ' +
          'percent of the capital.',
      ],
    ],
    notes: [
      'A risk is proposed while the field is empty: 2 % below $20,000, 1.33 % below $50,000, 1 % below $100,000, ' +
        '0.5 % below $500,000, 0.2 % below $1,000,000, then 0.1 %.',
    ],
  },
  {
    screen: 'tools',
    purpose: 'The calculator of a position without a chart.',
    steps: ['Enter capital, risk, resistance and support; the result follows as you type.'],
    figures: [
      ['Stock qty', 'Capital times risk, divided by resistance less support, rounded down.'],
      ['Investment', 'Quantity times the entry price. Above $800 it qualifies.'],
      ['True loss', 'What you lose if the stop is reached.'],
    ],
    notes: ['A risk is proposed when you leave the capital while the risk is empty. Typing replaces it.'],
  },
]
