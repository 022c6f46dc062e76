import type { HelpPage } from '../help-page.ts'

export const administrationPages: readonly HelpPage[] = [
  {
    screen: 'profile',
    purpose: 'Your names, address, phone, password, sign-in methods, sessions, API tokens, webhooks and preferences.',
    steps: [
      'A new phone number is confirmed by a code before it counts; a new e-mail address ends your sessions and ' +
        'notifies the old address.',
      'Link a sign-in at a provider under [Linked sign-ins], where one is offered.',
      'Add a passkey or an authenticator app, and keep the recovery codes where nobody else finds them.',
      'End sessions that you do not know. Under [Known browsers] forget a browser that you no longer use: its ' +
        'sessions end, and its next sign-in is mailed to you.',
      'Press New token to let a program of yours call Clubfolio; copy the token, which is shown once.',
      'Choose the theme and whether the menu is folded.',
    ],
    figures: [['Last used', 'When a session or API token last asked for something; of a token, to the minute.']],
    notes: [
      'A session ends after 30 minutes without use and after 12 hours in any case.',
      'A webhook sends what you may read yourself at that moment. Log shows each delivery with its answer.',
      'An API token does at most what you may do yourself; a revoked one is refused from its next call on.',
    ],
  },
  {
    screen: 'user',
    purpose: 'The people who may sign in.',
    steps: [
      'Add a user: they are invited by mail and set their own password, or sign in with the provider in its place.',
      'Double-click a field to change it.',
      'Put a user into groups; they may do what any of the groups allows.',
      'Set a status to INACTIVE to lock a user out at once.',
    ],
    figures: [],
    notes: [
      'CONFIRMATION: registered, but the first code has not been entered.',
      'You cannot grant a permission that you do not hold, and an administrator cannot lock themselves out.',
    ],
  },
  {
    screen: 'group',
    purpose: 'Groups of users and what each may see and do.',
    steps: [
      'Add a group; double-click its name to change it.',
      'Press Permission to switch keys on and off; each change counts at once.',
    ],
    figures: [],
    notes: ['System groups are fixed. Deleting a group takes its keys from its users.'],
  },
  {
    screen: 'market',
    purpose: 'Where prices come from.',
    steps: [
      'Choose the source that is active for all users.',
      "Import a price file or a zip archive of several, from your machine or from the server's folder.",
      'Check the symbol of a file without a column of symbols, and say how its dates are written if you are asked.',
      'Look at the lines that were refused, each with its reason.',
    ],
    figures: [
      ['Daily bars', 'How many days of prices a source holds, over all its instruments.'],
      ['Market day', 'The newest day that a source knows.'],
    ],
    notes: [
      'An account keeps the market it was opened in, whichever source is active.',
      'A market of which less than 90 percent of a file was understood becomes active only by its Activate button.',
      'A file whose prices are not those of its instrument is refused: enter its symbol, or replace the bars that ' +
        'differ.',
    ],
  },
]
