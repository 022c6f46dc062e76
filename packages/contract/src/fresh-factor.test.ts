// Every call that changes something has a reviewed decision: it needs a fresh factor, or the reason why not is here. A
// new call belongs in one of the two.
import { expect, test } from 'vitest'
import { isChange, type Route } from './route.ts'
import { routeList } from './routes.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** What moves money or gives rights. */
const fresh = words(`
  account.createMy account.renewAccount
  apiToken.createToken
  fund.approve fund.changeOpening fund.chargeFees fund.endRole fund.inviteToRole fund.makeRequest
  fund.recordDistribution fund.recordDuePlan fund.recordExpense fund.recordTransfer fund.reverseCharge
  fund.reverseRecord fund.saveFeePolicy fund.setDealing fund.setLastDay fund.setSecondPerson
  group.create group.delete group.update
  member.createBankAccount member.createContribution member.createRetribution member.deleteContribution
  member.deleteRetribution member.inviteMember member.updateParticipationStatus
  permission.changeSinglePermission
  oidcSignIn.removeLink oidcSignIn.startLink
  profile.changeMyEmail profile.changeMyPhone
  security.changePassword
  signInMethod.makeRecoveryCodes signInMethod.removeSignInMethod signInMethod.startAuthenticator
  signInMethod.startPasskey signInMethod.switchSmsCodes
  userAdmin.create userAdmin.saveGroups userAdmin.update
  webhook.createWebhook webhook.rotateSecret webhook.saveWebhook
`)

const notFresh: Readonly<Record<string, readonly string[]>> = {
  // Traders place orders all day, and seconds count. An order moves money inside the account only, which no call pays
  // out.
  'orders and what belongs to them': words(`
    order.cancelAllOrders order.cancelOrder order.putOrder order.putOrderPair order.putOrderWithTrigger order.putSpread
    order.replaceOrder order.saveGuardRails order.saveQuestionLimits order.settleOrder order.withdrawOrder
    positionAction.actOnPosition positionAction.flattenAccount positionAction.repairPositionAction
    target.deletePlan target.savePlan
  `),
  'takes a right or a request away, ends a session or a token': words(`
    apiToken.revokeToken fund.cancelVote fund.decline fund.declineRequest fund.endDuePlan fund.withdraw
    fund.withdrawAnnouncement fund.withdrawRequest member.withdrawMemberInvitation security.endMyOtherSessions
    security.endMySession security.forgetBrowser security.logout webPush.removeDevice webhook.deleteWebhook
  `),
  'the second step of what needed one, or the confirmation itself': words(`
    profile.confirmMyPhone signInMethod.confirmAuthenticator signInMethod.confirmByCode signInMethod.finishPasskey
    signInMethod.finishPasskeyConfirmation signInMethod.sendConfirmationCode signInMethod.startPasskeyConfirmation
  `),
  'accepts what somebody else gave with one': words(`fund.acceptFundInvitation member.acceptMemberInvitation`),
  'books of an account that repeat what a brokerage says': words(`
    account.acceptDifference account.enableDisableAccount account.syncNow account.toggleDefault
    account.updateInitialBalance fileAccount.create fileAccount.importStatement fileAccount.mapStatement
    fileAccount.undoStatement fileAccount.uploadRates fileAccount.uploadStatement fund.explainMovement fund.match
    wallet.create
  `),
  'the office of a fund, without an entry': words(`
    club.saveClub club.uploadLogo document.removeDocument document.uploadDocument fund.cancelPack fund.castVote
    fund.closePeriod fund.importFund fund.mailStatements fund.openVote fund.orderPack fund.postAnnouncement
    fund.readAnnouncement fund.recordBallot member.create member.delete member.toggleStatus member.update
  `),
  "a user's own lists, reports and settings": words(`
    alert.markSeen alertRule.create alertRule.delete alertRule.pause alertRule.update calculator.deleteAnalysis
    calculator.saveAnalysis journal.saveTradeNote notification.markAllRead notification.markRead
    webPush.saveDevice webPush.testDevice webhook.redeliver webhook.sendTest
    notificationChoice.save ownReport.deleteOwnReport ownReport.renameOwnReport ownReport.saveOwnReport
    ownReport.shareOwnReport profile.updateMyNames quote.createTicket report.deleteFilter report.renameFilter
    report.saveFilter reportDelivery.cancelRun reportDelivery.deleteSchedule reportDelivery.pauseSchedule
    reportDelivery.prepareReport reportDelivery.runSchedule reportDelivery.saveSchedule
    reportDelivery.sendPdfReportByEmail request.settle screener.deleteScreen screener.saveScreen security.touch
    signInMethod.renameSignInMethod stock.saveLabel stock.saveWorkspace task.cancel user.saveMyUserPreference
    watchlist.addInstrument watchlist.create watchlist.delete watchlist.removeInstrument watchlist.rename
    watchlist.reorder watchlist.saveNote
  `),
  'data of the market': words(`market.activateSource market.importFile market.uploadFile`),
}

const named = (wanted: (route: Route) => boolean): string[] =>
  routeList
    .filter(({ route }) => wanted(route))
    .map(({ group, name }) => `${group}.${name}`)
    .sort()

test('the calls that need a fresh factor are exactly the reviewed ones', () => {
  expect(named((route) => route.needsFreshFactor === true)).toEqual([...fresh].sort())
})

test('every other change of a session has a reason', () => {
  const others = named(
    (route) => route.access.kind !== 'public' && isChange(route) && route.needsFreshFactor === undefined,
  )
  expect(others).toEqual(Object.values(notFresh).flat().sort())
})

test('no public call needs one: it has no session', () => {
  expect(named((route) => route.access.kind === 'public' && route.needsFreshFactor === true)).toEqual([])
})

test('a session without the required factor reaches its own sign-in methods only', () => {
  expect(named((route) => route.beforeStrongFactor === true)).toEqual(
    words(`
      security.getMyUser security.logout security.touch signInMethod.confirmAuthenticator signInMethod.confirmByCode
      signInMethod.findMySignInMethods signInMethod.finishPasskey signInMethod.finishPasskeyConfirmation
      signInMethod.sendConfirmationCode signInMethod.startAuthenticator signInMethod.startPasskey
      signInMethod.startPasskeyConfirmation
    `),
  )
})
