/**
 * Masks a number except for its last four characters. Account, bank account and routing numbers appear only in this
 * form outside their own screens. `maskNumber('12344821')` is "•••• 4821".
 */
export const maskNumber = (number: string): string => `•••• ${number.slice(-4)}`
