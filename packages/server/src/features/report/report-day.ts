import { givenDay } from '@clubfolio/contract'

/** A day that a report accepts. */
export const isReportDay = (text: string): boolean => givenDay.safeParse(text).success
