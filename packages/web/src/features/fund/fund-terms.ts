// The words of a fund that a treasurer meets first, each in one or two sentences. The help has the same figures with
// their formulas. Source: docs/rules/fund.md, "Terms".

export const fundTerms = {
  unallocated:
    "Money in the account that no member's entry explains. It belongs to the owner of the account. Record who paid " +
    "it in, and it becomes that member's.",
  cashOutside:
    'Money that is recorded but not in the last close yet, such as a payment on its way; below zero, money that has ' +
    'come in or left before it was recorded.',
  floating:
    'The part of the profit that is still in open positions. It moves with the prices, and becomes Real when they ' +
    'close.',
  real:
    'The part of the profit that is realised: prices can no longer change it. Somebody who joins buys into open ' +
    'profit, so it begins below zero and comes back to zero when those positions close.',
  contribution: 'Contribution: the member pays money in and gets units for it.',
  retribution: 'Retribution: the member takes money out and gives units back for it.',
  accruedFees:
    'What would be charged if the period ended now. It is a figure, not a record: units go to the receiver when a ' +
    'period is charged, or with what is taken out.',
  netValue: 'Value less accrued fees: what can be taken out.',
  aboutNetValue:
    'The net values in this list are approximate until the due fees are charged, because later entries depend on ' +
    "those fees. The withdrawal form and each member's own page show the exact net value.",
  timeWeighted: 'Time-weighted return: what one unit has earned. Payments in or out do not change it.',
  internalRate:
    'Money-weighted return per year: the rate at which all payments would have grown to the value of today.',
  drawdown: 'The deepest fall of the unit value from a peak.',
  sameCash: 'What the same payments would be worth now if each had bought this index at the close of its day.',
} as const
