// "How do I ...": the jobs of an ordinary week of a manager, a trader and a member, each with its steps. In a step
// `{order}` is the title of a screen, by its name in the table of screens, and `[Put order]` is a label as it is
// written on the screen. A test finds every one of them in the product.

export interface Job {
  /** Completes "How do I ...". */
  readonly name: string
  readonly steps: readonly string[]
}

export const jobs: readonly Job[] = [
  {
    name: 'begin',
    steps: [
      'Open {dashboard}. A manager finds [First steps] at the lower right: five steps from a paper account to ' +
        'the first statement of a member.',
      'Press the button of the next step. It leads to the screen where the step is taken, and the guide sees by ' +
        'itself that it is done.',
      'Press [Skip the guide] to hide it. On {profile}, [First steps] brings it back.',
    ],
  },
  {
    name: 'link an account',
    steps: [
      'Open {account} and press the round + at the right, [Link an account].',
      'Choose the brokerage; each says what it needs. With a key pair you enter [Key ID] and [Secret key].',
      'In the window of the brokerage, sign in, choose the accounts and allow access. For the paper ' +
        'brokerage you can ' +
        'make a login there.',
      'The account appears with its value. Switch on [Default] for the one that new tabs should start with.',
    ],
  },
  {
    name: 'keep paper apart from real money',
    steps: [
      'Paper accounts are marked Paper wherever they are named. The order ticket says whose money it is about.',
      'On {account} and {wallet} choose [Real money], [Paper] or [Both] for what is added up. The choice is ' +
        'remembered.',
      'In {static-report} the filter Account has the same groups, and the report says in its head which one it is ' +
        'about.',
    ],
  },
  {
    name: 'get out of a position, or of all of them',
    steps: [
      'Open {operation} and press the three dots in the row of the position: [Close], [Close half] or [Reverse].',
      'Read the orders that will be sent, and press the button that sends them.',
      'To protect a profit choose [Move stop] or [Stop to break-even] instead.',
      'For everything at once press [Close everything], read the list, and hold [Hold to close everything] for a ' +
        'second.',
    ],
  },
  {
    name: 'run an account from statement files',
    steps: [
      'Download the history of the account at its broker, as CSV, XML, OFX or QFX.',
      'Open {account}, press [Link an account] and choose [From files]. Enter [Name], [Broker] and [Currency], and ' +
        'press [Create account].',
      'On {account-statement-files} press [Choose files]. Where the columns are not known, say what they mean and ' +
        'press [Save and read the file].',
      'Read what the account will hold and the lines that are not understood, and import them.',
      'Upload the next statement there whenever there is one. Lines that overlap count once.',
    ],
  },
  {
    name: 'take back a wrong statement',
    steps: [
      'Open {account} and press [Statements] in the row of the account.',
      'Press [Undo] beside the statement. The question says which lines no longer count.',
      'Upload the right file. For amounts in other currencies, [Import rates] takes a table of daily rates.',
    ],
  },
  {
    name: "find last month's worst trade",
    steps: [
      'Open {journal} and choose [Last month].',
      'Press [Worst trade] among the key figures: the trade opens with its chart.',
      'Write down what went wrong as a tag or under [Note], and press [Save].',
    ],
  },
  {
    name: 'see how today goes',
    steps: [
      'Open {dashboard}: your wallet, winners and losers, new highs and lows.',
      'Open {operation} for what each position earns, and {watchlist} for bid, ask and volume of what you follow.',
      'The bar at the top and {alert} name what needs your attention; {notification} has what happened.',
    ],
  },
  {
    name: 'bring an account back to its targets',
    steps: [
      'Open {allocation}. The first time press [Set targets]: the form starts with what the account holds today.',
      'Change the percentages until each level adds up to 100%, choose the band, and press [Save targets].',
      'Later, {allocation} says which classes are [Above] or [Below] their band.',
      'Under [Proposal] choose what the orders may do and press [Propose orders]. Press [Open ticket] at each line, ' +
        'sales first, and confirm the order as any other. [Close part] takes its place where a stop or target claims ' +
        'the shares: it makes those orders smaller and sells the part.',
      'When orders are filled, press [Propose again] to see what is left.',
    ],
  },
  {
    name: 'see how good the returns are for their risk',
    steps: [
      'Open {returns} and choose the fund, and beside it the whole fund or one holder.',
      'Compare [SPY], QQQ or another instrument: [Months and years] and [Figures] have both.',
      '[Drawdowns above 5%] says how deep each fall was and when it was made good.',
    ],
  },
  {
    name: 'see what a fall of the market would cost',
    steps: [
      'Open {risk}. [Net exposure] and [Beta-weighted delta] say how much moves with the market.',
      'Press -10% under [A move of SPY]: the list beside it shows what each position loses or gains.',
      'With options held, open the menu of that panel and shift the [Volatility of options].',
    ],
  },
  {
    name: 'see which sectors move',
    steps: [
      'Open {heat-map} and choose the day, week, month or year, and under [Size by] the market cap or the volume.',
      'Press a tile for its chart, or the name of a sector to see only that one.',
      'Under [Instruments] choose a watchlist instead of the market.',
    ],
  },
  {
    name: 'find a candidate',
    steps: [
      'Open {opportunity-seeker}, press [Filter], and enter [Capital] and [Risk %].',
      'Or open {screener} and set limits by slider or by typing them; [Save screen] keeps them.',
      'Press [Watch] beside a row of the screener to keep the instrument on a watchlist.',
    ],
  },
  {
    name: 'chart it and draw levels',
    steps: [
      'Open {chart} and choose the company in the search of the top bar.',
      'Press [Draw the resistance] or [Draw the support] and click the chart, or type the price at the right.',
      'Switch on [Found levels] to compare with those that Clubfolio finds. Drawings are saved by themselves.',
      '[Layout] shows up to four charts side by side and keeps them under a name.',
    ],
  },
  {
    name: 'size a trade',
    steps: [
      'Open {stock-calculator-advance}, choose the instrument, and [Long] or [Short].',
      'Enter [Capital], [Risk %], [Resistance price] and [Support price]: quantity, prices and the true loss follow.',
      'When the investment qualifies, [Buy] or [Sell] opens the order ticket with these figures.',
    ],
  },
  {
    name: 'place an order with its stop and target',
    steps: [
      'Press the key B (long) or S (short) on any screen, or [Put order] on {order} or {chart}.',
      'Enter [Code], [Price], [Qty], [Stop Loss] and [Target]; on a chart the code and the market price are there ' +
        'already. [Qty by] takes dollars, a percentage of the capital or the risk instead of shares.',
      'Press [Review order] or Enter, read what will be sent, what it costs and risks, and send it.',
      'For the next time press [Save as preset]: the tickets of this account then begin with this size, and with a ' +
        'stop and a target at these distances. Shift B or Shift S goes straight to the review. With [Hold Shift B or ' +
        'Shift S to send] in the preset, holding the key for a second sends it too.',
    ],
  },
  {
    name: 'type an order as one line',
    steps: [
      'On {chart} press Ctrl K, or the magnifier on a phone, and type the order, for example ' +
        'buy 100 stop 190 target 210. Anywhere else name the symbol too: buy 100 AAPL stop 190 target 210.',
      'Read how it is understood: [Price], [Stop Loss], [Target], [Duration] and the account. What is missing or ' +
        'wrong is said above them.',
      'Press Enter or [Review order]: the ticket opens with its confirmation. Read it, and send it with Enter.',
      'In short it is b100 s190 t210. Distances work too: stop 2%, target 5%, or target 2r for twice the risk.',
    ],
  },
  {
    name: 'change or cancel an order',
    steps: [
      'Open {order}. Orders that are still open have a pencil and [Cancel] in their row.',
      'The pencil opens [Change order]: a change counts for what is not filled yet.',
      '[Cancel] cancels one order. [Cancel all] first lists all open ones and marks the stops that protect positions.',
      'On {chart}, drag the label of an order to another price, or press the x on it. One confirmation follows.',
    ],
  },
  {
    name: 'protect a position that has no stop',
    steps: [
      'Open {operation} and click the mark under [Protection], or press [Show repairs] in the bar.',
      'Read what is proposed, and why at that price, and press [Place stop].',
      'The ticket opens with the stop. Review it and send it.',
    ],
  },
  {
    name: 'close half of a position',
    steps: [
      'Open {operation}, press the three dots in the row of the position and choose [Close half], or focus the row ' +
        'and press H.',
      'Read what will be sent: the order for half of it, and the stop made smaller to what remains.',
      'Press the button that sends it.',
    ],
  },
  {
    name: 'roll or close an option',
    steps: [
      'Open {option-management} and choose [Open options].',
      'Press [Close] at the contract: the ticket opens with the order that closes it.',
      'Press [Roll] to move it to the next expiration with one order of two legs. Change the strike or the ' +
        'expiration of the new leg, then press [Review order] and [Put order].',
    ],
  },
  {
    name: 'sell a vertical or another strategy',
    steps: [
      'Open {option-management}, choose the company, an expiration and the strategy, such as a vertical. The ' +
        'choice is kept for the next time.',
      'Click the bid of the strike to sell, or the ask to buy. The ticket has the other leg, what it can win and ' +
        'lose, its break-evens and its payoff.',
      'Press [Review order], then [Put order]. With own legs, or with Shift, each click adds a leg.',
    ],
  },
  {
    name: 'see what happened to an order',
    steps: [
      'Open {order}, choose the days under [Entered] and the statuses, and press [Filter].',
      '[Status] shows its outcome, [Filled At] the average price, the quantity and the time.',
      '{notification} has every fill and rejection with its reason; {transaction} has what was booked.',
    ],
  },
  {
    name: 'record a contribution',
    steps: [
      'Open {account-mapping} and press [New Participation].',
      'Type three letters of the name under [Member] and choose it; enter [Amount], [Date] and [Description], and ' +
        'leave [Contrib] on.',
      'Press [Create]. A back-dated entry first shows what it changes for all members.',
    ],
  },
  {
    name: 'pay a withdrawal out',
    steps: [
      'Open {account-mapping} and press [New Participation].',
      'Type three letters of the name under [Member] and choose it; choose [Retrib], and enter [Amount], [Date] and ' +
        '[Description].',
      'Under [Bank details] choose the account of the member; press [Create]. An amount above their value is refused.',
    ],
  },
  {
    name: 'reconcile the fund with the account',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Matching].',
      'For money that no record explains press [Explain] and choose what it was; that records and matches it.',
      'Tick what the brokerage booked and the entry that is the same money, and press [Match].',
      '[Check] shows the last nightly check of the books. On {account} a mark names figures in which we and the ' +
        'brokerage differ.',
    ],
  },
  {
    name: 'pay a distribution to all members',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Distributions].',
      'Enter the amount for all holders. The table shows every part; tick [Leaves it in] for members who keep theirs ' +
        'in units.',
      'Press [Book], pay the parts out, and match each with its own withdrawal under [Matching].',
    ],
  },
  {
    name: 'decide what a member asks for',
    steps: [
      'The member presses [Pay in or take out] on {my-funds} and says how much, and to which bank account.',
      'Open {account-mapping}, press [Books] and choose [Requests].',
      'Press [Approve] and check the form, which is filled in; or press [Decline] and give the reason.',
    ],
  },
  {
    name: 'expect dues of members',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Dues].',
      'Choose a member or [Every active member], enter the amount, the rhythm and the days, and press [Expect dues].',
      'Choose what a contribution pays under [Pays what is due] in New Participation. The list shows what is late.',
    ],
  },
  {
    name: 'set a fee for the fund',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Fees].',
      'Press the first button under [Management fee] or [Performance fee]. Enter the rate and read the example below ' +
        'it; choose [Receiver] and when it is [Charged].',
      'Press [Add a member] for somebody who pays another rate, or tick [Exempt].',
      'Press [Set the fee]. It begins on the next day; with [Charge by itself] no charge needs your confirmation.',
    ],
  },
  {
    name: 'charge the fees of a period',
    steps: [
      'Press [Look at the charge] on {account-mapping}, or press [Books] there and choose [Fees].',
      'Open lines to see what they are made of, then press the button with the total.',
      'To charge nothing for the period press [Waive] and give the reason. [Reverse] takes the last charge back.',
      '[Everything] in New Participation pays out what the fees leave of a member.',
    ],
  },
  {
    name: 'move the fund to another account',
    steps: [
      'Link the new account on {account}, and let it have one close before anything is transferred.',
      'Open {account-mapping}, press [Books], choose [Settings] and press [Move the fund to another account]. Choose ' +
        'the last session before anything left the old account.',
      'The fund keeps its value while its contents are in transit. When all of it is there, press ' +
        '[Everything has arrived], choose the session, read the result and press [Complete].',
    ],
  },
  {
    name: 'take a fund to another installation',
    steps: [
      'Open {account-mapping}, press [Books], choose [Settings] and press [Export everything].',
      'In the other installation open {account}, press [Link an account], choose [Exported fund] and the ZIP, and ' +
        'press [Import]. The import succeeds only if the books give the same figures there.',
      'Users, roles and bank details do not travel, and the history names you. Enter the bank details again on ' +
        '{member} and invite the members there; give roles on {account-mapping} under [People], [Roles].',
      'Link the account that holds the money and move the fund there. Then press [Upload logo] and turn on ' +
        '[Mail the statements by schedule] again.',
    ],
  },
  {
    name: 'publish statements',
    steps: [
      'Open {account-mapping} and press [Statements]. It opens with the last month; type other days.',
      '[Download PDF] saves the statement in view.',
      'Press [Mail to all members]: each gets their own, and nobody gets one twice.',
      'To have it done every month, quarter or year, press [Books], choose [Settings] and turn on ' +
        '[Mail the statements by schedule]. They go out once [Close the books] has closed their period.',
    ],
  },
  {
    name: 'put the logo and address of the club on papers',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Settings].',
      'Enter [Club name], [Address] and [Text for documents] and press [Save]; the preview shows them while you type.',
      'Press [Upload logo] and choose a PNG or JPEG picture. Statements, reports and mails carry all of it from then ' +
        'on.',
    ],
  },
  {
    name: 'share documents and minutes with members',
    steps: [
      'Open {account-mapping}, press [Books] and choose [Documents].',
      'Press [Upload a document], then [Choose file] for a PDF. For minutes choose [Minutes] and the ' +
        '[Day of the meeting].',
      'Choose under [Read by] who reads it, and press [Upload].',
    ],
  },
  {
    name: 'give somebody a role in the fund',
    steps: [
      'Open {account-mapping}, press [People] and choose [Roles].',
      'Enter [E-mail] and [Role], for an auditor also [Last day], and press [Send invitation].',
      'They open the link in the mail, sign in or register with that address, and press [Accept the role].',
    ],
  },
  {
    name: 'have a second person approve changes',
    steps: [
      'Give somebody the role of approver first. Open {account-mapping}, press [People] and choose [Second person].',
      'Turn on [Ask for a second person], enter the amount and press [Save].',
      'Open [Waiting for approval], press [What it changes], then [Approve], or [Decline] with a reason.',
    ],
  },
  {
    name: 'announce something to the members',
    steps: [
      'Open {account-mapping}, press [People] and choose [Announcements].',
      'Enter [Title] and [Text] and press [Post]. It goes to every active member, on the screen and by mail.',
      'To correct it, press [Withdraw], give the reason, and post a new one. The list says how many opened each.',
    ],
  },
  {
    name: 'let the members vote',
    steps: [
      'Open {account-mapping}, press [People], choose [Votes] and press [New vote].',
      'Enter [Question] and [Choices], choose [Secret] or [Named] and [By heads] or [By units], and check ' +
        '[Last day] and [Record day].',
      'Press [Open the vote]. Members choose and press [Vote], and can change it until the last day ends. Then the ' +
        'result is there for everybody.',
      'In a named vote press [Record a ballot] for a member who votes on paper or at the meeting. In a secret one ' +
        'invite members without a user from {member}, so that they vote themselves.',
    ],
  },
  {
    name: 'see what earned the money',
    steps: [
      'Open {performance} and choose an account or fund, or your own part of one.',
      'Choose the period, and what the rows are grouped by, above the table, and under [Benchmark] what to compare ' +
        'with.',
      'Press a figure for the closes and the formula behind it, a code for its chart, or the notebook at the end of ' +
        'a row for the trades behind it.',
    ],
  },
  {
    name: 'group instruments in my own way',
    steps: [
      'Open {performance} and press the tag at the row of an instrument, or open {chart} and press the one beside ' +
        'its name.',
      'Enter the label, or choose one that you have given before, and press [Save].',
      'In {performance} choose [Own label] where the rows are grouped, above the table.',
    ],
  },
  {
    name: 'see dividends and interest',
    steps: [
      'Open {income} and choose an account or fund, or your own part of one.',
      'Choose the period. [Months], [Instruments] and [Calendar] have what was received; [est.] marks what is ' +
        'expected.',
      'Press [CSV], or [PDF, Excel, mail] for the report.',
    ],
  },
  {
    name: 'finish the year of a fund',
    steps: [
      'Open {account-mapping}, press [Books], choose [Settings] and close the books up to the last day of the year.',
      'Open {fund-year} and choose the year. [Allocation] and [Basis] have what each holder needs for their tax ' +
        'adviser.',
      'Press [Make pack], then [Download pack]: one ZIP has every statement, list and journal.',
    ],
  },
  {
    name: 'run and schedule a report',
    steps: [
      'Open {static-report}, choose a report, set its filters and press [Show].',
      'Press [Actions] for [Print], [PDF], [Excel] or [Send by email].',
      'There, [Schedule] mails it daily, weekly or monthly. [Schedules] lists what is scheduled, [Runs] what was made.',
    ],
  },
  {
    name: 'invite a member and link them',
    steps: [
      'Open {member} and press [Add member], or the pencil of an existing one. Enter their [Email] and press ' +
        '[Save].',
      'Open the member again and press [Send invitation]. They get a mail with a link, sign in or register, and ' +
        'press the button that accepts. The record then says who is linked.',
      'A user whom you know already is linked at once: search their name under [Linked user] and press [Save].',
    ],
  },
  {
    name: 'read my share, profit and statement as a member',
    steps: [
      'Open {my-funds}: it begins with your value, what you earned and since when.',
      'Press [Statement] for a period, and [Download PDF] to keep it. [What earned your money] there has your part ' +
        'by instrument.',
      'Press [Pay in or take out] to ask the manager for a payment; its outcome is listed below.',
    ],
  },
  {
    name: 'let a program of mine call Clubfolio',
    steps: [
      'Open {profile} and press [New token].',
      'Name what uses it, choose [Read only] or [Read and write], its permissions, its accounts and when ' +
        'it expires.',
      'Enter your password, press [Create token], then [Copy]: the token is shown once. The guide to the API has ' +
        'the first calls.',
      'When the program no longer needs it, press [Revoke] in its row.',
    ],
  },
  {
    name: 'send events to my own program',
    steps: [
      'Open {profile} and press [New webhook].',
      'Enter a name and an address, and choose events and accounts. Enter your password and press ' +
        '[Create webhook], then [Copy]: the secret is shown once.',
      'Press [Log] in its row and [Send test]. The guide to the API says how to check the signature.',
      'Each delivery in the log has its attempts and the answer; [Send again] repeats it.',
    ],
  },
  {
    name: 'sign in with an authenticator app',
    steps: [
      'Open {profile} and press [Add authenticator app]. Name it, enter your password, and scan the QR code ' +
        'with the app.',
      'Enter the code that the app shows, and keep the recovery codes: [Copy], [Download] or [Print].',
      'From then on the sign-in asks for the code of the app. [Use a recovery code] is there when the phone is lost.',
      'To be let in by the app alone press [Switch off text messages].',
    ],
  },
  {
    name: 'sign in with a passkey',
    steps: [
      'Open {profile} and press [Add passkey]. Name it, enter your password, and confirm on your device.',
      'Keep the recovery codes that come with your first method.',
      'At the sign-in press [Sign in with a passkey]. Neither password nor code is needed.',
    ],
  },
  {
    name: 'accept an invitation with a sign-in at a provider',
    steps: [
      'Open the link of your invitation. Where the club has a provider, the page offers to continue with it. A new ' +
        'administrator enters names and phone number first.',
      'Press Continue with its name and sign in there, with whatever address you have there. Enter the code that is ' +
        'sent to your phone.',
      'From then on press Sign in with its name on the sign-in page.',
      'You have no password then. Where one is asked for, sign out and press [Forgot password?]. A password by mail ' +
        'removes the sign-in; link it again in {profile} under [Linked sign-ins].',
    ],
  },
  {
    name: 'require a passkey or an authenticator app for a group',
    steps: [
      'Sign in with a passkey or an authenticator app yourself if you belong to the group.',
      'Open {group} and press the number under Permission in its row.',
      'Turn on [Require a passkey or an authenticator app]. It applies at once: members who signed in by text ' +
        'message first confirm with theirs or add one.',
    ],
  },
  {
    name: 'get alerts on a phone',
    steps: [
      'Open Clubfolio in the browser of the phone. On an Apple device first add it to the home screen and open it ' +
        'there.',
      'On {notification} press [Delivery settings], and under [This device] press [Switch on]. Allow notifications ' +
        'when the browser asks.',
      'In the table choose the kinds that go by [Push]. [Send test message] shows whether they arrive.',
      'The lock screen shows prices and percentages of alerts, and no other amounts unless you check ' +
        '[Show the whole text on the lock screen, amounts included]. Signing out switches the device off.',
    ],
  },
  {
    name: 'install Clubfolio on a phone',
    steps: [
      'Open Clubfolio in the browser of the phone and choose Install app, or Add to Home Screen, in its menu.',
      'Start it from its icon. Pull a page down at its top to read its figures again. Without a connection it shows ' +
        'the last figures with their time until your session ends; nothing you do is sent meanwhile.',
      'In the browser of a computer that only you use, open {profile} and switch on ' +
        '[Keep the last figures on this device] for the same.',
      'When it says [A new version of Clubfolio is ready.], press [Reload].',
    ],
  },
]

/** A part of a step: plain text, a screen by its name, or a label on it. */
export type StepPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'label'; readonly text: string }
  | { readonly kind: 'screen'; readonly name: string }

/** `partsOf('Open {order}.')` is the text "Open ", the screen `order` and the text ".". */
export function partsOf(step: string): StepPart[] {
  return step
    .split(/(\{[\w-]+\}|\[[^\]]+\])/)
    .filter((part) => part !== '')
    .map((part): StepPart => {
      if (part.startsWith('{')) return { kind: 'screen', name: part.slice(1, -1) }
      return part.startsWith('[') ? { kind: 'label', text: part.slice(1, -1) } : { kind: 'text', text: part }
    })
}
