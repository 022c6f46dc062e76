// The first page of the authorise popup and of the console: sign in, or create a paper login with its first account.

import type { Html } from '../page/html.ts'
import { html } from '../page/html.ts'
import { notice, renderPage } from '../page/layout.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../login/password.ts'
import { USER_NAME_RULE } from '../login/user-name.ts'

export interface SignInPage {
  /** One sentence that explains why sign-in is required. */
  readonly purpose: string
  readonly formToken: string
  readonly signInAction: string
  readonly registerAction: string
  readonly userName: string
  readonly signInRefusal: string | null
  readonly registerRefusal: string | null
}

/** Renders the account type field, used wherever an account is opened. */
export function accountTypeField(id: string): Html {
  return html`<div class="field"><label for="${id}">Account type</label>
    <select id="${id}" name="accountType"><option value="MARGIN">Margin: may borrow and sell short</option>
      <option value="CASH">Cash: only what is paid in</option></select></div>`
}

export function signInPage(page: SignInPage): string {
  const token = html`<input type="hidden" name="formToken" value="${page.formToken}">`
  return renderPage({
    title: 'Sign in',
    width: 'narrow',
    content: html`<section class="panel"><h1>Sign in</h1><p class="dimmed">${page.purpose}</p>
      ${notice('error', page.signInRefusal)}
      <form method="post" action="${page.signInAction}">${token}
        <div class="field"><label for="name">User name</label>
          <input id="name" name="name" type="text" value="${page.userName}" autocomplete="username"
            autocapitalize="none" spellcheck="false" required maxlength="64"></div>
        <div class="field"><label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required
            maxlength="${MAX_PASSWORD_LENGTH}"></div>
        <button class="primary whole" type="submit">Sign in</button>
      </form>
      <details ${page.registerRefusal === null ? null : html`open`}><summary>New here? Make a paper login</summary>
        <p class="dimmed">It comes with an account of $100,000.00 in practice money.</p>
        ${notice('error', page.registerRefusal)}
        <form method="post" action="${page.registerAction}">${token}
          <div class="field"><label for="new-name">New user name</label>
            <input id="new-name" name="name" type="text" autocomplete="username" autocapitalize="none"
              spellcheck="false" required maxlength="64" aria-describedby="name-rule">
            <p class="rule" id="name-rule">${USER_NAME_RULE}</p></div>
          <div class="field"><label for="new-password">New password</label>
            <input id="new-password" name="password" type="password" autocomplete="new-password" required
              minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}" aria-describedby="password-rule">
            <p class="rule" id="password-rule">At least ${MIN_PASSWORD_LENGTH} characters.</p></div>
          ${accountTypeField('new-type')}
          <button class="whole" type="submit">Make login and open account</button>
        </form></details></section>`,
  })
}
