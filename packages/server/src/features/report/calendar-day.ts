import { day } from '@clubfolio/contract'

export const isCalendarDay = (text: string): boolean => day.safeParse(text).success
