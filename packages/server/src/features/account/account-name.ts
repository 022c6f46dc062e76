// How an account is called in words that leave the screens: reports, mails, notifications.

/** "1001", "1002 · Paper" */
export const nameAccount = ({
  number,
  is_paper: isPaper,
}: {
  readonly number: string
  readonly is_paper: boolean
}): string => (isPaper ? `${number} · Paper` : number)
