// The brokerage that stands for the past of an imported fund. Its account has no login and no wire, and is never read
// (docs/rules/fund.md, "Export and import of a whole fund").

/** Stored as the brokerage of the accounts of an imported fund. */
export const archiveBrokerName = 'archive'

export const isArchive = ({ broker }: { readonly broker: string }): boolean => broker === archiveBrokerName

const mark = 'Imported '

/** Returns the number of an imported account, whose owner may link the account itself as well: "Imported 12344821". */
export const archivedNumber = (number: string): string => `${mark}${originalNumber(number)}`

/** Returns the number that the account has at its brokerage. */
export const originalNumber = (number: string): string => (number.startsWith(mark) ? number.slice(mark.length) : number)
