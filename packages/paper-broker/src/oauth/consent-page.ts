// The consent page of the authorise popup: what the application requests, which accounts, Allow or Deny, and opening
// another account on the spot.

import { dollarText } from '../money/money.ts'
import { html } from '../page/html.ts'
import { notice, renderPage } from '../page/layout.ts'
import { accountTitle } from '../account/account-title.ts'
import type { ValuedAccount } from '../account/value-account.ts'
import { accountTypeField } from './sign-in-page.ts'

export interface ConsentPage {
  readonly clientName: string
  readonly userName: string
  readonly accounts: readonly ValuedAccount[]
  /** Null: the access has no end of its own. */
  readonly accessEnds: string | null
  /** Whether the application gets one account or any number of them. */
  readonly isOneAccount: boolean
  /** What the application may do with the chosen accounts, one line each. */
  readonly rights: readonly string[]
  readonly formToken: string
  readonly decisionAction: string
  readonly openAction: string
  readonly signOutAction: string
  readonly refusal: string | null
}

export function consentPage(page: ConsentPage): string {
  const token = html`<input type="hidden" name="formToken" value="${page.formToken}">`
  const choices = page.accounts.map(
    (
      { account, balance },
      n,
    ) => html`<label class="choice"><input type="${page.isOneAccount ? 'radio' : 'checkbox'}" name="account"
      value="${account.accountId}" ${!page.isOneAccount || n === 0 ? html`checked` : null}>
      <span><span class="number">${account.accountNumber}</span> ${accountTitle(account)}</span>
      <span class="value">${dollarText(balance.equity)}</span></label>`,
  )
  return renderPage({
    title: 'Allow access',
    width: 'narrow',
    content: html`<section class="panel"><h1>Allow ${page.clientName} access?</h1>
      <p class="dimmed">Signed in as <strong>${page.userName}</strong>. ${page.clientName} never sees your password.</p>
      ${notice('error', page.refusal)}
      <form method="post" action="${page.decisionAction}">${token}
        <p>With the ${page.isOneAccount ? 'account' : 'accounts'} chosen below it may</p>
        <ul>${page.rights.map((right) => html`<li>${right}</li>`)}</ul>
        ${
          choices.length === 0
            ? html`<p>This login has no account yet. Open one below.</p>`
            : html`<fieldset><legend>${page.isOneAccount ? 'Account' : 'Accounts'}</legend>${choices}</fieldset>`
        }
        <p class="dimmed">${
          page.accessEnds === null
            ? 'Access ends when you end it in the console.'
            : `Access ends on ${page.accessEnds}, or when you end it in the console.`
        }</p>
        <div class="buttons">
          <button type="submit" name="decision" value="deny">Deny</button>
          <button class="primary" type="submit" name="decision" value="allow">Allow</button></div>
      </form>
      <details ${choices.length === 0 ? html`open` : null}><summary>Open another account</summary>
        <form method="post" action="${page.openAction}">${token}${accountTypeField('type')}
          <div class="field"><label for="nick">Name for it (optional)</label>
            <input id="nick" name="nickName" type="text" maxlength="40" autocomplete="off"></div>
          <button class="whole" type="submit">Open account with $100,000.00</button></form></details></section>
      <form method="post" action="${page.signOutAction}">${token}
        <button class="small" type="submit">Use another login</button></form>`,
  })
}
