/**
 * Returns what an account is called on the pages: its type, then the name its login gave it.
 * @example accountTitle({ accountType: 'MARGIN', nickName: 'Long term' }) // 'Margin · Long term'
 */
export function accountTitle(account: { readonly accountType: 'MARGIN' | 'CASH'; readonly nickName: string }): string {
  const type = account.accountType === 'MARGIN' ? 'Margin' : 'Cash'
  return account.nickName === '' ? type : `${type} · ${account.nickName}`
}
