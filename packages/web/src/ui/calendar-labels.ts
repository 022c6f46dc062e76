import type { CalendarAriaLabels } from '@mantine/dates'

/** What the arrows of every calendar are called. */
export const calendarLabels: CalendarAriaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}
