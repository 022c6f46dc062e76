// The complete linking flow for tests: register, allow every account, exchange the code.

import type { TokenAnswer } from '../oauth/token-answer.ts'
import type { PaperBrowser } from './paper-browser.ts'
import { paperBrowser } from './paper-browser.ts'
import { TEST_CALLBACK, TEST_CLIENT } from './test-broker.ts'

export function authorisePath(more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: TEST_CLIENT.clientId,
    redirect_uri: TEST_CALLBACK,
    response_type: 'code',
    ...more,
  })
  return `/v1/oauth/authorize?${query.toString()}`
}

export const BASIC = `Basic ${Buffer.from(`${TEST_CLIENT.clientId}:${TEST_CLIENT.clientSecret}`).toString('base64')}`

export async function postToken(
  origin: string,
  fields: Record<string, string>,
  authorization = BASIC,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Returns the account ids of the checkboxes on the consent page. */
export function accountBoxes(page: string): string[] {
  return [...page.matchAll(/name="account"\s+value="([^"]+)"/g)].map((match) => match[1] ?? '')
}

/** Registers a login in a browser and stops on the consent page. */
export async function registered(
  origin: string,
  name: string,
  accountType = 'MARGIN',
  more: Record<string, string> = {},
): Promise<{ browser: PaperBrowser; page: string }> {
  const browser = paperBrowser(origin)
  await browser.get(authorisePath(more))
  const made = await browser.submit('/register', { name, password: 'a long password', accountType })
  const consent = await browser.get(made.location ?? '')
  return { browser, page: consent.body }
}

/** Returns the parameters with which the browser returned to the application. */
export function callbackOf(location: string | null): URLSearchParams {
  return new URL(location ?? '').searchParams
}

export async function codeFor(
  origin: string,
  name: string,
  accountType = 'MARGIN',
  more: Record<string, string> = {},
): Promise<string> {
  const { browser, page } = await registered(origin, name, accountType, more)
  const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
  return callbackOf(back.location).get('code') ?? ''
}

/** Links a login and returns tokens for all its accounts. */
export async function link(origin: string, name: string, accountType = 'MARGIN'): Promise<TokenAnswer> {
  const code = await codeFor(origin, name, accountType)
  const { body } = await postToken(origin, { grant_type: 'authorization_code', code, redirect_uri: TEST_CALLBACK })
  return body as unknown as TokenAnswer
}

/** Sends a GET with a Bearer token and returns its JSON response. */
export async function getJson(
  url: string,
  token: string,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
