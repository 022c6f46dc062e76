import { day } from '@clubfolio/contract'

/** A day of the calendar that a report can be asked for; days around it are still inside of the domain's calendar. */
export const isReportDay = (text: string): boolean => day.safeParse(text).success && text >= '1950-01-01' && text <= '2149-12-31'
