import type { HelpPage } from '../help-page.ts'

export const researchPages: readonly HelpPage[] = [
  {
    screen: 'screener',
    purpose: 'Find instruments by their properties and price movements.',
    steps: [
      'Set criteria by slider, or type their limits. The list shows the instruments that meet all of them.',
      'Save a screen. If it runs daily, you are notified of new results.',
      'Save all rows as CSV.',
    ],
    figures: [
      ['Close', 'Of the last finished session, which the title names. A session that is open is in no figure.'],
      ['Change of the day', 'From the close before to that of the last finished session.'],
      ['Average volume (20)', 'Mean of the last 20 sessions, split-adjusted.'],
      [
        'Below the 52-week high',
        'Distance of that close from the highest price of the last 52 weeks, in percent of that high.',
      ],
      [
        'Above the 52-week low',
        'Distance of that close from the lowest price of the last 52 weeks, in percent of that low.',
      ],
      [
        'RSI(14)',
        "Wilder's relative strength index over 14 sessions. Above 70 is called overbought, below 30 oversold.",
      ],
    ],
    notes: ['An instrument without a value, such as a market cap, never meets a criterion for that value.'],
  },
  {
    screen: 'heat-map',
    purpose: 'See where the market moves: each instrument as a tile, by sector.',
    steps: [
      'Choose the period, what the tiles are sized by, and stocks, ETFs or a watchlist.',
      'Press a tile for its chart. Arrow keys move between the tiles, Enter opens one.',
      'Press a sector, or its tile Other, to see only that sector; Back returns.',
      'Table shows the same instruments and figures as a list, for sorting and as CSV.',
    ],
    figures: [
      [
        'Size',
        'Market cap, or the average volume of 20 sessions in shares. Instruments without a market cap are left out.',
      ],
      ['Color', 'The change over the period, as in Top Winners. For the day it is the change since the open.'],
      [
        'Other',
        'Beyond 300 tiles, the smallest of a sector in one tile. Its change is their average, weighted by size.',
      ],
    ],
    notes: ['Color is never the only sign: each tile shows its change, or has it in its tooltip.'],
  },
  {
    screen: 'opportunity-seeker',
    purpose: 'Instruments between a proven support and a proven resistance, sized to your capital and risk.',
    steps: [
      'Open Filter and choose long or short, capital and risk. A risk is proposed for your capital.',
      'Open a graph and step through the rows. You can put an order from the graph.',
      'Turn on QEC to see only candidates that qualify at this capital.',
      'During a session, turn on Hide triggered and cancelled to see only entries that are still waiting.',
    ],
    figures: [
      ['Resistance, Support', 'Prices at which the market turned on at least two days. The graph shows the proof.'],
      ['Stocks', 'Capital times risk, divided by resistance minus support, rounded down.'],
      ['Buy Price', 'Long: resistance plus one cent. Short (the stop): resistance plus three percent.'],
      ['Sell Price', 'Long (the stop): support minus three percent. Short: support minus one cent.'],
      ['Inversion', 'Stocks times the entry price.'],
      ['Distance', 'From the last close to the entry price, in percent of the close.'],
      ['Average volume (20)', 'Mean of the last 20 sessions, split-adjusted.'],
      [
        'Entry now',
        'During a session: the distance of the live price from the entry; Triggered once the entry price has ' +
          'traded; Cancelled once the price has reached the level that cancels the entry.',
      ],
    ],
    notes: [
      'After an import, levels are computed one instrument at a time. Until all are done, the list is partial ' +
        'and says so.',
      'QEC: the investment is above $800 and within the capital.',
      'The stop is three percent beyond the level, so the true loss is larger than the risk you entered. The ' +
        'summary shows both.',
    ],
  },
  {
    screen: 'instrument-comparator',
    purpose: 'How instruments performed compared with each other and with your own account.',
    steps: [
      'Add companies. Click a label for its monthly graph, or its cross to remove it.',
      'Turn on Wallet to compare with the account in view.',
      'Choose a range or dates. All lines start at zero at the close before the range, or on their first common day.',
    ],
    figures: [
      [
        'Change in percent',
        'Change in price since the day on which the lines start; for the account, its gain without money paid in ' +
          'or out. The legend names both days.',
      ],
    ],
    notes: [
      'The line of the account is a gain, so deposits and withdrawals do not move it. Wallet Historic below it shows ' +
        'the value, which they do move; switch it to Gain to leave them out.',
      'It shows the same gain as the Wallet screen for the same days.',
      'A mark on a label means that its line cannot be drawn; point at it to see why.',
    ],
  },
  {
    screen: 'stock-calculator-advance',
    purpose: 'How many shares to trade, at what prices and for how much money, with the levels on a chart.',
    steps: [
      'Search for an instrument, here or in the top bar, and choose long or short.',
      'Enter capital and risk. Type or draw the resistance and the support.',
      'When the investment qualifies, Buy or Sell opens the ticket.',
      'Save the analysis and load it again later.',
    ],
    figures: [
      ['Stock qty', 'Capital times risk, divided by resistance minus support, rounded down.'],
      [
        'Buy price, Sell price',
        'Long: buy at resistance plus $0.01, with the stop at support minus 3 %. Short: sell at support minus $0.01, ' +
          'with the stop at resistance plus 3 %.',
      ],
      [
        'Investment',
        'Quantity times the entry price. Above $800 it qualifies. It is amber if it is above the capital, or if the ' +
          'true loss is above the risk.',
      ],
      [
        'True loss',
        'Quantity times the distance from entry to stop, which is what you lose if the stop is reached; in dollars ' +
          'and in percent of the capital.',
      ],
      ['Capital', 'What you enter here. The percentages of the order ticket are of the value of the account instead.'],
    ],
    notes: [
      'What you typed stays while you are on other screens. Another instrument clears the levels, which belong to ' +
        'the one they were read from.',

      'A risk is proposed while the field is empty: 2% below $20,000, 1.33% below $50,000, 1% below $100,000, ' +
        '0.5% below $500,000, 0.2% below $1,000,000, then 0.1%.',
    ],
  },
  {
    screen: 'tools',
    purpose: 'A position calculator without a chart.',
    steps: ['Enter capital, risk, resistance and support; the result follows as you type.'],
    figures: [
      ['Stock qty', 'Capital times risk, divided by resistance minus support, rounded down.'],
      [
        'Investment',
        'Quantity times the entry price. Above $800 it qualifies. It is amber if it is above the capital, or if the ' +
          'true loss is above the risk.',
      ],
      ['True loss', 'What you lose if the stop is reached, in dollars and in percent of the capital you entered.'],
    ],
    notes: ['If the risk is empty when you leave the capital field, a risk is proposed. You can type over it.'],
  },
]
