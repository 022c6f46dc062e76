/**
 * The only form in which account, bank account and routing numbers are told outside of their own screens: the last four signs.
 * `maskNumber('12344821')` is "•••• 4821".
 */
export const maskNumber = (number: string): string => `•••• ${number.slice(-4)}`
