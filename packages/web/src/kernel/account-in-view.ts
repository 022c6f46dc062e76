// Which account a tab shows: the one of the address, else the one that was chosen, else the default one. Pure.
import type { Account } from '@clubfolio/contract'

/** What a tab keeps of its choice; the number names the account when it is gone. */
export interface KeptAccount {
  readonly id: string
  readonly number: string
}

export interface AccountInView {
  readonly account: Account | undefined
  /** The account was chosen and is not among the choices. Another one never takes its place by itself: an order would go there. */
  readonly lost: { readonly number: string | undefined } | undefined
}

/** `choices` are undefined while they are loading. */
export function accountInView(choices: readonly Account[] | undefined, addressedId: string | undefined, kept: KeptAccount | undefined): AccountInView {
  const isAddressed = addressedId !== undefined && addressedId !== ''
  const wantedId = isAddressed ? addressedId : kept?.id
  if (!choices || choices.length === 0) return { account: undefined, lost: undefined }
  if (wantedId === undefined) return { account: choices.find(({ isDefault }) => isDefault), lost: undefined }
  const account = choices.find(({ id }) => id === wantedId)
  return { account, lost: account ? undefined : { number: wantedId === kept?.id ? kept.number : undefined } }
}

/** The stored text as a choice, or undefined when it is absent or damaged. */
export function readKept(text: string | null): KeptAccount | undefined {
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as Partial<KeptAccount> | null
    return value && typeof value.id === 'string' && typeof value.number === 'string' ? { id: value.id, number: value.number } : undefined
  } catch {
    return undefined
  }
}
