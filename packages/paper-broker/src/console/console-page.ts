// The console page: a login's accounts with their positions, transfers, the applications with access, and opening
// another account.

import { type Cents, toCents } from '@clubfolio/domain'
import { decimalText } from '../money/decimal.ts'
import { COST_SCALE, dollarText } from '../money/money.ts'
import type { Html } from '../page/html.ts'
import { html } from '../page/html.ts'
import { notice, renderPage } from '../page/layout.ts'
import { pageTime } from '../page/page-time.ts'
import { accountTypeField } from '../oauth/sign-in-page.ts'
import type { ReplayClock } from '../replay/market-clock.ts'
import { replayPanel } from '../replay/replay-panel.ts'
import type { ReadPosition } from '../account/read-account.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'
import { valuePosition } from '../valuation/position-value.ts'
import type { KeyPairSummary, MadeKeyPair } from '../alpaca/access/key-pair.ts'
import type { ConsentSummary } from './list-consents.ts'

export interface ConsoleAccount {
  readonly accountId: string
  readonly accountNumber: string
  readonly title: string
  readonly balance: AccountBalance
  readonly positions: readonly ReadPosition[]
  /** Idempotency key of the transfer form: the transfer happens once, however often the form is submitted. */
  readonly transferReference: string
}

export interface ConsolePage {
  readonly userName: string
  readonly marketWords: string
  readonly formToken: string
  readonly accounts: readonly ConsoleAccount[]
  readonly consents: readonly (ConsentSummary & { readonly clientName: string })[]
  readonly keyPairs: readonly KeyPairSummary[]
  /** A key pair that was made just now; its secret is shown this once. */
  readonly madePair: MadeKeyPair | null
  /** The market clock, for replaying recorded prices; null where there is none. */
  readonly replay: ReplayClock | null
  readonly done: string | null
  readonly refusal: string | null
}

/** Profit and loss carry a sign and a mark in addition to the colour. */
function change(amount: Cents): Html {
  if (amount === 0n) return html`<span class="dimmed">${dollarText(amount)}</span>`
  return amount > 0n
    ? html`<span class="profit">▲ +${dollarText(amount)}</span>`
    : html`<span class="loss">▼ ${dollarText(amount)}</span>`
}

function figure(label: string, value: Html | string): Html {
  return html`<span class="figure"><span class="label">${label}</span><span class="number">${value}</span></span>`
}

function positionRow(position: ReadPosition): Html {
  const value = valuePosition(position)
  const average = Number(decimalText(value.averagePrice, COST_SCALE)).toFixed(2)
  return html`<tr><td class="code">${position.symbol}</td><td class="value">${position.quantity}</td>
    <td class="value">$${average}</td>
    <td class="value">${dollarText(value.marketValue)}</td><td class="value">${change(value.openProfit)}</td></tr>`
}

function positionTable(account: ConsoleAccount): Html {
  if (account.positions.length === 0) return html`<p class="inset dimmed">No positions.</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Positions of ${account.accountNumber}"><table>
    <thead><tr><th scope="col">Symbol</th><th scope="col" class="value">Quantity</th>
      <th scope="col" class="value">Average</th><th scope="col" class="value">Value</th>
      <th scope="col" class="value">Open profit</th></tr></thead>
    <tbody>${account.positions.map(positionRow)}</tbody></table></div>`
}

function accountPanel(account: ConsoleAccount, token: Html): Html {
  const { balance } = account
  const openProfit = toCents(account.positions.reduce((sum, position) => sum + valuePosition(position).openProfit, 0n))
  const figures = [
    figure('Value', dollarText(balance.equity)),
    figure('Cash', dollarText(balance.cashBalance)),
    figure('Buying power', dollarText(balance.buyingPower)),
    figure('Open profit', change(openProfit)),
  ]
  const amountId = `amount-${account.accountNumber}`
  return html`<section class="panel flush">
    <h2>${account.accountNumber} <span class="dimmed">${account.title}</span></h2>
    <div class="figures">${figures}</div>
    ${positionTable(account)}
    <form class="row-form" method="post" action="/paper/transfer">${token}
      <input type="hidden" name="account" value="${account.accountId}">
      <input type="hidden" name="reference" value="${account.transferReference}">
      <div class="field"><label for="${amountId}">Amount in dollars</label>
        <input id="${amountId}" name="amount" type="text" inputmode="decimal" autocomplete="off" required
          maxlength="20"></div>
      <button class="small" name="direction" value="DEPOSIT">Deposit</button>
      <button class="small" name="direction" value="WITHDRAWAL">Withdraw</button></form></section>`
}

function consentPanel(page: ConsolePage, token: Html): Html {
  const rows = page.consents.map(
    (consent) => html`<tr><td><strong>${consent.clientName}</strong> ${
      consent.wire === 'alpaca' ? html`<span class="dimmed">Alpaca API</span>` : null
    }</td><td>${consent.accountNumbers.join(', ')}</td>
      <td>${pageTime(consent.givenMs)}</td>
      <td>${consent.lapsesMs === null ? 'When you end it' : pageTime(consent.lapsesMs)}</td>
      <td class="value"><form method="post" action="/paper/lapse">${token}
        <input type="hidden" name="consent" value="${consent.consentId}">
        <button class="small">Lapse now</button></form></td></tr>`,
  )
  return html`<section class="panel flush"><h2>Applications with access</h2>${
    rows.length === 0
      ? html`<p class="inset dimmed">No application has access.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="Applications with access"><table>
        <thead><tr><th scope="col">Application</th><th scope="col">Accounts</th><th scope="col">Since</th>
        <th scope="col">Ends</th><th scope="col" class="value">End it</th></tr></thead>
        <tbody>${rows}</tbody></table></div>`
  }</section>`
}

function madePairNotice(pair: MadeKeyPair | null): Html | null {
  if (pair === null) return null
  return html`<section class="panel" role="status"><h2>Your new key pair</h2>
    <p>Copy the secret now. It is shown this once; the brokerage keeps only a digest of it.</p>
    <dl class="secret"><dt>Key id</dt><dd class="code">${pair.keyId}</dd>
      <dt>Secret key</dt><dd class="code">${pair.secret}</dd></dl></section>`
}

function keyPairPanel(page: ConsolePage, token: Html): Html {
  const rows = page.keyPairs.map(
    (pair) => html`<tr><td class="code">${pair.keyId}</td><td>${pair.accountNumber}</td>
      <td>${pageTime(pair.madeMs)}</td>
      <td class="value"><form method="post" action="/paper/revoke-keys">${token}
        <input type="hidden" name="key" value="${pair.keyId}">
        <button class="small">Revoke</button></form></td></tr>`,
  )
  const choices = page.accounts.map(
    ({ accountId, accountNumber, title }) => html`<option value="${accountId}">${accountNumber} ${title}</option>`,
  )
  return html`<section class="panel flush"><h2>Key pairs <span class="dimmed">for the Alpaca API</span></h2>${
    rows.length === 0
      ? html`<p class="inset dimmed">No key pair.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="Key pairs"><table>
        <thead><tr><th scope="col">Key id</th><th scope="col">Account</th><th scope="col">Made</th>
        <th scope="col" class="value">Revoke it</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }${
    choices.length === 0
      ? null
      : html`<form class="row-form" method="post" action="/paper/make-keys">${token}
        <div class="field"><label for="key-account">Account</label>
          <select id="key-account" name="account">${choices}</select></div>
        <button class="small">Make key pair</button></form>`
  }</section>`
}

export function consolePage(page: ConsolePage): string {
  const token = html`<input type="hidden" name="formToken" value="${page.formToken}">`
  return renderPage({
    title: 'Console',
    width: 'wide',
    who: html`<form class="brand-who" method="post" action="/paper/sign-out">${token}
      <span>${page.userName}</span><button class="small">Sign out</button></form>`,
    content: html`<div class="head"><h1>Paper accounts</h1><span class="dimmed">${page.marketWords}</span></div>
      ${notice('done', page.done)}${notice('error', page.refusal)}
      ${madePairNotice(page.madePair)}
      ${replayPanel(page.replay, token)}
      ${page.accounts.map((account) => accountPanel(account, token))}
      ${consentPanel(page, token)}
      ${keyPairPanel(page, token)}
      <section class="panel flush"><h2>Open another account</h2>
        <form class="row-form" method="post" action="/paper/open-account">${token}${accountTypeField('type')}
          <div class="field"><label for="nick">Name for it (optional)</label>
            <input id="nick" name="nickName" type="text" maxlength="40" autocomplete="off"></div>
          <button class="small">Open with $100,000.00</button></form></section>`,
  })
}
