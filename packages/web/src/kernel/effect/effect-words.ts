// Descriptions of effects while their fate is open, and the messages about them. Every effect of the contract has an
// entry here.
import { findOrderType, formatOrderPrice, formatTrail, orderTypeRules } from '@clubfolio/domain'
import { fieldsOf, type Fields } from '../fields-of.ts'
import { trailOfWire } from '../trail-of-wire.ts'
import { formatMoney } from '../../ui/format/money.ts'
import type { JournalEntry } from './effect-journal.ts'
import type { EffectState } from './effect-runner.ts'

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const named =
  (verb: string, ...fields: string[]) =>
  (of: Fields): string =>
    [verb, ...fields.map((field) => text(of[field]))].filter((part) => part !== '').join(' ')
const inAccount = 'accountCurrency'
const money = (amount: unknown, currency: unknown): string => formatMoney(text(amount), { currency: text(currency) })
/** An offset below a dollar has the four decimals of the market's tick there. */
const price = (given: unknown): string => (text(given) === '' ? '' : formatOrderPrice(text(given)))
/** The description distinguishes two payments of the same amount and day. */
const sum =
  (what: string) =>
  ({ amount, date, description, [inAccount]: currency }: Fields): string =>
    [
      what +
        (text(amount) === '' ? '' : ` of ${money(amount, currency)}`) +
        (text(date) === '' ? '' : ` on ${text(date)}`),
      text(description),
    ]
      .filter((part) => part !== '')
      .join(', ')

const sides: Readonly<Record<string, string>> = {
  BUY: 'Buy',
  SELL: 'Sell',
  SELL_SHORT: 'Sell short',
  BUY_TO_COVER: 'Buy to cover',
}

/** `at a stop that trails by $2.00` */
function trailText(value: unknown): string | undefined {
  const words = trailingWords(value)
  return words === undefined ? undefined : `at a stop ${words}`
}

function trailingWords(value: unknown): string | undefined {
  const trail = trailOfWire(value)
  return trail === undefined ? undefined : `that trails by ${formatTrail(trail)}`
}

function orderText({ directionality, quantity, ticket, price: given, trail, orderType }: Fields): string {
  const type = findOrderType(text(orderType))
  const kind = type === undefined ? null : orderTypeRules[type].waitsFor
  const own = text(given) === '' ? 'at market' : `at ${kind === 'stop' ? 'stop ' : ''}${price(given)}`
  const at = trailText(trail) ?? (type === 'EXERCISE' ? 'by exercise' : kind === null ? 'at market' : own)
  return `${sides[text(directionality)] ?? 'Trade'} ${text(quantity)} ${text(ticket)} ${at}`
}

/** `Close 50 of ACME`, `Move the stop of ACME to $49.00` */
function actionText(code: string, { kind, quantity, stopPrice, limitPrice, targetPrice, trail }: Fields): string {
  switch (kind) {
    case 'CLOSE':
      return text(quantity) === '' ? `Close ${code}` : `Close ${text(quantity)} of ${code}`
    case 'REVERSE':
      return `Reverse ${code}${text(stopPrice) === '' ? '' : ` with a stop at ${price(stopPrice)}`}`
    case 'ADD':
      return `Add ${text(quantity)} to ${code}${text(limitPrice) === '' ? '' : ` at ${price(limitPrice)}`}`
    case 'MOVE_STOP':
      return `Move the stop of ${code} to ${price(stopPrice)}`
    case 'TRAIL_STOP':
      return `Change the stop of ${code} to one ${trailingWords(trail) ?? 'that trails'}`
    case 'SET_TARGET':
      return `Set the target of ${code} to ${price(targetPrice)}`
    default:
      return `Act on ${code}`
  }
}

const words: Readonly<Record<string, (of: Fields) => string>> = {
  'apiToken.revokeToken': named('Revoke an API token'),
  'webhook.deleteWebhook': named('Delete a webhook'),
  'webhook.redeliver': named('Send a delivery of a webhook again'),
  'webhook.saveWebhook': named('Save webhook', 'name'),
  'webhook.sendTest': named('Send a test event to a webhook'),
  'security.endMySession': named('End a session'),
  'security.forgetBrowser': named('Forget a browser'),
  'security.endMyOtherSessions': named('End all other sessions'),
  'security.changePassword': named('Change your password'),
  'signInMethod.confirmAuthenticator': named('Add an authenticator app'),
  'oidcSignIn.removeLink': named('Remove a linked sign-in'),
  'signInMethod.finishPasskey': named('Add passkey', 'name'),
  'signInMethod.renameSignInMethod': named('Rename a sign-in method to', 'name'),
  'signInMethod.removeSignInMethod': named('Remove a sign-in method'),
  'signInMethod.switchSmsCodes': ({ isOn }) => `Switch text messages at sign-in ${isOn === true ? 'on' : 'off'}`,
  'profile.updateMyNames': named('Change your name to', 'firstName', 'lastName'),
  'profile.changeMyEmail': named('Change your e-mail address'),
  'profile.changeMyPhone': named('Change your phone number'),
  'profile.confirmMyPhone': named('Confirm your phone number'),
  'userAdmin.update': named('Change user', 'firstName', 'lastName'),
  'userAdmin.create': named('Add a user'),
  'userAdmin.saveGroups': named("Change a user's groups"),
  'group.create': named('Add group', 'name'),
  'group.update': named('Change group', 'name'),
  'group.delete': named('Delete a group'),
  'permission.changeSinglePermission': ({ enabled }) =>
    enabled === true ? 'Grant a permission' : 'Revoke a permission',
  'market.activateSource': named('Switch the market source to', 'source'),
  'market.importFile': named('Import', 'name'),
  'market.uploadFile': named('Upload', 'name'),
  'account.updateInitialBalance': ({ initialBalance, [inAccount]: currency }) =>
    `Set the initial balance${text(initialBalance) === '' ? '' : ` to ${money(initialBalance, currency)}`}`,
  'account.createMy': named('Link accounts'),
  'account.renewAccount': named('Renew access to an account'),
  'account.toggleDefault': named('Change the default account'),
  'account.enableDisableAccount': ({ isActive }) => (isActive === true ? 'Enable an account' : 'Disable an account'),
  'account.acceptDifference': named("Accept the brokerage's figure"),
  'fileAccount.create': named('Add account', 'name'),
  'fileAccount.uploadStatement': named('Upload', 'name'),
  'fileAccount.mapStatement': named('Save what the columns of a statement file mean'),
  'fileAccount.importStatement': named('Import a statement file'),
  'fileAccount.undoStatement': named('Undo or discard a statement file'),
  'fund.importFund': named('Import', 'name'),
  'fileAccount.uploadRates': named('Upload a table of rates'),
  'order.putOrder': orderText,
  'order.putOrderWithTrigger': (of) =>
    `${orderText(of)}, with a stop loss ${trailingWords(of['childTrail']) ?? `at ${price(of['childPrice'])}`}` +
    (text(of['targetPrice']) === '' ? '' : ` and a target at ${price(of['targetPrice'])}`),
  'order.putOrderPair': ({ directionality, quantity, ticket, targetPrice, stopPrice, stopTrail }) =>
    `${directionality === 'BUY' ? 'Buy' : 'Sell'} ${text(quantity)} ${text(ticket)} at a target of ` +
    `${price(targetPrice)} or a stop ${trailingWords(stopTrail) ?? `at ${price(stopPrice)}`}`,
  'order.putSpread': ({ quantity, priceType, netPrice, legs }) =>
    `Trade ${text(quantity)} of ${Array.isArray(legs) ? legs.length : 'several'} legs together` +
    (text(netPrice) === ''
      ? ''
      : ` for a net ${priceType === 'NET_CREDIT' ? 'credit' : 'debit'} of ${price(netPrice)}`),
  'order.replaceOrder': ({ orderId, quantity, price: entry, limitPrice, trail, childPrice, targetPrice }) =>
    [
      `Change order ${text(orderId)} to ${text(quantity)} ${trailText(trail) ?? `at ${price(entry)}`}`,
      ...(text(limitPrice) === '' ? [] : [`limit ${price(limitPrice)}`]),
      ...(text(childPrice) === '' ? [] : [`stop loss at ${price(childPrice)}`]),
      ...(text(targetPrice) === '' ? [] : [`target at ${price(targetPrice)}`]),
    ].join(', '),
  'order.cancelOrder': named('Cancel order', 'orderId'),
  'order.withdrawOrder': named('Withdraw order', 'orderId'),
  'order.cancelAllOrders': named('Cancel all open orders of account', 'accountNumber'),
  'order.settleOrder': named('Settle an order'),
  'order.saveGuardRails': named('Save the guard rails of account', 'accountNumber'),
  'order.saveQuestionLimits': named('Save when you are asked a second time about an order'),
  'target.savePlan': named('Save the target plan'),
  'target.deletePlan': named('Delete the target plan'),
  'positionAction.actOnPosition': ({ ticket, action }) => actionText(text(ticket), fieldsOf(action)),
  'positionAction.repairPositionAction': ({ decision }) =>
    decision === 'CONTINUE'
      ? 'Continue a stopped action'
      : decision === 'RESTORE'
        ? 'Restore the stop after a stopped action'
        : 'Leave a stopped action as it is',
  'positionAction.flattenAccount': named('Cancel every order and close every position of account', 'accountNumber'),
  'wallet.create': named('Open an account', 'name'),
  'task.cancel': named('Cancel a task'),
  'notification.markRead': ({ isRead }) =>
    isRead === false ? 'Mark a notification as unread' : 'Mark a notification as read',
  'notification.markAllRead': named('Mark all notifications as read'),
  'notificationChoice.save': named('Save how you are notified'),
  'webPush.saveDevice': named('Let this device show notifications'),
  'webPush.removeDevice': named('Remove a device from notifications'),
  'webPush.testDevice': named('Send a test message to a device'),
  'alert.markSeen': named('Dismiss an alert'),
  'alertRule.create': named('Add an alert for', 'code'),
  'alertRule.update': named('Change an alert for', 'code'),
  'alertRule.pause': ({ isPaused }) => (isPaused === false ? 'Resume an alert' : 'Pause an alert'),
  'alertRule.delete': named('Delete an alert'),
  'calculator.saveAnalysis': named('Save analysis', 'name'),
  'calculator.deleteAnalysis': named('Delete an analysis'),
  'journal.saveTradeNote': named('Save what you wrote about a trade'),
  'watchlist.create': named('Add watchlist', 'name'),
  'watchlist.rename': named('Rename a watchlist to', 'name'),
  'watchlist.delete': named('Delete a watchlist'),
  'watchlist.addInstrument': named('Add to a watchlist:', 'code'),
  'watchlist.removeInstrument': named('Remove from a watchlist:', 'code'),
  'watchlist.saveNote': named('Save the note on', 'code'),
  'watchlist.reorder': named('Reorder a watchlist'),
  'stock.saveLabel': named('Label', 'symbol'),
  'screener.saveScreen': named('Save screen', 'name'),
  'screener.deleteScreen': named('Delete a screen'),
  'report.saveFilter': named('Save filter', 'name'),
  'report.renameFilter': named('Rename a filter to', 'name'),
  'report.deleteFilter': named('Delete a filter'),
  'ownReport.saveOwnReport': named('Save report', 'name'),
  'ownReport.renameOwnReport': named('Rename a report to', 'name'),
  'ownReport.deleteOwnReport': named('Delete a report'),
  'ownReport.shareOwnReport': named('Share a report'),
  'reportDelivery.sendPdfReportByEmail': named('Send a report by e-mail'),
  'reportDelivery.prepareReport': named('Prepare a report'),
  'reportDelivery.cancelRun': named('Cancel a report'),
  'reportDelivery.saveSchedule': named('Save schedule', 'name'),
  'reportDelivery.pauseSchedule': ({ isPaused }) => (isPaused === false ? 'Resume a schedule' : 'Pause a schedule'),
  'reportDelivery.deleteSchedule': named('Delete a schedule'),
  'reportDelivery.runSchedule': named('Run a schedule'),
  'member.create': named('Add member', 'firstName', 'lastName'),
  'member.update': named('Change member', 'firstName', 'lastName'),
  'member.toggleStatus': ({ status }) => (status === 'ACTIVATED' ? 'Activate a member' : 'Deactivate a member'),
  'member.delete': named('Delete a member'),
  'member.inviteMember': named('Invite a member'),
  'member.withdrawMemberInvitation': named('Withdraw an invitation'),
  'member.acceptMemberInvitation': named('Accept an invitation'),
  'member.createBankAccount': named('Save a bank account'),
  'member.createContribution': sum('Contribution'),
  'member.createRetribution': sum('Retribution'),
  'member.deleteContribution': named('Delete a contribution'),
  'member.deleteRetribution': named('Delete a retribution'),
  'member.updateParticipationStatus': ({ isActive }) =>
    isActive === true ? 'Activate an entry' : 'Deactivate an entry',
  'fund.changeOpening': named('Change the opening of the fund'),
  'fund.setDealing': ({ dealing, move }) =>
    move !== undefined
      ? 'Move the fund to another account'
      : dealing !== undefined
        ? 'Change when entries are dealt'
        : 'Change the schedule of statements',
  'club.saveClub': named('Change what papers carry'),
  'club.uploadLogo': named('Upload a logo'),
  'document.uploadDocument': ({ title, name }) => `Upload ${text(title) === '' ? text(name) : text(title)}`,
  'document.removeDocument': named('Remove a document'),
  'fund.recordDistribution': sum('Distribution'),
  'fund.recordExpense': sum('Expense'),
  'fund.recordTransfer': sum('Transfer of units'),
  'fund.match': named('Match movements with records'),
  'fund.makeRequest': named('Ask for'),
  'fund.withdrawRequest': named('Withdraw a request'),
  'fund.declineRequest': named('Decline a request'),
  'fund.postAnnouncement': named('Announce', 'title'),
  'fund.withdrawAnnouncement': named('Withdraw an announcement'),
  'fund.readAnnouncement': named('Mark an announcement as read'),
  'fund.openVote': named('Open the vote', 'question'),
  'fund.cancelVote': named('Cancel a vote'),
  'fund.castVote': named('Vote'),
  'fund.recordBallot': named('Record the vote of a member'),
  'fund.recordDuePlan': sum('Dues'),
  'fund.endDuePlan': named('End dues'),
  'fund.explainMovement': named('Explain a movement'),
  'fund.reverseRecord': named('Reverse a record'),
  'fund.inviteToRole': named('Invite', 'email'),
  'fund.setLastDay': named('Change the last day of a role to', 'lastDay'),
  'fund.endRole': named('End a role'),
  'fund.acceptFundInvitation': named('Accept an invitation'),
  'fund.setSecondPerson': named('Change when a second person approves'),
  'fund.approve': named('Approve a change'),
  'fund.decline': named('Decline a change'),
  'fund.withdraw': named('Withdraw a change'),
  'fund.saveFeePolicy': named('Change a fee'),
  'fund.chargeFees': ({ isWaived }) =>
    isWaived === true ? 'Waive the fees of a period' : 'Charge the fees of a period',
  'fund.reverseCharge': named('Reverse a charge'),
  'fund.closePeriod': named('Close the books up to', 'until'),
  'fund.mailStatements': named('Mail statements'),
  'fund.orderPack': named('Make a pack'),
  'fund.cancelPack': named('Cancel a pack'),
}

export const hasEffectText = (call: string): boolean => Object.hasOwn(words, call)

/** Returns the description of a call: `describeEffect('order.putOrder', { body })` is `Buy 100 SPY at market`. */
export function describeEffect(
  call: string,
  wire: { readonly params?: unknown; readonly body?: unknown },
  currencyOf: (accountId: string) => string = () => 'USD',
): string {
  const fields = { ...fieldsOf(wire.params), ...fieldsOf(wire.body) }
  const accountId = text(fields['accountId']) || text(fields['id'])
  return words[call]?.({ ...fields, [inAccount]: currencyOf(accountId) }) ?? call
}

const isNewOrder = ({ call }: JournalEntry): boolean =>
  call === 'order.putOrder' || call === 'order.putOrderWithTrigger'

/**
 * Returns the message about an effect as its fate is known now. The messages for ended effects are final; `isWaiting`:
 * it takes effect once a second person approves it.
 */
export function describeFate(
  entry: JournalEntry,
  state: EffectState,
  reason?: string | null,
  isWaiting = false,
): string {
  const { what } = entry
  const it = isNewOrder(entry) ? 'your order was placed' : 'this was carried out'
  const more = reason ? ` ${reason}` : ''
  switch (state) {
    case 'sending':
    case 'asking':
      return `We don't know yet whether ${it}: ${what}. Checking…${more}`
    case 'done':
      if (isWaiting) return `This was sent and waits for approval: ${what}.${more}`
      // The answer names the order itself.
      return isNewOrder(entry) && reason
        ? `Your order was placed.${more}`
        : `${isNewOrder(entry) ? 'Your order was placed' : 'This was carried out'}: ${what}.${more}`
    case 'not-done':
      return (
        `${isNewOrder(entry) ? 'Your order was not placed' : 'This was not carried out'}: ` +
        `${what}.${reason ? more : ' Nothing was changed.'}`
      )
    case 'unknown':
      return `We could not find out whether ${it}: ${what}.${more}`
  }
}
