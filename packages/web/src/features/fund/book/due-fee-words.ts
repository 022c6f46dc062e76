/** What is missing for the fees of a period that has ended: "The charge ... waits for a second person." */
export const dueFeeWords = (endDay: string, isAsked: boolean): string =>
  isAsked
    ? `The charge of the period that ended on ${endDay} waits for a second person.`
    : `The fees of the period that ended on ${endDay} are neither charged nor waived.`
