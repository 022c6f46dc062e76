// The five steps from nothing to the first statement of a member: what each is, where it is taken, and whether it is
// done. Source: docs/rules/interface.md, "First steps".
import type { FirstSteps } from '@clubfolio/contract'

export interface GuideStep {
  readonly title: string
  /** What to do there, in one or two sentences. */
  readonly words: string
  readonly action: string
  readonly to: '/account' | '/chart' | '/order' | '/member' | '/account-mapping'
  readonly isDone: boolean
}

export const firstStepsOf = (steps: FirstSteps): readonly GuideStep[] => [
  {
    title: 'Link a paper account',
    words:
      'Press the round + and make a login at the paper brokerage, with a name and a password of your own. Your ' +
      'account starts with practice money.',
    action: 'Link an account',
    to: '/account',
    isDone: steps.isAccountLinked,
  },
  {
    title: 'Find an instrument and open its chart',
    words: 'Type three letters of a company into the search, and choose it.',
    action: 'Open the chart',
    to: '/chart',
    isDone: steps.isChartOpened,
  },
  {
    title: 'Place a paper order with a stop loss',
    words:
      'Look at Account first: it says Paper. Choose the company and how many shares, and set the price of the stop ' +
      'loss below the market.',
    action: 'Open the orders',
    to: '/order',
    isDone: steps.isOrderPlaced,
  },
  steps.isMemberAdded
    ? {
        title: 'Add a member and their contribution',
        words:
          'Press New Participation and record what they paid in. Choose New money if it is not in the account yet.',
        action: 'Record a contribution',
        to: '/account-mapping',
        isDone: steps.isContributionRecorded,
      }
    : {
        title: 'Add a member and their contribution',
        words: 'Add the member with their name. Then record on Account Mapping what they paid in.',
        action: 'Add a member',
        to: '/member',
        isDone: steps.isContributionRecorded,
      },
  {
    title: 'Create their statement',
    words: 'Press Statements, choose the member and the days, and download it as PDF or mail it.',
    action: 'Create a statement',
    to: '/account-mapping',
    isDone: steps.isStatementMade,
  },
]
