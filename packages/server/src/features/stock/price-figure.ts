// Prices as sent to the screen: at most 4 decimals.

/** 34.123456 is 34.1235. */
export const priceFigure = (value: number): number => Math.round(value * 10_000) / 10_000
