/**
 * Returns what follows the name of a case that is skipped because a brokerage lacks an ability, so that the run can name
 * the reason. Example: `a pair${skippedWithout(hasPairs, 'it takes no pairs')}`.
 */
export const skippedWithout = (isAble: boolean, lack: string): string => (isAble ? '' : ` (skipped: ${lack})`)
