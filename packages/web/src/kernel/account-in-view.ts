// Resolves which account a tab shows: the one in the URL, else the one chosen in this tab, else the default. Pure.
import { z } from 'zod'
import { parseStored } from './parse-stored.ts'
import type { Account } from '@clubfolio/contract'

/** The choice that a tab stores; the number lets the page name the account after it is gone. */
export interface KeptAccount {
  readonly id: string
  readonly number: string
}

export interface AccountInView {
  readonly account: Account | undefined
  /**
   * Set when the chosen account is not among the choices. Another account never replaces it automatically: an order
   * would be sent there.
   */
  readonly lost: { readonly number: string | undefined } | undefined
}

/** Returns the id of the account in the URL, else of the one chosen in this tab. */
export const wantedAccountId = (addressedId: string | undefined, kept: KeptAccount | undefined): string | undefined =>
  addressedId !== undefined && addressedId !== '' ? addressedId : kept?.id

/** Returns the account in view. `choices` is undefined while loading. */
export function accountInView(
  choices: readonly Account[] | undefined,
  addressedId: string | undefined,
  kept: KeptAccount | undefined,
): AccountInView {
  const wantedId = wantedAccountId(addressedId, kept)
  if (!choices || choices.length === 0) return { account: undefined, lost: undefined }
  if (wantedId === undefined) return { account: choices.find(({ isDefault }) => isDefault), lost: undefined }
  const account = choices.find(({ id }) => id === wantedId)
  return { account, lost: account ? undefined : { number: wantedId === kept?.id ? kept.number : undefined } }
}

const StoredAccount = z.object({ id: z.string(), number: z.string() })

/** Parses the stored choice; returns undefined when it is absent or corrupt. */
export const readKept = (text: string | null): KeptAccount | undefined => parseStored(StoredAccount, text)
