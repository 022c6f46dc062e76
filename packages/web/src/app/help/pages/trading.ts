import type { HelpPage } from '../help-page.ts'

export const tradingPages: readonly HelpPage[] = [
  {
    screen: 'chart',
    purpose: 'The prices of one instrument, with your drawings, levels, indicators and own trades.',
    steps: [
      'Search for a company; choose the bar length and the range in view.',
      'Draw with the tools on the left: choose one and click its points, or press, drag and release. Escape cancels ' +
        'the drawing or the selection; Delete removes what is selected.',
      'Select a drawing to move it, or one of its points by its handle. The bar over the chart, or a right click, ' +
        'changes its color, width and text. Undo takes back each step until you leave the chart.',
      'Draw or type one resistance and one support; the stop-loss line is drawn three percent beyond the level.',
      'Add indicators; each shows its definition and lets you change its numbers.',
      'Show the levels that Clubfolio finds, or your fills, working orders and average price.',
      'Trade on the chart: drag the label of an order to another price and confirm once, press its x to cancel it, ' +
        'or press it to open the order. A line out of the view has its label at the edge. The + at the price axis ' +
        'places an order or an alert at that price; on a position it sets the stop or the target of all of it.',
      'Give the company a label of your own with the tag beside its name; Performance groups by it.',
      'Choose two or four charts in the Layout menu, what they share, and save them under a name.',
      'Save the look of a drawing as a template, or begin each drawing of its tool with it.',
      'Save the picture as PNG or PDF from the Actions menu.',
    ],
    figures: [
      ['Change in view', 'From the first open to the last close that you see, in percent.'],
      [
        'Stop loss',
        'Three percent below the support for a long investment, three percent above the resistance for a short one.',
      ],
      ['Average price', 'The average cost of the shares or contracts that you hold.'],
      ['Figure on a label', 'Of the position its open profit; of a stop or a target what it gains or loses there.'],
    ],
    notes: [
      'Drawings belong to an instrument and a bar length. They are saved every ten seconds and when you leave.',
      'Without a connection drawings are kept on this device and sent when it returns. What two tabs or devices draw ' +
        'on one chart is merged.',
      'Scroll left to load older prices. Prices are adjusted for splits.',
      'Bars below a day show regular hours, and the night only while it runs. Choose All hours in the Intraday menu ' +
        'to see every night.',
      'You can use the keyboard: the arrow keys move the crosshair and Enter sets a point. The Table button shows ' +
        'the bars as a table.',
      'Tab reaches the labels of orders: the arrow keys move one by a cent, with Shift by ten, Enter confirms and ' +
        'Escape returns it. The key P places an order at the crosshair.',
      'An alert on a line watches it beyond its points too. It moves with the line, and pauses while the line is ' +
        'deleted.',
    ],
  },
  {
    screen: 'wallet',
    purpose: 'All accounts together or one at a time: balances, history, positions.',
    steps: [
      'Choose the accounts to include in the total, the history and the pie.',
      'Show the history as value or as gain in percent, as a chart or a table.',
      'Open another paper account with the form below.',
    ],
    figures: [
      ['Float value', 'Cash plus the market value of the positions, as reported by the brokerage.'],
      ['Real value', 'Float value minus open profit at average cost.'],
      [
        'Gain',
        'Change in value between the two days named, in percent. Money paid in or out does not count, nor do ' +
          'accounts linked in between.',
      ],
    ],
    notes: [
      'Deposits and withdrawals change a history shown as value, but not one shown as gain.',
      'Account Mapping shows what each member of a fund earned.',
    ],
  },
  {
    screen: 'account',
    purpose: 'Your brokerage accounts: link them, renew their access, choose the default.',
    steps: [
      'Link an account with the round button. You sign in in the window of the brokerage; we never see your ' +
        'password for it. If you close that window, open it again from the dialog, or cancel.',
      'For an account that Clubfolio does not connect to, choose From files there. Statements in its row opens its ' +
        'files.',
      'Double-click Initial Value to change it; double-click the expiry to renew the access.',
      'Make one account the default: new tabs start with it. To use another one, choose it in the top bar; the tab ' +
        'keeps it on every screen.',
      'Disable an account that should no longer be read; you can enable it again at any time.',
    ],
    figures: [
      [
        'Initial Value',
        'What the account was worth when it was linked. It is the basis of "since start" here; the books of a fund ' +
          'never use it.',
      ],
      ['Float Value', 'What the account is worth now, as reported by the brokerage.'],
      ['Real Value', 'Float value minus the open profit of its positions.'],
      ['Buying Power', 'What you can spend on new positions.'],
      ['Access Exp.', 'When our access to the account ends. Renew it before then.'],
    ],
    notes: [
      '"Difference" means that our records and the brokerage disagree on a figure. Check it, then accept it or ask ' +
        'the brokerage.',
      'When the brokerage does not answer, you see the last known figures with their time.',
    ],
  },
  {
    screen: 'account-statement-files',
    purpose: 'The statement files that an account from files gets its trades, deposits and dividends from.',
    steps: [
      'Choose files or drop them on the panel. Each is read first; nothing of it counts yet.',
      'Where a table is not recognised, say what its columns mean: one choice per meaning, how dates and numbers are ' +
        'written, and what each word of the action does. The answer is remembered for tables with the same headings.',
      'Look at what the account will hold, at the differences to the balances of the file, and at the lines: those ' +
        'that are not understood come first, each with its reason.',
      'Enter what the account held before the first line if it is older than the statement.',
      'Press Import. All lines count together, or none does.',
      'Undo takes one statement out as a whole. Its question says what goes.',
      'Import a table of daily rates for amounts in other currencies. Lines that lack a rate wait and are listed.',
    ],
    figures: [
      ['Counts', 'The line is imported.'],
      ['Already imported', 'An earlier statement has the same booking, so it counts once.'],
      [
        'Counts, similar to another',
        'Another statement has a line of the same day, security, quantity and amount under another number. Check it.',
      ],
      ['Waits for a rate', 'The line counts as soon as the rate of its currency is imported.'],
      ['Left out', 'A total or a note that changes nothing.'],
      ['Not understood', 'The line counts nothing; its reason says what is wrong with it.'],
      ['Booked', 'The amount in the currency of the account.'],
      ['From the lines', 'What all imported lines add up to on the day of a balance that a statement states.'],
    ],
    notes: [
      'A file imported twice changes nothing, and statements may overlap.',
      'A statement that is not imported is kept until the time beside it. Its file is then removed from the server.',
      'Values follow the prices of the active market. A day without a price of a held security has no value.',
      'Orders cannot be placed in an account from files.',
    ],
  },
  {
    screen: 'account-activate',
    purpose: 'Accounts that are disabled, or whose access has expired or expires within two days.',
    steps: ['Use the button of an account to enable it or to renew its access.'],
    figures: [['Access Exp.', 'When our access to the account ends.']],
    notes: [],
  },
  {
    screen: 'order',
    purpose: 'Put, follow, change and cancel orders.',
    steps: [
      'Open the ticket with the button or the keys B and S. It is for the account in the top bar and shows what the ' +
        'order would cost and risk before anything is sent.',
      'Type a code, or three letters of a company and Enter for the first match. Bid, last and ask appear next, also ' +
        'for the code of an option.',
      'Check the confirmation: it shows exactly the order that Put sends. Tick each question it asks, for example ' +
        'about a limit far from the market, or an order identical to one from the last five minutes.',
      'A trailing stop follows the last price at a distance in dollars or percent and never moves back. The ' +
        'ticket shows where the stop is now.',
      'Add a stop loss that becomes active when the entry is filled, and a cancel price at which a waiting entry ' +
        'is cancelled.',
      'Save as preset makes the tickets of the account begin with this size and with exits at these distances; they ' +
        'follow the price, and every figure can be changed. Shift B and Shift S begin with the review. If the ' +
        'preset allows it, holding the key for a second sends the order, unless it has open questions.',
      'Or type the order as one line into the command palette (Ctrl K): buy 100 AAPL stop 190 target 210, in short ' +
        'b100 s190 t210 on a chart. The palette says how it reads the line and what is missing; Enter opens the ' +
        'review.',
      'A line knows buy, sell, short and cover; limit 195, market, above 200 and below 180; stop 190, stop 2% and ' +
        'trail 2%; target 210, target 5% and target 2r (twice the risk); day and gtc. Its size is 100, $5000, 5% ' +
        'or risk 1%.',
      'Filter by the day an order was entered or closed, and by status.',
      'A red bar appears when the brokerage rejects the stop of a filled entry. Its button opens a ticket for a ' +
        'new stop.',
      'When a part of an entry is filled and the rest is not within half a minute, the order is divided: what is ' +
        'filled gets its stop, and the rest is entered again at the same price, behind the orders that wait there. ' +
        'A bar says so before. Cancelling the divided order cancels its rest.',
      'Change or cancel an order that is still open; other orders show dashes. A change shows what it costs and does ' +
        'before you review it, and marks the field that the brokerage would refuse.',
      'Cancel all first lists every open order, marks the stops that protect positions, and then reports the ' +
        'outcome of each.',
      'Set guard rails for an account: the loss of a day, the heat of all positions, the size and number ' +
        'of positions, ' +
        'the symbols, the largest order and the distance from the market. A bar shows what each holds now. For all ' +
        'your accounts, choose when you are asked for a second confirmation.',
      'When the daily loss is reached, no entry goes out until the next session. The bar at the top says so and ' +
        'cancels the entries that still work. A limit that was reached cannot be loosened on that day.',
    ],
    figures: [
      ['Inversion', 'Price times quantity.'],
      [
        'Filled At',
        'The average fill price, the quantity filled and the time of the last fill. Price is the price of the order.',
      ],
      ['Buying power after', 'What you can still spend after the order is filled at its price.'],
      ['Loss at the stop', 'Quantity times the distance from the entry price to the stop.'],
      [
        'Open heat',
        'What all positions and working entries lose at their stops. A position without a stop counts its value, a ' +
          'spread its greatest loss.',
      ],
      [
        'Cancel price',
        'If the market reaches this price before the entry is filled, the entry is cancelled, because the idea ' +
          'behind it no longer holds.',
      ],
    ],
    notes: [
      'A change applies to the unfilled part of an order. If more is filled before the change reaches the ' +
        'brokerage, the change is dropped or the new order is made smaller; a message says which.',
      'One click puts one order, even if the answer is lost: before anything is sent again, we check with the ' +
        'brokerage.',
      'If no answer arrives, a bar at the top says that the outcome is unknown, and later what it was. It survives ' +
        'a reload and a new sign-in. An identical order that you enter in the meantime counts as the same order.',
      'Nothing is sent while you are offline, and nothing is sent later on its own.',
      '"Unknown" means that the brokerage has not reported the outcome of an order yet. Clubfolio keeps checking.',
    ],
  },
  {
    screen: 'operation',
    purpose: 'Open positions, what they earn, and whether a stop protects them.',
    steps: [
      'Choose the account in the top bar. Tickets for repairs open for that account.',
      'Leave Auto refresh on to see live figures.',
      'Click the protection mark of a position to see what is wrong, what is proposed and why at that price.',
      'Click a code to open its graph.',
      'The three dots at the end of a row close the position, half of it, reverse it, add to it, move or trail its ' +
        'stop, or set a target. The dialog lists exactly the orders that will be sent. With the focus in the row, ' +
        'letters do the same: C, H, R, A, S, B, T, G.',
      'If one of several orders fails, a red bar says which steps are done and what has no stop now. Continue goes ' +
        'on, Restore the stop places it again; without a decision that happens by itself after a minute.',
      'A bar names what is filled of an entry whose rest still waits, and when it gets its stop.',
      'Close everything cancels all orders and closes all positions of the account. Hold its button for a second, or ' +
        'type the word.',
    ],
    figures: [
      ['Investment', 'Average price times quantity (times 100 for option contracts).'],
      ['Float Cap.', 'Investment plus open profit, which is what the position is worth.'],
      ['Real Cap.', 'Investment plus the profit already realised on the position.'],
      ['P/L Open', 'Open profit or loss at the last price.'],
      ['P/L %', 'P/L Open divided by the investment; in the total row, of the two totals.'],
      [
        'P/L Day',
        'What the shares you hold now gained since the prior close. Shares opened today count from their own price; ' +
          'shares closed today are not in it. Blank while a prior close, a price of today or a booking is missing; ' +
          'the total says how many positions it leaves out.',
      ],
      [
        'Stop price, Stop Qty',
        'Price and quantity of the working stop orders that close this position, including those attached to ' +
          'another order.',
      ],
      [
        'Risk Qty',
        'What you lose in dollars if every covered share is closed at its stop. Uncovered shares show "no stop", ' +
          'never zero.',
      ],
      [
        'Risk %',
        'Risk Qty divided by the real value of the account. The total row shows the average of the rows with a stop.',
      ],
      ['Total risk at stops', 'The sum of Risk Qty, also in percent of the real value of the account.'],
    ],
    notes: [
      'A stop on the winning side of the average price puts none of the investment at risk and counts as zero.',
      'Long options, and short options covered by shares or other options, need no stop: their loss is limited.',
    ],
  },
  {
    screen: 'risk',
    purpose: 'What your positions are exposed to, and what a move of the market would do to them.',
    steps: [
      'Choose the account in the top bar, or all accounts of one kind of money and currency with the switch above.',
      'Choose a move of SPY in the table or the bars: the list beside it shows what each position gains or loses.',
      'Change the steps between moves in the head of that panel, and with options held a shift of their volatility.',
      'Switch Exposure between sectors and underlyings.',
      'Choose over how many sessions of daily returns beta and correlation are measured.',
    ],
    figures: [
      [
        'Exposure',
        'The market value of shares, negative for a short position. An option counts as the shares it moves like: ' +
          'delta times contracts times 100 times the price of its share.',
      ],
      ['Net exposure', 'Long plus short exposure, also in percent of the value of the account.'],
      ['Gross', 'Long exposure plus the size of the short exposure.'],
      ['Options at market', 'What the options held are worth, which their exposure does not show.'],
      [
        'Beta',
        'How many percent a price moved with 1 percent of SPY, from the daily returns of the sessions beside it.',
      ],
      ['Beta-weighted delta', 'The shares of SPY that would move like all positions together.'],
      ['If SPY gains 1%', 'What all positions gain or lose when SPY rises by 1 percent and each follows its beta.'],
      [
        'Correlation',
        'From 1, where two prices always moved together, over 0 to -1, where they moved against each other.',
      ],
    ],
    notes: [
      'A beta needs at least 60 daily returns together with SPY. Positions without it are listed with the reason; ' +
        'only their exposure counts.',
      'Past returns do not promise the next ones; correlations usually rise when markets fall.',
      'Options are priced again by Black-Scholes with the volatility that their price implies, an interest of 4 ' +
        'percent and no dividends, so their delta can differ a little from that of the chain.',
      'Real money and paper are never added up here, nor are currencies.',
    ],
  },
  {
    screen: 'transaction',
    purpose: 'Everything the brokerage booked on the account.',
    steps: [
      'Choose the account in the top bar.',
      'Choose the number of rows per page; turn the pages with the arrows.',
      'Switch to the timeline to see the bookings by day.',
      'Print the list or save it as CSV.',
    ],
    figures: [['Net Amount', 'The change in cash, including fees; money out is negative.']],
    notes: [
      'A transaction counts on its trade date, on screens, in gains and in reports. Times are in New York time (ET).',
    ],
  },
  {
    screen: 'journal',
    purpose: 'Your trades as round trips: what each brought, what it risked, and what works for you.',
    steps: [
      'Choose a period, and narrow the list by symbol, side, result, setup, tag, or best and worst while open.',
      'Press Best trade or Worst trade among the key figures to open it with its chart.',
      'In an open trade switch the chart to As at entry, to see what you saw then.',
      'Write its setup, tags and a note there, and press Save.',
      'Statistics has the figures by tag, setup, symbol, side, weekday and holding time; a row opens its trades.',
      'Calendar has the result of each day; a day opens its trades.',
    ],
    figures: [
      ['Result', 'Profit after fees of what was closed, first in first out. Dividends are not in it.'],
      ['Result %', 'Result of what the closed part cost, or brought in when it was sold first.'],
      ['R', 'Result as a multiple of what all entries lose at the first stop, or a spread at most at expiration.'],
      ['Win rate', 'Trades with a profit, of all closed trades.'],
      ['Expectancy', 'The result of an average trade.'],
      ['Profit factor', 'The sum of the wins divided by the sum of the losses.'],
      ['Drawdown', 'The deepest fall of the added-up R from a high.'],
      ['Best while open', 'The greatest profit of the trade at the prices of its bars, before fees.'],
      ['Worst while open', 'The greatest loss of the trade at the prices of its bars, before fees.'],
      ['Kept of the best', 'What the wins brought, of their best results while they were open.'],
    ],
    notes: [
      'A trade ends when nothing of it is held. Legs that one order opened are one trade.',
      'Without a known stop a trade has no R; it counts in dollars all the same. A spread of limited loss needs none.',
      'A period counts the days on which trades were closed.',
    ],
  },
  {
    screen: 'option-management',
    purpose: 'The calls and puts of a company, strategies from them, and the options that the account holds.',
    steps: [
      'Search for a company, here or in the top bar.',
      'Choose an expiration for both sides, or one for the calls and one for the puts.',
      'Choose what a click does. Single option opens the order ticket; a strategy, or Own legs, fills the ' +
        'strategy ticket.',
      'Click a bid to sell or an ask to buy. Shift adds a leg. The arrow keys move between prices, Enter picks one.',
      'Change strikes, width and legs in the ticket, then the net price. Slide day and volatility to see ' +
        'the payoff then.',
      'Press Review order to see what the brokerage says of it. Only Put order sends.',
      'Open options lists what the account holds by expiration. Roll moves a contract to the next expiration, Close ' +
        'opens the ticket that ends it, and Exercise the one that takes its shares at the close.',
    ],
    figures: [
      ['Bid, Ask', 'The highest price a buyer offers and the lowest a seller asks.'],
      ['Mark', 'The midpoint of bid and ask.'],
      ['IV %', 'Implied volatility: the annual movement that the price of the option implies.'],
      ['Delta', 'Change in the price of the option when the share moves by one dollar.'],
      ['Gamma', 'Change in delta when the share moves by one dollar.'],
      ['Theta', 'What the option loses per day from the passage of time.'],
      ['Vega', 'Change in the price of the option when implied volatility moves by one point.'],
      ['Rho', 'Change in the price of the option when interest rates move by one point.'],
      ['Intrinsic', 'What exercising the option would yield now, never below zero.'],
      ['Time Value', 'Mark minus intrinsic.'],
      ['Open Int.', 'Open contracts at the end of the previous session.'],
      ['Natural, Mid', 'The net price with each leg at its own side of the market, or at its mark.'],
      ['Break-even', 'The price of the share at which the position neither wins nor loses at expiration.'],
      ['Greatest profit, greatest loss', 'At expiration, at any price of the share from zero up.'],
      [
        'Chance of profit',
        'How likely the share ends where the position wins, by the volatility at the money of the chain.',
      ],
      ['Buying power', 'What the order takes or frees, by the rule of the paper brokerage, before open orders.'],
      ['Delta in dollars', 'The value in shares that would move like the account does.'],
      ['Gamma of 1%', 'By how much that value changes when every share rises by 1 percent.'],
    ],
    notes: [
      'One contract represents 100 shares.',
      'Figures of legs with different expirations are those of the first one, and marked "about".',
    ],
  },
]
