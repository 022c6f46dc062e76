// Every call with an effect runs once per Idempotency-Key and its outcome can be queried by that key, or it is listed
// here with the reason why not. A new POST route must be classified.
import { expect, test } from 'vitest'
import { uncertainRefusals } from './refusal.ts'
import { refusalCatalogue } from './refusals.ts'
import { isChange } from './route.ts'
import { routeList } from './routes.ts'

/** Marked `asks`: POST because of their input, not because of an effect. */
const questions = [
  'stock.getNewIpo',
  'stock.findHeatMap',
  'stock.fundamental',
  'stock.byRange',
  'stock.getWorkspace',
  'stock.findInstrumentHistoricInPercentage',
  'order.findOrders',
  'order.previewOrder',
  'order.previewReplacement',
  'order.previewOrderPair',
  'order.previewSpread',
  'positionAction.previewPositionAction',
  'positionAction.previewFlatten',
  'wallet.findConsolidatedPercentage',
  'risk.findPortfolioRisk',
  'target.proposeOrders',
  'transaction.findPage',
  'transaction.findRealisedProfit',
  'journal.findTrades',
  'journal.findTradeStatistics',
  'alertRule.preview',
  'quote.find',
  'market.inspectUpload',
  'screener.run',
  'report.getStaticReportData',
  'ownReport.run',
  'reportDelivery.generatePdf',
  'reportDelivery.generateExcel',
  'reportDelivery.generateCsv',
  'security.findInvitation',
  'fund.previewDistribution',
  'fund.findHistory',
  'fund.findMyHistory',
  'fund.findReturns',
  'fund.findMyReturns',
  'fund.deriveLine',
  'fund.deriveMyLine',
  'fund.previewEntry',
  'fund.previewMove',
  'fund.previewTransfer',
  'fund.findFundInvitation',
  'member.findMemberInvitation',
  'fund.previewApproval',
  'fund.previewCharge',
]

const exceptions: Readonly<Record<string, string>> = {
  'security.login': 'nobody is signed in yet; a second code replaces the first',
  'security.createUser': 'nobody is signed in yet; an address registers once',
  'security.sendVerificationCode': 'nobody is signed in yet; a second code replaces the first',
  'security.checkVerificationCode': 'nobody is signed in yet; a code counts once',
  'security.checkMethodCode': 'nobody is signed in yet; a code counts once',
  'security.startPasskeySignIn': 'nobody is signed in yet; an unused challenge runs out',
  'security.finishPasskeySignIn': 'nobody is signed in yet; a challenge counts once',
  'security.startPasskeyStep': 'nobody is signed in yet; an unused challenge runs out',
  'oidcSignIn.startSignIn': 'nobody is signed in yet; an unused visit runs out',
  'oidcSignIn.startInvitation': 'nobody is signed in yet; an unused visit runs out',
  'oidcSignIn.finish': 'nobody is signed in yet; a state counts once',
  'oidcSignIn.startLink': 'a visit of 10 minutes; one too many runs out unused',
  'security.finishPasskeyStep': 'nobody is signed in yet; a challenge counts once',
  'signInMethod.sendConfirmationCode': 'a second code replaces the first',
  'signInMethod.confirmByCode': 'a code counts once, and confirming twice changes nothing more',
  'signInMethod.startPasskeyConfirmation': 'a challenge of 5 minutes; one too many runs out unused',
  'signInMethod.finishPasskeyConfirmation': 'a challenge counts once, and confirming twice changes nothing more',
  'signInMethod.startPasskey': 'a challenge of 5 minutes; one too many runs out unused',
  'signInMethod.startAuthenticator': 'answers a secret, which is not stored with the key; an unconfirmed one runs out',
  'signInMethod.makeRecoveryCodes': 'answers secrets, which are not stored with the key; new codes replace the old',
  'security.requestPasswordReset': 'nobody is signed in yet; a second link is as good as the first',
  'security.resetPassword': 'nobody is signed in yet; a link counts once',
  'security.acceptInvitation': 'nobody is signed in yet; a link counts once',
  'profile.confirmMyEmail': 'nobody is signed in yet; a link counts once',
  'security.touch': 'says only that somebody is there',
  'security.logout': 'ends its own session, with which everything else could be asked',
  'user.saveMyUserPreference': 'a copy of what the browser holds, sent again with the next change',
  'stock.saveWorkspace': 'a copy of what the browser holds, sent again with the next change',
  'account.syncNow': 'reads at the brokerage what the next turn reads anyway',
  'apiToken.createToken': 'its answer is a secret that is stored nowhere; a token whose answer was lost is revoked',
  'webhook.createWebhook': 'its answer is a secret that is stored nowhere; a webhook whose secret was lost is deleted',
  'webhook.rotateSecret': 'its answer is a secret that is stored nowhere; the next one replaces it',
  'quote.createTicket': 'a ticket of 30 seconds; one too many runs out unused',
  'request.settle': 'the question about a key itself; asking again answers the same',
}

const posts = routeList.filter(({ route }) => route.method === 'POST')
const nameOf = ({ group, name }: (typeof routeList)[number]) => `${group}.${name}`

test('every changing call is repeatable by its key, or named with a reason', () => {
  const withoutKey = posts.filter(({ route }) => route.effect === undefined).map(nameOf)
  expect(withoutKey.toSorted()).toEqual([...questions, ...Object.keys(exceptions)].toSorted())
})

test('a call that asks is marked, so that everything else counts as a change', () => {
  expect(
    routeList
      .filter(({ route }) => route.asks)
      .map(nameOf)
      .toSorted(),
  ).toEqual(questions.toSorted())
  expect(
    posts
      .filter(({ route }) => !isChange(route))
      .map(nameOf)
      .toSorted(),
  ).toEqual(questions.toSorted())
})

test('an effect belongs to a session, whose user asks about its key', () => {
  expect(
    routeList.filter(({ route }) => route.effect !== undefined && route.access.kind === 'public').map(nameOf),
  ).toEqual([])
  // The specification deletes a member by GET.
  expect(routeList.filter(({ route }) => route.effect !== undefined && route.method === 'GET').map(nameOf)).toEqual([
    'member.delete',
  ])
})

test('every refusal that leaves open what happened is in the catalogue', () => {
  expect([...uncertainRefusals].filter((name) => !Object.hasOwn(refusalCatalogue, name))).toEqual([])
})

test('whatever takes a password, a code or bank details is marked as secret', () => {
  const secretFields = /password|"code"|token|bankAccountNumber|bankRouting/i
  const fields = (route: (typeof routeList)[number]['route']) =>
    JSON.stringify(Object.keys((route.body as { shape?: object } | undefined)?.shape ?? {}))
  const unmarked = posts
    .filter(({ route }) => route.effect !== undefined && route.secret !== true && secretFields.test(fields(route)))
    .map(nameOf)
  // Instrument codes.
  expect(unmarked).toEqual([
    'alertRule.create',
    'alertRule.update',
    'watchlist.addInstrument',
    'watchlist.removeInstrument',
    'watchlist.saveNote',
  ])
})
