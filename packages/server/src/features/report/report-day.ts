import { givenDay } from '@clubfolio/contract'

/** A day that a report can be asked for. */
export const isReportDay = (text: string): boolean => givenDay.safeParse(text).success
